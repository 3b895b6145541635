import ArgumentParser
import MemorizeBus
import MemoryGame
import Practice
import ThemeFiles

struct DeckExportVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Print a deck as a table for Anki or for spreadsheets.",
    discussion: """
      In Anki, choose File, Import. With --json the output is in the field text.
      """)

  @ArgumentParser.Argument(help: ArgumentHelp("The deck's name.", valueName: "deck"))
  var name: String

  @Option(help: "What to print: anki (a text that Anki imports) or csv.")
  var to: DeckFormat = .anki

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let theme = try connection.suggestingDeck(for: name) {
      try connection.ask(ThemesContract.get, of: ThemesContract.interface, name)
    }
    guard theme.isDeck else {
      throw ProgramError(
        .refused, name: "NoSuchDeck", "“\(theme.name)” is a theme of single faces, not a deck.")
    }
    let cards = try connection.pairs(of: theme).map {
      WordCard($0.first, $0.second, pronunciation: $0.pronunciation)
    }
    let text = to.text(of: cards, name: theme.name)
    guard options.form == .json else { return try Output.results.write(text) }
    let report: JSON = [
      "name": .string(theme.name), "format": .string(to.rawValue), "text": .string(text),
    ]
    try Output.results.write(report.text + "\n")
  }
}

enum DeckFormat: String, ExpressibleByArgument, CaseIterable {
  case anki, csv

  func text(of cards: [WordCard], name: String) -> String {
    switch self {
    case .anki: DeckFile.text(of: cards, name: try? ThemeName(name))
    case .csv: Self.csv(cards)
    }
  }

  private static func csv(_ cards: [WordCard]) -> String {
    let rows = cards.map { [$0.first, $0.second, $0.pronunciation ?? "", $0.guid ?? ""] }
    return ([["Front", "Back", "Pronunciation", "GUID"]] + rows)
      .map { $0.map(field).joined(separator: ",") }.lines
  }

  /// A `#` at its beginning would make the line a comment.
  private static func field(_ text: String) -> String {
    guard text.first == "#" || text.contains(where: { "\",\r\n".contains($0) }) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
