import BoardLayout
import DBus
import MemorizeBus

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
    result = signals.result.flatMap { try? FinalResult($0) }
  }

  /// The cards after it.
  func applied(to cards: [BoardCard]) -> [BoardCard] {
    if let dealtCards {
      return (0..<Int(dealtCards)).map { BoardCard(number: $0, state: .down) }
    }
    var cards = cards
    for change in changes where cards.indices.contains(change.number) {
      cards[change.number] = change
    }
    return cards
  }

  /// What it was; nil for signals that make no sense together.
  ///
  /// - Parameter cards: the cards after it.
  /// - Returns: what it was.
  func happening(_ cards: [BoardCard]) -> Happening? {
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
