import DBus

/// What all games come to, as the service tells it.
struct StatisticsView {
  /// The best game of a theme, a number of pairs and a scoring.
  struct Best {
    let theme: String
    let pairs: UInt32
    let scoring: String
    let score: Int32
    let regret: Double
    let seconds: Double

    fileprivate init(_ entry: [String: Value]) throws(BusError) {
      let fields = Fields(entry)
      theme = try fields.read("theme")
      pairs = try fields.read("pairs")
      scoring = try fields.read("scoring")
      score = try fields.read("score")
      regret = try fields.read("regret")
      seconds = try fields.read("seconds")
    }

    /// Theme, pairs, scoring, score, regret and seconds.
    var fields: [String] {
      [
        theme.harmless, String(pairs), scoring.harmless, String(score), regret.tenths,
        seconds.tenths,
      ]
    }

    fileprivate var json: JSON {
      [
        "theme": .string(theme), "pairs": .integer(pairs), "scoring": .string(scoring),
        "score": .integer(score), "regret": .real(regret), "seconds": .real(seconds),
      ]
    }
  }

  let games: UInt32
  let won: UInt32
  let best: [Best]
  let meanRegret: Double
  let dailyStreak: UInt32
  let longestDailyStreak: UInt32

  /// Reads the service's answer.
  ///
  /// - Throws: `UnknownProperty` where a key is missing or of another type.
  init(_ answer: [String: Value]) throws(BusError) {
    let fields = Fields(answer)
    games = try fields.read("games")
    won = try fields.read("won")
    let entries: [[String: Value]] = try fields.read("best")
    var best: [Best] = []
    for entry in entries { best.append(try Best(entry)) }
    self.best = best
    meanRegret = try fields.read("mean-regret")
    dailyStreak = try fields.read("daily-streak")
    longestDailyStreak = try fields.read("longest-daily-streak")
  }

  /// The numbers as `--json` tells them.
  var json: JSON {
    [
      "games": .integer(games), "won": .integer(won), "best": .array(best.map(\.json)),
      "mean_regret": .real(meanRegret), "daily_streak": .integer(dailyStreak),
      "longest_daily_streak": .integer(longestDailyStreak),
    ]
  }

  /// A number a line, then a line for each of the best, separated by tabs.
  var plain: String {
    let numbers = [
      ["games", String(games)], ["won", String(won)], ["mean-regret", meanRegret.tenths],
      ["daily-streak", String(dailyStreak)],
      ["longest-daily-streak", String(longestDailyStreak)],
    ]
    return (numbers + best.map { ["best"] + $0.fields })
      .map { $0.joined(separator: "\t") + "\n" }.joined()
  }
}
