import MemorizeBus
import MemorizeText
import MemoryGame
import PlainText
import Translation

/// What `play --speak` says: sentences, and the faces of cards, which may be in another language.
enum SpokenPart: Equatable {
  case words(String)
  case face(String)
}

// The sentences of a game that is heard.
extension GameState {
  /// The theme, the cards, and whose turn it is.
  var spokenOpening: [SpokenPart] {
    guard exists else { return [.words(tr("There is no game. Press Enter or n to start one."))] }
    if phase == .won { return [.words(tr("The game is won. Press n for another one."))] }
    let theme = shownThemeName(theme)
    let progress =
      matchedPairs > 0
      ? tr(
        "{theme}, {found} of {pairs} pairs.",
        ["theme": theme, "found": matchedPairs, "pairs": pairs])
      : tr(pairs, "{theme}, 1 pair.", "{theme}, {n} pairs.", ["theme": theme])
    // Translators: the numbers of the cards are spoken.
    let numbers = tr(
      cards.count, "1 card, from 0 to {last}.", "{n} cards, from 0 to {last}.",
      ["last": max(cards.count - 1, 0)])
    let up: [SpokenPart] = up.flatMap { card -> [SpokenPart] in
      // Translators: what the card shows is spoken next.
      [.words(tr("Card {number} is up:", ["number": card.number])), .face(card.face)]
    }
    return [.words("\(progress) \(numbers)")] + up + spokenTurn
  }

  /// Empty in a solo game.
  var spokenTurn: [SpokenPart] {
    playerName.isEmpty ? [] : [.words(tr("{player}'s turn.", ["player": playerName]))]
  }

  /// An event, and the turn if it has changed since the state before.
  func spoken(_ event: GameEvent, after before: GameState?) -> [SpokenPart] {
    let turn = before?.turn == self.turn ? [] : spokenTurn
    switch event {
    case .started: return spokenOpening
    case .turnedUp(let card): return card.spokenAsUp
    case .mismatched(_, let card): return card.spokenAsUp + [.words(tr("No match."))] + turn
    case .matched(let cards):
      let match = tr(
        "A match, {found} of {pairs} pairs.", ["found": matchedPairs, "pairs": pairs])
      return (cards.last?.spokenAsUp ?? []) + [.words(match)] + turn
    case .won(let cards, let result):
      return (cards.last?.spokenAsUp ?? []) + [.words(tr("A match, the last one."))]
        + [.words(spokenEnd(result?.winners ?? []))]
    case .concealed: return [.words(tr("Face down."))]
    case .other(let name): return [.words(name)]
    }
  }

  private func spokenEnd(_ winners: [String]) -> String {
    switch winners.count {
    case 0:
      tr(
        moves, "You have won: score {score}, 1 move.", "You have won: score {score}, {n} moves.",
        ["score": score])
    case 1:
      tr(
        moves, "{winner} has won: score {score}, 1 move.",
        "{winner} has won: score {score}, {n} moves.", ["winner": winners[0], "score": score])
    default:
      // Translators: {winners} are several names.
      tr(
        moves, "{winners} have won: score {score}, 1 move.",
        "{winners} have won: score {score}, {n} moves.",
        ["winners": winners.enumerationText, "score": score])
    }
  }
}

extension BoardCard {
  fileprivate var spokenAsUp: [SpokenPart] {
    // Translators: what the card shows is spoken next.
    [.words(tr("Card {number}:", ["number": number])), .face(face)]
  }

  /// When it is selected.
  var spokenAsChosen: [SpokenPart] {
    switch state {
    case .down: [.words(tr("Card {number}.", ["number": number]))]
    case .up:
      // Translators: what the card shows is spoken next.
      [.words(tr("Card {number}, face up:", ["number": number])), .face(face)]
    case .matched:
      // Translators: what the card shows is spoken next.
      [.words(tr("Card {number}, matched:", ["number": number])), .face(face)]
    }
  }
}
