import MemorizeBus
import MemorizeText
import MemoryGame
import PlainText

/// What `play --speak` says: sentences, and the faces of cards, which may be in another language.
enum SpokenPart: Equatable {
  case words(String)
  case face(String)
}

// The sentences of a game that is heard.
extension GameState {
  /// The theme, the cards, and whose turn it is.
  var spokenOpening: [SpokenPart] {
    guard exists else { return [.words("There is no game. Press Enter or n to start one.")] }
    if phase == .won { return [.words("The game is won. Press n for another one.")] }
    let progress = matchedPairs > 0 ? progressText : pairsText(pairs)
    let cards = "\(cards.count) cards, from 0 to \(max(cards.count - 1, 0))."
    let up: [SpokenPart] = up.flatMap { [.words("Card \($0.number) is up:"), .face($0.face)] }
    return [.words("\(theme), \(progress). \(cards)")] + up + spokenTurn
  }

  /// Empty in a solo game.
  var spokenTurn: [SpokenPart] {
    playerName.isEmpty ? [] : [.words("\(playerName)'s turn.")]
  }

  /// An event, and the turn if it has changed since the state before.
  func spoken(_ event: GameEvent, after before: GameState?) -> [SpokenPart] {
    let turn = before?.turn == self.turn ? [] : spokenTurn
    switch event {
    case .started: return spokenOpening
    case .turnedUp(let card): return card.spokenAsUp
    case .mismatched(_, let card): return card.spokenAsUp + [.words("No match.")] + turn
    case .matched(let cards):
      return (cards.last?.spokenAsUp ?? []) + [.words("A match, \(progressText).")] + turn
    case .won(let cards, let result):
      return (cards.last?.spokenAsUp ?? []) + [.words("A match, the last one.")]
        + [.words(spokenEnd(result?.winners ?? []))]
    case .concealed: return [.words("Face down.")]
    case .other(let name): return [.words(name)]
    }
  }

  private func spokenEnd(_ winners: [String]) -> String {
    let sums = "score \(score), \(movesText(moves))"
    switch winners.count {
    case 0: return "You have won: \(sums)."
    case 1: return "\(winners[0]) has won: \(sums)."
    default: return "\(winners.enumeration) have won: \(sums)."
    }
  }
}

extension BoardCard {
  fileprivate var spokenAsUp: [SpokenPart] { [.words("Card \(number):"), .face(face)] }

  /// When it is selected.
  var spokenAsChosen: [SpokenPart] {
    switch state {
    case .down: [.words("Card \(number).")]
    case .up: [.words("Card \(number), face up:"), .face(face)]
    case .matched: [.words("Card \(number), matched:"), .face(face)]
    }
  }
}
