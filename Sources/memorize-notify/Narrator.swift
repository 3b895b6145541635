internal import DBus
internal import MemorizeBus

/// Says what is to be shown of the game's news; it knows neither bus nor server.
///
/// What happened before the notifier came, or while something was missed, is told as a state, and
/// shows nothing.
struct Narrator {
  /// What is to be done.
  enum Step: Equatable {
    case show(Bubble)
    /// Faces of cards that may have been turned down are to leave the screen.
    case hideFaces
    /// What is shown stays.
    case keep
  }

  /// Whether the faces of cards that are not matched are shown.
  let showsFlips: Bool
  /// The cards that are up and not matched, in the order they were turned; none are kept unless
  /// they are shown.
  private var openCards: [OpenCard] = []

  init(showsFlips: Bool) {
    self.showsFlips = showsFlips
  }

  /// Takes the next piece of news.
  mutating func step(_ news: GameFollower.News) -> Step {
    switch news {
    case .absent, .failure:
      openCards = []
      return .hideFaces
    case .state(let game):
      openCards = showsFlips ? Self.openCards(game[GameContract.cards] ?? []) : []
      return .hideFaces
    case .transition(let transition, let game):
      return step(transition, Standing(game))
    case .update: return .keep
    }
  }

  private mutating func step(_ transition: GameTransition, _ game: Standing) -> Step {
    if showsFlips { turn(transition) }
    if let result = transition.result { return .show(.won(result, game)) }
    if let faces = transition.move?.faces { return .show(.match(faces, game)) }
    guard !openCards.isEmpty else { return .hideFaces }
    return .show(.flip(openCards, isMismatch: transition.move != nil))
  }

  private mutating func turn(_ transition: GameTransition) {
    if transition.dealtCards != nil { openCards = [] }
    for change in transition.changes {
      let (number, state, face) = change.fields
      openCards.removeAll { $0.number == number }
      if state == "up" { openCards.append(OpenCard(number: number, face: face)) }
    }
  }

  private static func openCards(_ cards: [CardOnShow]) -> [OpenCard] {
    cards.enumerated().filter { $0.element.fields.0 == "up" }.map {
      OpenCard(number: UInt32(clamping: $0.offset), face: $0.element.fields.1)
    }
  }
}
