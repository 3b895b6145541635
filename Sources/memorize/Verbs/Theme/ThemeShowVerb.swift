import ArgumentParser
import MemorizeBus

/// The verb `theme show`.
struct ThemeShowVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows a theme and its pairs.",
    discussion: """
      With --plain the theme's line as “theme list” has it, then a line a pair: first side, second \
      side, pronunciation and name, separated by tabs.
      """)

  @ArgumentParser.Argument(help: ArgumentHelp("The theme's name.", valueName: "theme"))
  var name: String

  @OptionGroup var ascii: ASCIIOption
  @OptionGroup var common: CommonOptions
  var isASCII: Bool { ascii.ascii }

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let theme = try connection.theme(named: name)
    let pairs = try connection.pairs(of: theme)
    switch options.form {
    case .json:
      let described = JSON(theme).with("pairs", .array(pairs.map(\.json)))
      try Output.results.write(JSON.object([("theme", described)]).text + "\n")
    case .plain:
      try Output.results.write(([theme.plainLine] + pairs.map(\.plainLine)).lines)
    case .text:
      let isASCII = options.isASCII
      let title = isASCII ? "\(theme.name) (\(theme.iconName))" : "\(theme.icon) \(theme.name)"
      let heading = "\(title): pairs of a game: \(theme.pairsText)\(theme.kindText)".harmless
      let lines = pairs.map { "  " + (isASCII ? $0.namedLine : $0.line) }
      try Output.results.write(([heading] + lines).lines)
    }
  }
}

extension [String] {
  /// The lines, each with its end.
  fileprivate var lines: String { map { $0 + "\n" }.joined() }
}
