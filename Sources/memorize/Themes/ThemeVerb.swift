import ArgumentParser
import BoardLayout
import CellDrawing
import MemorizeBus
import MemorizeText
import PlainText
import Practice
import Screens

struct ThemeVerb: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "theme", abstract: "List, show, add, remove, check and export themes.",
    subcommands: [
      ThemeListVerb.self, ThemeShowVerb.self, ThemeAddVerb.self, ThemeRemoveVerb.self,
      ThemeCheckVerb.self, ThemeExportVerb.self,
    ])
  static let examples = ["memorize theme list", "memorize theme show Sea"]
}

struct ThemeListVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the themes.",
    discussion: """
      With --ascii the name of the icon follows the theme. With --plain, print name, icon, size, \
      and the minimum and maximum number of pairs in a game, separated by tabs.
      """)
  static let examples = ["memorize theme list", "memorize theme list --added"]

  @Flag(help: "List only themes that are not built in, and imported decks.")
  var added = false

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let themes = try ServiceConnection(options).themes().filter { !added || !$0.isBuiltIn }
    try options.print(
      json: ["themes": .array(themes.map { JSON($0) })],
      plain: themes.map(\.plainLine).lines,
      text: Self.table(themes, isASCII: options.isASCII)
        .text(width: nil, options.symbols, options.palette))
  }

  private static func table(_ themes: [ThemeSummary], isASCII: Bool) -> TextTable {
    let icon = TextTable.Column { row, palette in
      Palette(depth: palette.depth, colors: themes[row].colors).title
    }
    let facts = TextTable.Column { $1.quiet }
    return TextTable(
      rows: themes.map { theme in
        let name = shownThemeName(theme.name)
        return isASCII
          ? [name, theme.iconName, theme.facts]
          : [theme.icon.harmless.padded(to: 2), name, theme.facts]
      },
      columns: isASCII ? [.init(), facts, facts] : [icon, .init(), facts])
  }
}

struct ThemeShowVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a theme and its pairs.",
    discussion: """
      With --plain, print the theme's line as in “theme list”, then a line for each pair: first \
      side, second side, pronunciation and name, separated by tabs.
      """)
  static let examples = ["memorize theme show Sea", "memorize theme show Sea --ascii"]

  @Argument(help: ArgumentHelp("The theme's name.", valueName: "theme"))
  var name: String

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let theme = try connection.theme(named: name)
    let pairs = try connection.pairs(of: theme)
    try options.print(
      json: ["theme": JSON(theme).with("pairs", .array(pairs.map(\.json)))],
      plain: ([theme.plainLine] + pairs.map(\.plainLine)).lines,
      text: Self.text(theme, pairs, isASCII: options.isASCII))
  }

  private static func text(
    _ theme: ThemeSummary, _ pairs: [ThemePair], isASCII: Bool
  ) -> String {
    let name = shownThemeName(theme.name)
    let title = isASCII ? "\(name) (\(theme.iconName))" : "\(theme.icon) \(name)"
    let heading = ThemeText.heading(title, theme.facts).harmless
    let shown = pairs.map { $0.shown(ofTheme: theme.name) }
    return ([heading] + shown.map { "  " + (isASCII ? $0.namedLine : $0.line) }).lines
  }
}

extension ServiceConnection {
  func theme(named name: String) throws -> ThemeSummary {
    try withTheme(name) { try read(ThemesContract.get, $0) }
  }

  /// All pairs of a theme or deck.
  func pairs(of theme: ThemeSummary) throws(ProgramError) -> [ThemePair] {
    let size = ThemesContract.maximumPairs
    return try pages(of: size, upTo: Deck.maximumCards) { (pairs) throws(ProgramError) in
      try read(ThemesContract.pairs, theme.name, UInt32(pairs.count), size)
    }
  }
}
