import BoardLayout
import MemorizeBus
import MemoryGame

/// What one transition of the game did, in words that `flip` and `watch` share.
enum Happening {
  /// A game was dealt.
  case started
  /// A card was turned up that began a move.
  case turnedUp(BoardCard)
  /// Two cards did not match; the first is nil where nobody told.
  case mismatched(first: BoardCard?, second: BoardCard)
  /// A pair was found.
  case matched([BoardCard])
  /// The last pair was found; the result is nil where nobody told.
  case won([BoardCard], FinalResult?)
  /// A mismatch was turned down.
  case concealed
  /// Something that a later version may bring.
  case other(String)

  /// The name in JSON: a Flip's outcome, `started` or `concealed`.
  var name: String {
    switch self {
    case .started: "started"
    case .turnedUp: "turned-up"
    case .mismatched: "mismatched"
    case .matched: "matched"
    case .won: "won"
    case .concealed: "concealed"
    case .other(let name): name
    }
  }

  /// The lines without ends: one, and for a win a second with the result.
  func lines(_ game: GameState) -> [String] {
    switch self {
    case .started:
      [game.startedLine]
    case .turnedUp(let card):
      ["\(card.number) up \(card.name)"]
    case .mismatched(let first, let second):
      ["miss: " + [first, second].compactMap { $0?.numbered }.joined(separator: ", ")]
    case .matched(let cards):
      [matchLine(cards, game)]
    case .won(let cards, let result):
      [matchLine(cards, game), result?.line ?? "won: score \(game.score), \(game.moves) moves"]
    case .concealed:
      ["concealed"]
    case .other(let name):
      [name.harmless]
    }
  }

  /// A two-sided pair has two names.
  private func matchLine(_ cards: [BoardCard], _ game: GameState) -> String {
    var names: [String] = []
    for card in cards where !names.contains(card.name) { names.append(card.name) }
    return "match: \(names.joined(separator: " and ")), \(game.matchedPairs) of \(game.pairs), "
      + "score \(game.score)"
  }
}

extension BoardCard {
  /// The face in words, safe to print.
  var name: String { faceName(face).harmless }

  /// Number and face.
  fileprivate var numbered: String { "\(number) \(name)" }
}

extension Happening {
  /// What a transition did that was followed.
  init(_ transition: GameTransition, _ game: GameState) {
    if transition.dealtCards != nil {
      self = .started
    } else if let move = transition.move {
      let both = [move.first, move.second].map { game.board[Int($0)] }
      if let result = transition.result {
        self = .won(both, result)
      } else {
        self = move.faces != nil ? .matched(both) : .mismatched(first: both[0], second: both[1])
      }
    } else {
      let up = transition.changes.first { $0.state == .up }
      self = up.map { .turnedUp(BoardCard($0)) } ?? .concealed
    }
  }
}
