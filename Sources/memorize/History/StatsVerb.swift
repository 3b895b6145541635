import ArgumentParser
import CellDrawing
import Glibc
import MemorizeBus
import MemorizeText
import MemoryGame
import PlainText
import Practice
import Screens
import TerminalKit
import Translation

struct StatsVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Summarize all games: best results, regret, daily streaks.",
    discussion: """
      Ranked games are those won by a single person without a seed; daily games, and those in which \
      a bot played, are not ranked. A game against a bot counts for the people in it: the line \
      “against bots” says how many of these they won. \
      Only ranked games count for the best results and the mean regret (moves lost to \
      forgetting).

      Charts follow, in ASCII if the locale is not UTF-8: the medals of each theme, the regret per pair \
      of the last ranked games, at most 1000, each a dot, and the median of twenty games as a line; \
      the memory span after these games and the ends of its interval; and the games of each day of \
      the last year, which begins as “practice config” says.

      The memory span is the number of cards that a bot would have to remember for as much regret \
      as in your last ranked games, at most 50 of up to 24 pairs; the numbers behind it are the ends \
      of its 90% interval. It is shown from ten games on. It is a number of this game, and no \
      diagnosis.

      With --plain there are no charts and no medals: print games, won, ranked, mean-regret, daily-streak and \
      longest-daily-streak, each with its number, then “duels” with the games won against bots and all \
      such games, if there are any, “span” with the span, the ends of the interval \
      (the upper one may be empty) and the number of games, then “best” with theme, pairs, scoring, \
      score, regret and seconds, separated by tabs.
      """)
  static let examples = ["memorize stats", "memorize stats --json"]

  @OptionGroup var common: CommonOptions

  /// How many past games to look at.
  private static let searched = 10_000

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let statistics = try connection.gameStatistics()
    // The lines for scripts have no charts, and need no more than the span.
    let games = try connection.pastGames(Self.searched) {
      options.form == .plain && Self.played($0).count >= SpanEstimate.maximumGames
    }
    let span = SpanEstimate(Self.played(games))
    guard options.form != .plain else {
      return try Output.results.write(Self.rows(statistics, span).tabbed)
    }
    let start = (try? connection.serviceSettings()).flatMap { ClockTime($0.dayStart) }
    let charts = StatsCharts(
      games, SystemCalendar.current.starting(at: start ?? .usualDayStart),
      now: UInt64(clamping: time(nil)) * 1_000_000)
    try options.print(
      json: ["statistics": charts.add(to: JSON(statistics).with("span", span?.json))], plain: "",
      text: Self.text(statistics, span, charts, options))
  }

  /// The games from which a memory span can be estimated.
  private static func played(_ games: [PastGame]) -> [SpanEstimate.Played] {
    games.filter(\.isRanked).compactMap(\.played)
  }

  private static func text(
    _ statistics: GameStatistics, _ span: SpanEstimate?, _ charts: StatsCharts, _ options: Options
  ) -> String {
    guard statistics.games > 0 else { return GameHistoryText.nothing + "\n" }
    var text = GameHistoryText.sums(statistics).lines
    if let span { text += span.text + "\n" }
    text = Output.results.wrapped(text)
    if !statistics.best.isEmpty { text += "\n" + table(statistics.best).text(options) }
    let columns = Terminal(color: options.color).size.columns
    return text + charts.text(columns: columns, options)
  }

  private static func table(_ best: [GameStatistics.Best]) -> TextTable {
    TextTable(
      columns: [
        // Translators: above the themes of the best games.
        .init(heading: tr("best", context: "column"), isCut: true),
        .init(heading: tr("pairs", context: "column"), isRight: true),
        .init(heading: tr("scoring", context: "column")),
        .init(heading: tr("score", context: "column"), isRight: true),
        .init(heading: tr("regret", context: "column"), isRight: true),
        .init(heading: tr("seconds", context: "column"), isRight: true),
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
    ] + duels + (span.map { [$0.fields] } ?? []) + statistics.best.map { ["best"] + $0.fields }
  }
}

extension PastGame {
  /// Whether it counts toward the mean regret.
  var isRanked: Bool {
    guard phase == .won, let result, result.regretPerPair.isFinite else { return false }
    return !result.isSeeded && !result.isRepeatedDaily && !result.isBotPlayed
      && result.winners.isEmpty && result.pairs > 0 && result.regret >= 0
  }

  /// Nil if no memory span can be estimated from it.
  var played: SpanEstimate.Played? {
    result.flatMap { SpanEstimate.Played(pairs: Int($0.pairs), regret: $0.regret) }
  }
}

extension FinalResult {
  var regretPerPair: Double { regret / Double(pairs) }
}

extension SpanEstimate {
  fileprivate var text: String {
    guard let high else {
      // Translators: {cards} is a number such as 7.5.
      return tr(
        "You remember at least {cards} cards at a time.", ["cards": low.tenthsText])
    }
    // Translators: the places are numbers such as 7.5.
    return tr(
      "You remember about {cards} cards at a time (between {low} and {high}).",
      ["cards": span.tenthsText, "low": low.tenthsText, "high": high.tenthsText])
  }

  fileprivate var fields: [String] {
    ["span", span.tenths, low.tenths, high?.tenths ?? "", String(games)]
  }

  var json: JSON {
    [
      "cards": .real(span), "low": .real(low), "high": high.map { .real($0) } ?? .null,
      "games": .integer(games),
    ]
  }
}

extension GameStatistics.Best {
  fileprivate var fields: [String] {
    [theme, String(pairs), scoring.text, String(score), regret.tenths, seconds.tenths]
  }

  /// For people.
  fileprivate var texts: [String] {
    [
      shownThemeName(theme), String(pairs), GameHistoryText.scoring(scoring), String(score),
      regret.tenthsText, seconds.tenthsText,
    ]
  }
}
