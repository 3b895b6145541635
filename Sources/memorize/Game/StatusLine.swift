import MemorizeBus

/// The game in one line.
extension GameState {
  /// `Halloween: 3 of 8 pairs, score 4, 9 flips, 4 moves`, and whose turn it is.
  var statusLine: String {
    guard isThere else { return "no game: start one with “memorize new”" }
    var parts = ["\(matchedPairs) of \(pairs) pairs", "score \(score)"]
    parts.append(counted(flips, "flip"))
    parts.append(counted(moves, "move"))
    let won = state == "won" ? " won," : ""
    return ("\(theme):\(won) " + parts.joined(separator: ", ") + playersPart).harmless
  }

  /// What is said when a game begins.
  var startedLine: String {
    ("started: \(theme), \(counted(pairs, "pair"))" + playersPart).harmless
  }

  private var playersPart: String {
    guard !players.isEmpty else { return "" }
    let scores = players.map { "\($0.name) \($0.score)" }.joined(separator: ", ")
    guard state == "playing", players.indices.contains(Int(turn)) else { return "; " + scores }
    return "; \(scores); turn of \(players[Int(turn)].name)"
  }

  private func counted(_ count: UInt32, _ noun: String) -> String {
    "\(count) \(noun)" + (count == 1 ? "" : "s")
  }
}
