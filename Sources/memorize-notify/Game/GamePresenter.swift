internal import MemorizeBus
internal import MemorizeText
internal import MemoryGame

/// Turns the game's news into bubbles, without a bus or a server.
///
/// After a start or a gap, past events arrive as a state and show nothing.
struct GamePresenter {
  /// Shows unmatched cards that are face up, and refusals.
  var showsFlips: Bool
  /// The unmatched cards that are face up, in the order they were turned.
  private var openCards: [BoardCard] = []

  init(showsFlips: Bool) { self.showsFlips = showsFlips }

  mutating func step(_ news: GameFollower.News) -> Bubble.Change {
    switch news.shown {
    case .absent, .failure:
      openCards = []
      return .hide
    case .state(let game):
      openCards = game.up
      return .hide
    case .transition(let transition, let game):
      return step(transition, game)
    case .update: return .keep
    }
  }

  /// A call that was refused, by the cards that stay up.
  func refused(_ reason: String) -> Bubble.Change {
    showsFlips ? .show(.refusal(reason, openCards)) : .keep
  }

  private mutating func step(_ transition: GameTransition, _ game: GameState) -> Bubble.Change {
    if transition.dealtCards != nil { openCards = [] }
    for change in transition.changes {
      openCards.removeAll { $0.number == change.number }
      if change.state == .up { openCards.append(change) }
    }
    if let result = transition.result { return .show(.won(result, game)) }
    if let faces = transition.move?.faces { return .show(.match(faces, game)) }
    guard showsFlips, !openCards.isEmpty else { return .hide }
    return .show(.flip(openCards, isMismatch: transition.move != nil))
  }
}
