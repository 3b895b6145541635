import ArgumentParser
import CellDrawing
import MemorizeBus
import MemoryGame
import PlainText
import Screens
import TerminalKit

struct StatsVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Summarize all games: best results, regret, daily streaks.",
    discussion: """
      Ranked games are those won by a single person without a seed; daily games, and those in which \
      a bot played, are not ranked. A game against a bot counts for the people in it: the line \
      “against bots” says how many of these they won. \
      Only ranked games count for the best results and the mean regret (moves lost to \
      forgetting). The chart shows the most recent ranked games, the newest on the right, in ASCII \
      if the locale is not UTF-8.

      The memory span is the number of cards that a bot would have to remember for as much regret \
      as in your last ranked games, at most 50 of up to 24 pairs; the numbers behind it are the ends \
      of its 90% interval. It is shown from ten games on. It is a number of this game, and no \
      diagnosis.

      With --plain there is no chart: print games, won, ranked, mean-regret, daily-streak and \
      longest-daily-streak, each with its number, then “duels” with the games won against bots and all \
      such games, if there are any, “span” with the span, the ends of the interval \
      (the upper one may be empty) and the number of games, then “best” with theme, pairs, scoring, \
      score, regret and seconds, separated by tabs.
      """)
  static let examples = ["memorize stats", "memorize stats --json"]

  @OptionGroup var common: CommonOptions

  /// How many games the chart shows.
  private static let charted = 30
  /// How many past games to search for ranked ones.
  private static let searched = 10_000

  static let nothing = "No game has been played yet: start one with “memorize new”.\n"

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let statistics = try connection.gameStatistics()
    let games = try connection.pastGames(Self.searched) {
      Self.played(Self.ranked($0)).count >= SpanEstimate.maximumGames
    }
    let ranked = Self.ranked(games)
    let span = SpanEstimate(Self.played(ranked))
    try options.print(
      json: ["statistics": JSON(statistics).with("span", span?.json)],
      plain: Self.rows(statistics, span).tabbed,
      text: Self.text(statistics, span, ranked, options))
  }

  /// The results that count toward the mean regret.
  private static func ranked(_ games: [PastGame]) -> [FinalResult] {
    games.filter { $0.phase == .won }.compactMap(\.result)
      .filter {
        !$0.isSeeded && !$0.isRepeatedDaily && !$0.isBotPlayed && $0.winners.isEmpty && $0.pairs > 0
      }
  }

  /// The games from which a memory span can be estimated.
  private static func played(_ ranked: [FinalResult]) -> [SpanEstimate.Played] {
    ranked.compactMap { SpanEstimate.Played(pairs: Int($0.pairs), regret: $0.regret) }
  }

  private static func text(
    _ statistics: GameStatistics, _ span: SpanEstimate?, _ ranked: [FinalResult],
    _ options: Options
  ) -> String {
    guard statistics.games > 0 else { return nothing }
    let streaks = "\(statistics.dailyStreak), longest \(statistics.longestDailyStreak)"
    let mean =
      statistics.ranked == 0
      ? "no ranked game won yet"
      : "\(statistics.meanRegret.tenths) moves lost to forgetting per ranked game on average"
    var text = """
      \(plural(statistics.games, one: "1 game", other: "\(statistics.games) games")), \
      \(statistics.won) won, \(statistics.ranked) ranked
      \(mean)
      daily streak \(streaks)

      """
    if statistics.duels > 0 {
      text += "against bots: \(statistics.duelsWon) of \(statistics.duels) won\n"
    }
    if let span { text += span.text + "\n" }
    if !statistics.best.isEmpty { text += "\n" + table(statistics.best).text(options) }
    let columns = Terminal(color: options.color).size.columns
    let chart = chart(ranked, columns, options)
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

  /// One number per line, then the span, then one line per best game.
  private static func rows(_ statistics: GameStatistics, _ span: SpanEstimate?) -> [[String]] {
    let duels =
      statistics.duels == 0
      ? [] : [["duels", String(statistics.duelsWon), String(statistics.duels)]]
    return [
      ["games", String(statistics.games)], ["won", String(statistics.won)],
      ["ranked", String(statistics.ranked)],
      ["mean-regret", statistics.meanRegret.tenths],
      ["daily-streak", String(statistics.dailyStreak)],
      ["longest-daily-streak", String(statistics.longestDailyStreak)],
    ] + duels + (span.map { [$0.fields] } ?? []) + statistics.best.map { ["best"] + $0.texts }
  }

  /// A heading and the chart; empty if there is no game to show.
  private static func chart(
    _ ranked: [FinalResult], _ width: Int, _ options: Options
  ) -> [String] {
    let values = ranked.map { $0.regret / Double($0.pairs) }.filter { $0.isFinite && $0 >= 0 }
    // Leaves room for the label on the left.
    let shown = values.prefix(max(min(charted, width - 8), 1))
    guard !shown.isEmpty else { return [] }
    let bounds = Grade.bounds
    let chart = Chart(
      values: shown.reversed(),
      tops: [bounds.gold, bounds.silver, bounds.bronze, 2, 3, 5, 10, 20, 50, 100],
      options.symbols)
    let heading = plural(
      shown.count, one: "moves lost to forgetting per pair, the last ranked game",
      other: "moves lost to forgetting per pair, the last \(shown.count) ranked games")
    return [heading.painted(options.palette?.quiet)] + chart.lines(options.palette)
  }
}

extension SpanEstimate {
  fileprivate var text: String {
    guard let high else { return "You remember at least \(low.tenths) cards at a time." }
    return
      "You remember about \(span.tenths) cards at a time (between \(low.tenths) and \(high.tenths))."
  }

  fileprivate var fields: [String] {
    ["span", span.tenths, low.tenths, high?.tenths ?? "", String(games)]
  }

  fileprivate var json: JSON {
    [
      "cards": .real(span), "low": .real(low), "high": high.map { .real($0) } ?? .null,
      "games": .integer(games),
    ]
  }
}

extension GameStatistics.Best {
  fileprivate var texts: [String] {
    [theme, String(pairs), scoring.text, String(score), regret.tenths, seconds.tenths]
  }
}
