import ArgumentParser
import MemorizeBus

/// The verb `theme export`.
struct ThemeExportVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Prints a theme as a line of a file, or as a deck.",
    discussion: """
      memorize theme export "Deep Sea" >>sea.themes

      What is printed can be read again: the line in a file of themes, the deck in a file of its \
      own, or by “theme import --pronunciation 3”. With --json it stands in the field text.
      """)

  @ArgumentParser.Argument(help: ArgumentHelp("The theme's name.", valueName: "theme"))
  var name: String

  @Option(help: "themes, a line of a file of themes; or tsv, a deck.")
  var format: ThemeFormat = .themes

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let theme = try connection.theme(named: name)
    let text = try format.text(of: theme, try connection.pairs(of: theme))
    guard options.form == .json else { return try Output.results.write(text) }
    let report: JSON = [
      "name": .string(theme.name), "format": .string(format.rawValue), "text": .string(text),
    ]
    try Output.results.write(report.text + "\n")
  }
}
