import MemorizeBus

extension GameStatistics.Best {
  /// Theme, pairs, scoring, score, regret and seconds.
  var texts: [String] {
    [
      theme.harmless, String(pairs), scoring.harmless, String(score), regret.tenths,
      seconds.tenths,
    ]
  }
}

extension GameStatistics {
  /// A number a line, then a line for each of the best, separated by tabs.
  var plain: String {
    let numbers = [
      ["games", String(games)], ["won", String(won)], ["mean-regret", meanRegret.tenths],
      ["daily-streak", String(dailyStreak)],
      ["longest-daily-streak", String(longestDailyStreak)],
    ]
    return (numbers + best.map { ["best"] + $0.texts })
      .map { $0.joined(separator: "\t") + "\n" }.joined()
  }
}
