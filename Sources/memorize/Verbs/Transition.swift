import BoardLayout
import DBus
import MemorizeBus
import MemoryGame

/// One transition, as a view of the board takes it.
struct Transition {
  /// The cards that changed.
  let changes: [BoardCard]
  /// The move that it completed, if any.
  let move: GameTransition.Move?
  /// The result, where it ended the game.
  let result: FinalResult?
  private let dealtCards: UInt32?
  private let hasWon: Bool

  init(_ signals: GameTransition) {
    changes = (try? BoardCard.all(signals.changes)) ?? []
    move = signals.move
    dealtCards = signals.dealtCards
    hasWon = signals.result != nil
    result = signals.result
  }

  /// What it was, and the game after it; nil for what makes no sense, so that all has to be read
  /// anew.
  ///
  /// - Parameters:
  ///   - cards: the cards before it.
  ///   - properties: the properties after it.
  /// - Returns: what it was, and the game.
  func outcome(
    on cards: [BoardCard], _ properties: Properties<GameContract.Service>
  ) -> (Happening, GameView)? {
    guard let cards = applied(to: cards, pairs: properties[GameContract.pairs] ?? 0),
      let game = try? GameView(properties, cards: cards), let happening = happening(cards)
    else { return nil }
    return (happening, game)
  }

  /// The cards after it; nil where it does not fit the board.
  private func applied(to cards: [BoardCard], pairs: UInt32) -> [BoardCard]? {
    if let dealtCards {
      // A number alone is not to be believed: one of a foreign service may take all memory.
      guard pairs <= Theme.maximumPairs, dealtCards == 2 * pairs else { return nil }
      return (0..<Int(dealtCards)).map { BoardCard(number: $0, state: .down) }
    }
    var cards = cards
    for change in changes {
      guard cards.indices.contains(change.number) else { return nil }
      cards[change.number] = change
    }
    return cards
  }

  private func happening(_ cards: [BoardCard]) -> Happening? {
    if dealtCards != nil { return .started }
    if let move {
      let (first, second) = (Int(move.first), Int(move.second))
      guard cards.indices.contains(first), cards.indices.contains(second) else { return nil }
      let both = [cards[first], cards[second]]
      if hasWon { return .won(both, result) }
      return move.faces != nil ? .matched(both) : .mismatched(first: both[0], second: both[1])
    }
    if let up = changes.first(where: { $0.state == .up }) { return .turnedUp(up) }
    return changes.isEmpty ? nil : .concealed
  }
}
