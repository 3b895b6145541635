import ArgumentParser
import MemorizeBus

/// The verb `history`.
struct HistoryVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Lists the games that were played, the newest first.",
    discussion: """
      Number, local time of the start, theme, pairs, state (playing, won or abandoned), score, \
      moves, regret and grade; with --plain separated by tabs, and without headings. A game that \
      is on has no score yet. Where a line is too long for the terminal, or for COLUMNS, the theme \
      is cut.
      """)

  @Option(help: ArgumentHelp("How many games, 20 where nothing is said.", valueName: "count"))
  var limit: Int?

  @Option(help: ArgumentHelp("Only games older than the one of that number.", valueName: "id"))
  var before: UInt64?

  @OptionGroup var ascii: ASCIIOption
  @OptionGroup var common: CommonOptions
  var isASCII: Bool { ascii.ascii }

  /// More games than anybody plays, and few enough to be kept in memory.
  private static let most = 1_000_000

  func validate() throws {
    guard (1...Self.most).contains(limit ?? 1) else {
      throw ValidationError("--limit takes a number from 1 to \(Self.most).")
    }
  }

  func perform(_ options: Options) throws {
    let games = try ServiceConnection(options).pastGames(limit ?? 20, before: before)
    switch options.form {
    case .json:
      try Output.results.write(JSON.object([("games", .array(games.map(\.json)))]).text + "\n")
    case .plain:
      try Output.results.write(
        games.map { $0.texts.joined(separator: "\t") + "\n" }.joined())
    case .text:
      try Output.results.write(games.isEmpty ? nothing : table(games, options))
    }
  }

  private var nothing: String {
    before.map { "No game is older than \($0).\n" }
      ?? "No game has been played yet: start one with “memorize new”.\n"
  }

  private func table(_ games: [PastGame], _ options: Options) -> String {
    let table = TextTable(
      columns: [
        .init(heading: "id", isRight: true), .init(heading: "when"),
        .init(heading: "theme", isCut: true), .init(heading: "pairs", isRight: true),
        .init(heading: "state"), .init(heading: "score", isRight: true),
        .init(heading: "moves", isRight: true), .init(heading: "regret", isRight: true),
        .init(heading: "grade"),
      ], rows: games.map(\.texts))
    let terminal = Terminal(.results, color: options.color)
    let isASCII = CellWidth.prepare() != .user || options.isASCII
    return table.text(width: terminal.knownColumns, isASCII: isASCII)
  }
}
