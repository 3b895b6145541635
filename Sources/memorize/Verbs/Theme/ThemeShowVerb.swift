import ArgumentParser
import MemorizeBus

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
    let theme = try session.theme(named: name)
    let pairs = try session.pairs(of: theme)
    switch settings.form {
    case .json:
      let described = theme.json.with("pairs", .array(pairs.map(\.json)))
      try Output.results.write(JSON.object([("theme", described)]).text + "\n")
    case .plain:
      try Output.results.write(([theme.plainLine] + pairs.map(\.plainLine)).lines)
    case .text:
      let heading =
        "\(theme.icon) \(theme.name): pairs of a game: \(theme.pairsText)\(theme.kindText)"
      try Output.results.write(([heading.harmless] + pairs.map { "  " + $0.line }).lines)
    }
  }
}

extension [String] {
  /// The lines, each with its end.
  fileprivate var lines: String { map { $0 + "\n" }.joined() }
}
