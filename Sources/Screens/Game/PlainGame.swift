package import MemorizeBus
import MemoryGame
import PlainText

// What scripts read of the game: a contract, the same in every language. What people read is in
// `GameText.swift`.
extension GameState {
  /// `Halloween: 3 of 8 pairs, score 4, 9 flips, 4 moves`, and whose turn it is.
  package var plainStatus: String {
    guard exists else { return "no game: start one with “memorize new”" }
    let won = phase == .won ? " won," : ""
    return """
      \(plainTitle):\(won) \(plainProgress), score \(score), \(counted(flips, "flip")), \
      \(counted(moves, "move"))\(plainPlayers)
      """.harmless
  }

  package var plainStart: String {
    let beginning =
      isResumed
      ? "resumed: \(plainTitle), \(plainProgress), \(counted(moves, "move"))"
      : "started: \(plainTitle), \(counted(pairs, "pair"))"
    return (beginning + plainPlayers).harmless
  }

  private var plainProgress: String { "\(matchedPairs) of \(pairs) pairs" }

  private var plainTitle: String {
    if daily.isEmpty { return theme }
    return "\(theme) (daily \(daily)" + (isRepeatedDaily ? ", does not count)" : ")")
  }

  private var plainPlayers: String {
    guard !players.isEmpty else { return "" }
    return "; " + players.text + (playerName.isEmpty ? "" : "; \(playerName)'s turn")
  }
}

extension FinalResult {
  package var plainLine: String {
    let who = winners.isEmpty ? "won" : "won by " + winners.enumeration
    let graded = knownGrade.map { ", grade \($0)" } ?? ""
    let counts = isBotPlayed && winners.isEmpty ? "; a bot played, so it does not count" : ""
    return "\(who): \(plainSums), \(luck.plainLuck)\(graded)\(counts)".harmless
  }

  private var plainSums: String {
    "score \(score), \(moves) moves, par \(par.tenths), \(regret.plainRegret)"
  }
}

extension Double {
  var plainRegret: String { "\(tenths) moves lost to forgetting" }

  fileprivate var plainLuck: String {
    let size = magnitude.tenths
    return size == "0.0"
      ? "neither lucky nor unlucky" : "\(size) moves \(self < 0 ? "" : "un")lucky"
  }
}

extension GameEvent {
  /// Without ends: one line, and for a win a second with the result.
  package func plainLines(_ game: GameState) -> [String] {
    switch self {
    case .started: [game.plainStart]
    case .turnedUp(let card): ["\(card.number) up \(card.name)"]
    case .mismatched(let first, let second):
      ["miss: " + [first, second].compactMap { $0?.numbered }.joined(separator: ", ")]
    case .matched(let cards): [Self.plainMatch(cards, game)]
    case .won(let cards, let result):
      [
        Self.plainMatch(cards, game),
        result?.plainLine ?? "won: score \(game.score), \(game.moves) moves",
      ]
    case .concealed: ["concealed"]
    case .other(let name): [name.harmless]
    }
  }

  private static func plainMatch(_ cards: [BoardCard], _ game: GameState) -> String {
    """
    match: \(names(of: cards).joined(separator: " and ")), \(game.matchedPairs) of \(game.pairs), \
    score \(game.score)
    """
  }
}
