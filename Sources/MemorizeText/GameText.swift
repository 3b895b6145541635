package import MemorizeBus
import PlainText

// What people read of the game; what scripts read is in `PlainGame.swift`.
extension GameState {
  /// `Halloween: 3 of 8 pairs, score 4, 9 flips, 4 moves`, and whose turn it is.
  package var statusLine: String {
    guard exists else { return "no game: start one with “memorize new”" }
    let facts = [
      progressText, "score \(score)", plural(flips, one: "1 flip", other: "\(flips) flips"),
      movesText(moves),
    ]
    let all = (phase == .won ? ["won"] : []) + facts
    return withPlayers("\(title): \(all.joined(separator: ", "))")
  }

  package var startedLine: String {
    withPlayers(
      isResumed
        ? "resumed: \(title), \(progressText), \(movesText(moves))"
        : "started: \(title), \(pairsText(pairs))")
  }

  /// If it is resumed.
  package var resumption: String {
    let game = daily.isEmpty ? "The game of \(theme)" : "The daily game"
    return "\(game) is resumed: \(progressText), \(movesText(moves))."
  }

  /// After another game took its place.
  package func abandonedLine(canBeResumed: Bool) -> String {
    let line = "Abandoned: \(title), \(progressText), score \(score).".harmless
    return canBeResumed ? line + " “memorize resume” takes it up again." : line
  }

  /// `3 of 8 pairs`.
  package var progressText: String { "\(matchedPairs) of \(pairs) pairs" }

  /// The theme, and whether it is a daily game that counts.
  private var title: String {
    if daily.isEmpty { return theme }
    return isRepeatedDaily
      ? "\(theme) (daily \(daily), does not count)" : "\(theme) (daily \(daily))"
  }

  private func withPlayers(_ text: String) -> String {
    let turn = playerName.isEmpty ? [] : ["\(playerName)'s turn"]
    let all = players.isEmpty ? [text] : [text, players.text] + turn
    return all.joined(separator: "; ").harmless
  }
}

extension FinalResult {
  package var line: String {
    let title = winners.isEmpty ? "won" : "won by \(winners.enumeration)"
    let grade = knownGrade.map { ["grade \($0)"] } ?? []
    let line = title + ": " + ([sums, luck.luckText] + grade).joined(separator: ", ")
    let isUncounted = isBotPlayed && winners.isEmpty
    return (isUncounted ? "\(line); a bot played, so it does not count" : line).harmless
  }

  package var sums: String {
    "score \(score), \(movesText(moves)), par \(par.tenths), \(regret.lostText)"
  }
}

extension Double {
  /// Regret: `0.5 moves lost to forgetting`.
  package var lostText: String { "\(tenths) moves lost to forgetting" }

  package var lossText: String {
    tenths == "0.0" ? "no move lost to forgetting" : lostText
  }

  /// Luck, without a sign: `1.9 moves lucky`.
  package var luckText: String {
    let size = magnitude.tenths
    if size == "0.0" { return "neither lucky nor unlucky" }
    return self < 0 ? "\(size) moves lucky" : "\(size) moves unlucky"
  }
}

/// Without `count` the number of cards is not known.
package func noCardText(_ card: some BinaryInteger, of count: Int?) -> String {
  guard let count, count > 0 else {
    return "There is no card \(card) on this board; cards are numbered from 0."
  }
  return "There is no card \(card); this board's cards are numbered 0 to \(count - 1)."
}

package func dailyStreakText(_ days: UInt32) -> String {
  plural(days, one: "Daily streak: 1 day", other: "Daily streak: \(days) days")
}

package func movesText(_ moves: some BinaryInteger) -> String {
  plural(moves, one: "1 move", other: "\(moves) moves")
}

package func pairsText(_ pairs: some BinaryInteger) -> String {
  plural(pairs, one: "1 pair", other: "\(pairs) pairs")
}
