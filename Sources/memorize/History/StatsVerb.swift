import ArgumentParser
import BoardLayout
import MemorizeBus
import MemoryGame

struct StatsVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Summarise all games: best results, regret, daily streaks.",
    discussion: """
      Ranked games are those won by a single player without a seed; daily games are not ranked. \
      Only ranked games count for the best results and the mean regret (moves lost to \
      forgetting). The chart shows the most recent ranked games, the newest on the right, in ASCII \
      if the locale is not UTF-8. \
      With --plain there is no chart: print games, won, ranked, mean-regret, daily-streak and \
      longest-daily-streak, each with its number, then “best” with theme, pairs, scoring, score, \
      regret and seconds, separated by tabs.
      """)

  @OptionGroup var ascii: ASCIIOption
  @OptionGroup var common: CommonOptions
  var isASCII: Bool { ascii.ascii }

  /// How many games the chart shows, and among how many it looks for them.
  private static let charted = (shown: 30, searched: 500)

  static let nothing = "No game has been played yet: start one with “memorize new”.\n"

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let statistics = try connection.gameStatistics()
    try options.print(
      json: ["statistics": JSON(statistics)], plain: Self.rows(statistics).tabbed,
      text: Self.text(statistics, try connection.pastGames(Self.charted.searched), options))
  }

  private static func text(
    _ statistics: GameStatistics, _ games: [PastGame], _ options: Options
  ) -> String {
    guard statistics.games > 0 else { return nothing }
    let streaks = "\(statistics.dailyStreak), longest \(statistics.longestDailyStreak)"
    let mean =
      statistics.ranked == 0
      ? "no ranked game won yet" : statistics.meanRegret.lostText + " per ranked game on average"
    var text = """
      \(counted(statistics.games, "game")), \(statistics.won) won, \(statistics.ranked) ranked
      \(mean)
      daily streak \(streaks)

      """
    if !statistics.best.isEmpty { text += "\n" + table(statistics.best).text(options) }
    let columns = Terminal(color: options.color).size.columns
    let chart = chart(games, columns, options.keepsToASCII)
    if !chart.isEmpty { text += "\n" + chart.lines }
    return text
  }

  private static func table(_ best: [GameStatistics.Best]) -> TextTable {
    TextTable(
      columns: [
        .init(heading: "best", isCut: true), .init(heading: "pairs", isRight: true),
        .init(heading: "scoring"), .init(heading: "score", isRight: true),
        .init(heading: "regret", isRight: true), .init(heading: "seconds", isRight: true),
      ], rows: best.map(\.texts))
  }

  /// A number a line, then a line for each of the best.
  private static func rows(_ statistics: GameStatistics) -> [[String]] {
    [
      ["games", String(statistics.games)], ["won", String(statistics.won)],
      ["ranked", String(statistics.ranked)],
      ["mean-regret", statistics.meanRegret.tenths],
      ["daily-streak", String(statistics.dailyStreak)],
      ["longest-daily-streak", String(statistics.longestDailyStreak)],
    ] + statistics.best.map { ["best"] + $0.texts }
  }

  /// A heading and the chart; empty if there is no game to show.
  private static func chart(_ games: [PastGame], _ width: Int, _ isASCII: Bool) -> [String] {
    let results = games.filter { $0.state == "won" }.compactMap(\.result)
      .filter { !$0.isSeeded && !$0.isPractice && $0.winners.isEmpty && $0.pairs > 0 }
    let values = results.map { $0.regret / Double($0.pairs) }.filter { $0.isFinite && $0 >= 0 }
    // The label on the left takes some cells.
    let shown = values.prefix(max(min(charted.shown, width - 8), 1))
    guard !shown.isEmpty else { return [] }
    let bounds = Grade.bounds
    let chart = Chart(
      values: shown.reversed(),
      tops: [bounds.gold, bounds.silver, bounds.bronze, 2, 3, 5, 10, 20, 50, 100], isASCII: isASCII)
    let which = shown.count == 1 ? "the last ranked game" : "the last \(shown.count) ranked games"
    return ["moves lost to forgetting per pair, \(which)"] + chart.lines
  }
}

extension GameStatistics.Best {
  fileprivate var texts: [String] {
    [theme, String(pairs), scoring, String(score), regret.tenths, seconds.tenths]
  }
}

/// A bar chart of a few numbers from 0.
struct Chart {
  let values: [Double]
  /// The top is the first of these that no number exceeds.
  let tops: [Double]
  let isASCII: Bool
  private static let rows = 4
  private static let blocks = Array(" ▁▂▃▄▅▆▇█")

  /// Without ends; empty without numbers.
  var lines: [String] {
    guard !values.isEmpty else { return [] }
    let highest = values.max() ?? 0
    let top = tops.first { $0 >= highest } ?? highest
    let steps = Self.rows * 8
    // A number of 0 has a low bar too.
    let heights = values.map { min(max(Int(($0 / top * Double(steps)).rounded()), 1), steps) }
    let labels = [top.shortest] + Array(repeating: "", count: Self.rows - 2) + ["0"]
    let width = labels.map(\.count).max() ?? 0
    return labels.enumerated().map { index, label in
      let base = (Self.rows - 1 - index) * 8
      let bars = heights.map { block(min(max($0 - base, 0), 8)) }
      let line = label.rightAligned(to: width) + (isASCII ? " |" : " │") + String(bars)
      return line.withoutTrailingSpaces
    }
  }

  private func block(_ eighths: Int) -> Character {
    guard isASCII else { return Self.blocks[eighths] }
    return eighths >= 4 ? "#" : eighths > 0 ? "." : " "
  }
}

extension Double {
  /// Two places at most, and no `.0`.
  fileprivate var shortest: String {
    let text = "\((self * 100).rounded() / 100)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
