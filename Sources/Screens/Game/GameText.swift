package import MemorizeBus
package import MemoryGame
import PlainText

extension GameState {
  /// `Halloween: 3 of 8 pairs, score 4, 9 flips, 4 moves`, and whose turn it is.
  package var statusLine: String {
    guard exists else { return "no game: start one with “memorize new”" }
    var parts = [progressText, "score \(score)"]
    parts.append(counted(flips, "flip"))
    parts.append(counted(moves, "move"))
    let won = phase == .won ? " won," : ""
    return ("\(title):\(won) " + parts.joined(separator: ", ") + playersPart).harmless
  }

  /// `3 of 8 pairs`.
  var progressText: String { "\(matchedPairs) of \(pairs) pairs" }

  package var startedLine: String {
    let beginning =
      isResumed
      ? "resumed: \(title), \(progressText), \(counted(moves, "move"))"
      : "started: \(title), \(counted(pairs, "pair"))"
    return (beginning + playersPart).harmless
  }

  /// Of a game that has just been started: whether it goes on where it was left.
  package var isResumed: Bool { flips > 0 }

  /// For people, if it is resumed.
  package var resumption: String {
    "The daily game is resumed: \(progressText), \(counted(moves, "move"))."
  }

  /// The theme, and whether it is a daily game that counts.
  private var title: String {
    if daily.isEmpty { return theme }
    return "\(theme) (daily \(daily)" + (isRepeatedDaily ? ", does not count)" : ")")
  }

  private var playersPart: String {
    guard !players.isEmpty else { return "" }
    return "; " + players.text + (playerName.isEmpty ? "" : "; \(playerName)'s turn")
  }
}

extension FinalResult {
  package var line: String {
    let who = winners.isEmpty ? "won" : "won by " + winnersText
    let graded = knownGrade.map { ", grade \($0)" } ?? ""
    let counts = isBotPlayed && winners.isEmpty ? "; a bot played, so it does not count" : ""
    return "\(who): \(sums), \(luck.luckText)\(graded)\(counts)".harmless
  }

  package var sums: String {
    "score \(score), \(moves) moves, par \(par.tenths), \(regret.lostText)"
  }
}

extension Double {
  /// Regret for people: `0.5 moves lost to forgetting`.
  package var lostText: String { "\(tenths) moves lost to forgetting" }

  /// Luck for people, without a sign: `1.9 moves lucky`.
  var luckText: String {
    let size = magnitude.tenths
    return size == "0.0"
      ? "neither lucky nor unlucky" : "\(size) moves \(self < 0 ? "" : "un")lucky"
  }
}

extension GameState {
  package var board: [BoardCard] {
    cards.enumerated().map { BoardCard($0, $1) }
  }

  /// The unmatched cards that are face up.
  package var up: [BoardCard] { board.filter { $0.state == .up } }

  /// The number of the first card of a move that has begun.
  var marked: Int? {
    let up = up
    return up.count == 1 ? up.first?.number : nil
  }

  /// The player to move; empty in a game without names or a finished one.
  package var playerName: String {
    guard phase == .playing, players.indices.contains(Int(turn)) else { return "" }
    return players[Int(turn)].name
  }

  /// Whether it is the daily game that counts.
  package var countsAsDaily: Bool { !daily.isEmpty && !isRepeatedDaily }

  /// Whether it is that game, and is not won yet.
  package var isScoredDaily: Bool { phase == .playing && countsAsDaily }

  /// Whether another game would end this one in its midst.
  package var isLostByAnother: Bool { isScoredDaily || (phase == .playing && flips > 0) }
}
