import ArgumentParser
import MemorizeBus
import MemoryGame
import PlainText
import Practice
import Screens
import ThemeFiles

struct ThemeExportVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Print a theme as a line of a theme file, or as a deck.",
    discussion: """
      Add the line to a theme file; save the deck as a file of its own, or import it with “deck \
      import --pronunciation 3”. With --json the output is in the field text.
      """)
  static let examples = ["memorize theme export Sea", "memorize theme export German --format tsv"]

  @Argument(help: ArgumentHelp("The theme's name.", valueName: "theme"))
  var name: String

  @Option(help: "What to print: themes (a line of a theme file) or tsv (a deck).")
  var format: ThemeFormat = .themes

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let theme = try connection.theme(named: name)
    let text = try format.text(of: theme, try connection.pairs(of: theme))
    try options.print(
      json: [
        "name": .string(theme.name), "format": .string(format.rawValue), "text": .string(text),
      ], plain: text, text: text)
  }
}

/// A line of a theme file, or a deck.
enum ThemeFormat: String, ExpressibleByArgument, CaseIterable {
  case themes, tsv

  func text(of theme: ThemeSummary, _ pairs: [ThemePair]) throws(ProgramError) -> String {
    switch self {
    case .themes: try Self.line(of: theme, pairs) + "\n"
    case .tsv: try Self.deck(of: theme, pairs)
    }
  }

  private static func line(
    of theme: ThemeSummary, _ pairs: [ThemePair]
  ) throws(ProgramError) -> String {
    try Result { () throws(ThemeError) in ThemeLine.text(of: try theme.theme(of: pairs)) }
      .mapError {
        refusal(
          english("“\(theme.name)” does not fit in a theme file.") + " \($0.message) "
            + english("Try --format tsv."))
      }.get()
  }

  private static func deck(
    of theme: ThemeSummary, _ pairs: [ThemePair]
  ) throws(ProgramError) -> String {
    guard !pairs.contains(where: \.second.isEmpty) else {
      throw refusal(
        english(
          "“\(theme.name)” has one-sided pairs, but the cards of a deck have two sides. Omit "
            + "--format."))
    }
    let cards = try Result { () throws(LineError) in
      try pairs.map { pair throws(LineError) in
        try WordCard(checking: pair.first, pair.second, pronunciation: pair.pronunciation)
      }
    }.mapError { refusal(english("“\(theme.name)” cannot be a deck.") + " \($0.message)") }.get()
    return DeckFile.text(of: cards, name: try? ThemeName(theme.name))
  }

  private static func refusal(_ message: String) -> ProgramError {
    ProgramError(.refused, name: "InvalidTheme", message)
  }
}

extension ThemeSummary {
  /// Builds the model's theme from what the service publishes.
  ///
  /// The service does not distinguish `random` from a range of 2 to all, nor a number above all
  /// from all: their games are the same.
  fileprivate func theme(of pairs: [ThemePair]) throws(ThemeError) -> Theme {
    try Theme(
      name: name, icon: icon, colors: colors,
      pairs: pairs.map { pair throws(ThemeError) in try Pair(pair) }, rule: try rule())
  }

  private func rule() throws(ThemeError) -> PairRule {
    if maxPairs >= size {
      if minPairs >= size { return .all }
      if minPairs == Theme.minimumPairs { return .random }
    }
    return try PairRule(minimum: Int(minPairs), maximum: Int(maxPairs))
  }
}
