import ArgumentParser
import DBus
import MemorizeBus

/// The verb `theme list`.
struct ThemeListVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the themes.",
    discussion: """
      With --ascii the icon is named behind the theme. With --plain name, icon, size, least and most \
      pairs of a game, separated by tabs.
      """)

  @Flag(help: "List only what was added to the built-in themes, and no imported decks.")
  var added = false

  @OptionGroup var ascii: ASCIIOption
  @OptionGroup var common: CommonOptions
  var isASCII: Bool { ascii.ascii }

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let all = try connection.wait {
      $0.call(ThemesContract.list, of: ThemesContract.interface, completion: $1)
    }
    let themes = all.filter { !added || $0.isAdded }
    switch options.form {
    case .json:
      let report: JSON = ["themes": .array(themes.map { JSON($0) })]
      try Output.results.write(report.text + "\n")
    case .plain:
      try Output.results.write(themes.map { $0.plainLine + "\n" }.joined())
    case .text:
      try Output.results.write(Self.table(themes, isASCII: options.isASCII))
    }
  }

  private static func table(_ themes: [ThemeSummary], isASCII: Bool) -> String {
    TextTable(
      rows: themes.map { theme in
        let told = theme.pairsText + theme.kindText
        if isASCII { return [theme.name, theme.iconName, told] }
        let icon = theme.icon.harmless.padded(to: 2)
        return ["\(icon) \(theme.name)", told]
      }
    ).text()
  }
}
