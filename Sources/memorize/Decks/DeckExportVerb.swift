import ArgumentParser
import MemorizeBus
import PlainText
import Practice
import Screens
import ThemeFiles

struct DeckExportVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Print a deck as a table for Anki or for spreadsheets.",
    discussion: """
      In Anki, choose File, Import, and the type of the notes: those with the same guids change \
      then, in their first two fields; csv has pronunciations too. With --json the output is in the \
      field text.
      """)
  static let examples = ["memorize deck export German", "memorize deck export German --to csv"]

  @Argument(help: ArgumentHelp("The deck's name.", valueName: "deck"))
  var name: String

  @Option(help: "What to print: anki (a text that Anki imports) or csv.")
  var to: DeckFormat = .anki

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let cards = try connection.suggestingDeck(for: self.name) {
      try connection.cards(of: self.name)
    }
    let name = cards.first?.deck ?? self.name
    let text = to.text(
      of: cards.map {
        WordCard($0.front, $0.back, pronunciation: $0.pronunciation, guid: $0.guid)
      }, name: name)
    try options.print(
      json: ["name": .string(name), "format": .string(to.rawValue), "text": .string(text)],
      plain: text, text: text)
  }
}

enum DeckFormat: String, ExpressibleByArgument, CaseIterable {
  case anki, csv

  func text(of cards: [WordCard], name: String) -> String {
    switch self {
    case .anki: Self.anki(cards, name: name)
    case .csv: Self.csv(cards)
    }
  }

  /// Without pronunciations: Anki maps columns to fields in order and takes a further one as tags,
  /// and many types of notes have only two fields.
  private static func anki(_ cards: [WordCard], name: String) -> String {
    DeckFile.text(
      of: cards, header: ["#separator:tab", "#html:false", "#deck:\(name)", "#guid column:1"],
      isShort: true)
  }

  private static func csv(_ cards: [WordCard]) -> String {
    let rows = cards.map { [$0.first, $0.second, $0.pronunciation ?? "", $0.guid ?? "", $0.note] }
    return ([DeckFile.tableColumns] + rows)
      .map { $0.map(field).joined(separator: ",") }.lines
  }

  /// A leading `#` would make the line a comment.
  private static func field(_ text: String) -> String {
    guard text.first == "#" || text.contains(where: { "\",\r\n".contains($0) }) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
