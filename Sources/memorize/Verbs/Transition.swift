import BoardLayout
import DBus

/// The signals of one transition, put together again.
struct Transition {
  /// Two cards that were a move.
  struct Move {
    let first: Int
    let second: Int
    let points: Int32
    let isMatch: Bool

    init(_ first: UInt32, _ second: UInt32, _ points: Int32, isMatch: Bool) {
      self.first = Int(first)
      self.second = Int(second)
      self.points = points
      self.isMatch = isMatch
    }
  }

  /// The cards that changed.
  var changes: [BoardCard] = []
  /// The move that it completed, if any.
  var move: Move?
  private var startedCards: Int?
  private var hasWon = false
  private(set) var result: FinalResult?

  /// Takes note of a new game, all cards down.
  mutating func start(cards: Int) {
    startedCards = cards
  }

  /// Takes note of the end of the game.
  mutating func win(_ result: [String: Value]) {
    hasWon = true
    self.result = try? FinalResult(result)
  }

  /// The cards after it.
  func applied(to cards: [BoardCard]) -> [BoardCard] {
    if let startedCards {
      return (0..<startedCards).map { BoardCard(number: $0, state: .down) }
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
    if startedCards != nil { return .started }
    if let move {
      guard cards.indices.contains(move.first), cards.indices.contains(move.second) else {
        return nil
      }
      let (first, second) = (cards[move.first], cards[move.second])
      if hasWon { return .won([first, second], result) }
      return move.isMatch ? .matched([first, second]) : .mismatched(first: first, second: second)
    }
    if let up = changes.first(where: { $0.state == .up }) { return .turnedUp(up) }
    return changes.isEmpty ? nil : .concealed
  }
}
