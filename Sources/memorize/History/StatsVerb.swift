import ArgumentParser
import DBus
import MemorizeBus

/// The verb `stats`.
struct StatsVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Sums up all games: the best, regret, daily streaks.",
    discussion: """
      Seeded games, those of the day and practice games count as games only: they are neither among \
      those won nor the best, nor in the mean regret. The chart shows the regret per pair of the \
      last games that were won alone, the newest at the right, in ASCII where the locale is not of \
      UTF-8. With --plain there is none: games, won, mean-regret, daily-streak and \
      longest-daily-streak, each with its number, then “best” with theme, pairs, scoring, score, \
      regret and seconds, separated by tabs.
      """)

  @OptionGroup var ascii: ASCIIOption
  @OptionGroup var common: CommonOptions
  var isASCII: Bool { ascii.ascii }

  /// How many games the chart shows, and of how many the last are looked for.
  private static let charted = (shown: 30, searched: 500)

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let statistics = try connection.wait {
      $0.call(HistoryContract.statistics, of: HistoryContract.interface, completion: $1)
    }
    switch options.form {
    case .json:
      let report = JSON.object([("statistics", JSON(statistics))])
      try Output.results.write(report.text + "\n")
    case .plain: try Output.results.write(statistics.plain)
    case .text:
      let games = try connection.pastGames(Self.charted.searched)
      try Output.results.write(Self.text(statistics, games, options))
    }
  }

  private static func text(
    _ statistics: GameStatistics, _ games: [PastGame], _ options: Options
  ) -> String {
    guard statistics.games > 0 else {
      return "No game has been played yet: start one with “memorize new”.\n"
    }
    let terminal = Terminal(.results, color: options.color)
    let isASCII = CellWidth.prepare() != .user || options.isASCII
    var lines = [
      "\(counted(statistics.games, "game")), \(statistics.won) won",
      "mean regret \(statistics.won > 0 ? statistics.meanRegret.tenths : "-")",
      "daily streak \(statistics.dailyStreak), longest \(statistics.longestDailyStreak)",
    ]
    if !statistics.best.isEmpty {
      lines += ["", table(statistics, terminal.knownColumns, isASCII)]
    }
    let chart = chart(games, terminal.size.columns, isASCII)
    if !chart.isEmpty { lines += [""] + chart }
    return lines.map { $0.hasSuffix("\n") ? $0 : $0 + "\n" }.joined()
  }

  private static func counted(_ count: UInt32, _ noun: String) -> String {
    "\(count) \(noun)" + (count == 1 ? "" : "s")
  }

  private static func table(
    _ statistics: GameStatistics, _ width: Int?, _ isASCII: Bool
  ) -> String {
    TextTable(
      columns: [
        .init(heading: "best", isCut: true), .init(heading: "pairs", isRight: true),
        .init(heading: "scoring"), .init(heading: "score", isRight: true),
        .init(heading: "regret", isRight: true), .init(heading: "seconds", isRight: true),
      ], rows: statistics.best.map(\.texts)
    ).text(width: width, isASCII: isASCII)
  }

  /// A heading and the chart; nothing without a game that it could show.
  private static func chart(_ games: [PastGame], _ width: Int, _ isASCII: Bool) -> [String] {
    let results = games.filter { $0.state == "won" }.compactMap(\.result)
      .filter { !$0.isSeeded && !$0.isPractice && $0.winners.isEmpty && $0.pairs > 0 }
    let values = results.map { $0.regret / Double($0.pairs) }.filter { $0.isFinite && $0 >= 0 }
    // The label at the left takes some cells.
    let shown = values.prefix(max(min(charted.shown, width - 8), 1))
    guard !shown.isEmpty else { return [] }
    // The bounds of gold, silver and bronze come first.
    let chart = Chart(
      values: shown.reversed(), tops: [0.1, 0.35, 1, 2, 3, 5, 10, 20, 50, 100], isASCII: isASCII)
    let which = shown.count == 1 ? "the last game" : "the last \(shown.count) games"
    return ["regret per pair, \(which) won alone"] + chart.lines
  }
}
