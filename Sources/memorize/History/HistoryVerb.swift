import ArgumentParser
import CellDrawing
import MemorizeBus
import MemorizeText
import PlainText
import Screens
import Translation

struct HistoryVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "List past games, newest first.",
    discussion: """
      Print number, local start time, theme, pairs, state (playing, won or abandoned), score, \
      moves, regret and grade; with --plain separated by tabs, without headings, and then “daily” \
      for a daily game that counts, “practice” for a later one of its day, or “bot” if a bot turned \
      cards up; for people, daily and bot come before the theme. A game in progress \
      has no score yet. If a line is too long for the terminal, or for COLUMNS, the theme is \
      shortened.
      """)
  static let examples = ["memorize history", "memorize history --limit 5 --plain"]

  @Option(help: ArgumentHelp("How many games (default 20).", valueName: "count"))
  var limit: Int?

  @Option(
    help: ArgumentHelp("List only games older than the game with this number.", valueName: "id"))
  var before: UInt64?

  @OptionGroup var common: CommonOptions

  /// More games than anybody plays, but few enough to hold in memory.
  private static let maximumLimit = 1_000_000

  func validate() throws {
    guard (1...Self.maximumLimit).contains(limit ?? 1) else {
      throw ValidationError(
        english("--limit takes a number from 1 to \(Self.maximumLimit)."))
    }
  }

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let past = try connection.pastGames(limit ?? 20, before: before)
    // The history does not say whether the current game is a daily one.
    let current = past.contains { $0.phase == .playing } ? try connection.game() : nil
    let games = past.map { ListedGame($0, current: current) }
    try options.print(
      json: ["games": .array(games.map(\.json))], plain: games.map(\.fields).tabbed,
      text: games.isEmpty ? nothing : Self.table(games).text(options))
  }

  private var nothing: String {
    // Translators: {id} is the number of a game.
    (before.map { tr("No game is older than {id}.", ["id": $0]) } ?? GameHistoryText.nothing) + "\n"
  }

  private static func table(_ games: [ListedGame]) -> TextTable {
    TextTable(
      columns: [
        .init(heading: tr("id", context: "column"), isRight: true),
        .init(heading: tr("when", context: "column")),
        .init(heading: tr("theme", context: "column"), isCut: true),
        .init(heading: tr("pairs", context: "column"), isRight: true),
        .init(heading: tr("state", context: "column")) { games[$0].statePaint($1) },
        .init(heading: tr("score", context: "column"), isRight: true),
        .init(heading: tr("moves", context: "column"), isRight: true),
        // Translators: moves lost to forgetting.
        .init(heading: tr("regret", context: "column"), isRight: true),
        .init(heading: tr("grade", context: "column")),
      ], rows: games.map(\.row))
  }
}

/// A row of the list.
private struct ListedGame {
  let game: PastGame
  /// The day of a daily game; empty for others.
  private let daily: String
  private let isRepeatedDaily: Bool

  init(_ game: PastGame, current: GameState?) {
    self.game = game
    let now = current.flatMap { $0.id == game.id ? $0 : nil }
    daily = game.result?.daily ?? now?.daily ?? ""
    isRepeatedDaily = game.result?.isRepeatedDaily ?? now?.isRepeatedDaily ?? false
  }

  /// `bot`, `daily` or `practice`; empty for most.
  private var mark: String {
    if game.result?.isBotPlayed == true { return "bot" }
    return daily.isEmpty ? "" : isRepeatedDaily ? "practice" : "daily"
  }

  var json: JSON {
    JSON(game).with("daily", .string(daily)).with("result", game.result.map { JSON($0) })
  }

  /// Number, time, theme, pairs, state, score, moves, regret, grade and what kind of game it is;
  /// score to grade are empty for a game in progress.
  var fields: [String] {
    [String(game.id), game.startedAt.localTime, game.theme, String(game.pairs), game.state.text]
      + (game.result.map {
        [String($0.score), String($0.moves), $0.regret.tenths, $0.grade.text]
      } ?? ["", "", "", ""]) + [mark]
  }

  /// For people; the mark comes first, since a long theme is cut.
  var row: [String] {
    [
      String(game.id), game.startedAt.localTime, markedTheme, String(game.pairs),
      GameHistoryText.state(game.state),
    ]
      + (game.result.map {
        [
          String($0.score), String($0.moves), $0.regret.tenthsText,
          GameHistoryText.grade($0.grade),
        ]
      } ?? ["", "", "", ""])
  }

  private var markedTheme: String {
    let theme = shownThemeName(game.theme)
    return switch mark {
    // Translators: a game of {theme} in which a bot turned cards up.
    case "bot": tr("bot {theme}", ["theme": theme])
    // Translators: a daily game of {theme}.
    case "daily": tr("daily {theme}", ["theme": theme])
    default: theme
    }
  }

  func statePaint(_ palette: Palette) -> Paint? {
    switch game.phase {
    case .won: palette.ink(.green)
    case .playing: palette.ink(.amber)
    case .abandoned: palette.quiet
    case nil: nil
    }
  }
}
