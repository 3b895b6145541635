import ArgumentParser
import DBus
import MemorizeBus

/// The verb `theme`.
struct ThemeVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "theme", abstract: "Tells what themes there are.",
    subcommands: [ThemeListVerb.self, ThemeShowVerb.self])
}

/// The verb `theme list`.
struct ThemeListVerb: Verb, Request {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the themes.",
    discussion: """
      With --plain name, icon, size, least and most pairs of a game, separated by tabs.
      """)

  @OptionGroup var common: CommonOptions

  func perform(_ settings: Settings) throws {
    let session = try Session(settings)
    let descriptions = try session.wait {
      $0.call(ThemesContract.list, of: ThemesContract.interface, completion: $1)
    }
    let themes = try descriptions.map { try session.theme($0) }
    switch settings.form {
    case .json:
      let report: JSON = ["themes": .array(themes.map(\.json))]
      try Output.results.write(report.text + "\n")
    case .plain:
      try Output.results.write(themes.map { $0.plainLine + "\n" }.joined())
    case .text:
      try Output.results.write(Self.table(themes))
    }
  }

  /// Icon, name and pairs in columns; the name's column is as wide as the widest.
  private static func table(_ themes: [ThemeView]) -> String {
    CellWidth.prepare()
    func cells(_ text: String) -> Int { text.reduce(0) { $0 + CellWidth.of($1) } }
    func padded(_ text: String, to width: Int) -> String {
      text + String(repeating: " ", count: max(width - cells(text), 0))
    }
    let width = themes.map { cells($0.name.harmless) }.max() ?? 0
    return themes.map {
      padded($0.icon.harmless, to: 2) + " " + padded($0.name.harmless, to: width) + "  "
        + $0.pairsText + ($0.isTwoSided ? ", two-sided" : "") + "\n"
    }.joined()
  }
}

/// The verb `theme show`.
struct ThemeShowVerb: Verb, Request {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows a theme and its pairs.",
    discussion: """
      With --plain the theme's line as “theme list” has it, then a line a pair: first side, second \
      side, pronunciation and name, separated by tabs.
      """)

  @ArgumentParser.Argument(help: "The theme's name.")
  var name: String

  @OptionGroup var common: CommonOptions

  func perform(_ settings: Settings) throws {
    let session = try Session(settings)
    let description = try session.wait {
      $0.call(ThemesContract.get, of: ThemesContract.interface, name, completion: $1)
    }
    let theme = try session.theme(description)
    let pairs = try session.pairs(of: theme)
    switch settings.form {
    case .json:
      let described = theme.json.with("pairs", .array(pairs.map(\.json)))
      try Output.results.write(JSON.object([("theme", described)]).text + "\n")
    case .plain:
      try Output.results.write(([theme.plainLine] + pairs.map(\.plainLine)).lines)
    case .text:
      let heading = "\(theme.icon) \(theme.name): pairs of a game: \(theme.pairsText)".harmless
      try Output.results.write(([heading] + pairs.map { "  " + $0.line }).lines)
    }
  }
}

extension Session {
  /// Reads a theme's description; what is missing is a matter of versions.
  fileprivate func theme(_ description: [String: Value]) throws(ProgramError) -> ThemeView {
    do throws(BusError) {
      return try ThemeView(description)
    } catch {
      throw explain(error)
    }
  }

  /// Reads all pairs, as many at a time as the service gives.
  fileprivate func pairs(of theme: ThemeView) throws(ProgramError) -> [PairView] {
    let limit: UInt32 = 500
    var pairs: [PairView] = []
    while true {
      let offset = UInt32(pairs.count)
      let part = try wait {
        $0.call(
          ThemesContract.pairs, of: ThemesContract.interface, theme.name, offset, limit,
          completion: $1)
      }
      pairs += part.map(PairView.init)
      if part.isEmpty || pairs.count >= theme.size { return pairs }
    }
  }
}

extension [String] {
  /// The lines, each with its end.
  fileprivate var lines: String { map { $0 + "\n" }.joined() }
}
