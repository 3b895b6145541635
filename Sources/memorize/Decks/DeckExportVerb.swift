import ArgumentParser
import MemorizeBus
import MemoryGame
import Practice
import ThemeFiles

struct DeckExportVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Print a deck as a table for Anki or for spreadsheets.",
    discussion: """
      In Anki, choose File, Import, and the type of the notes: those with the same guids change \
      then. With --json the output is in the field text.
      """)

  @ArgumentParser.Argument(help: ArgumentHelp("The deck's name.", valueName: "deck"))
  var name: String

  @Option(help: "What to print: anki (a text that Anki imports) or csv.")
  var to: DeckFormat = .anki

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let (name, cards) = try ServiceConnection(options).deck(named: name)
    let text = to.text(of: cards, name: name)
    guard options.form == .json else { return try Output.results.write(text) }
    let report: JSON = [
      "name": .string(name), "format": .string(to.rawValue), "text": .string(text),
    ]
    try Output.results.write(report.text + "\n")
  }
}

extension ServiceConnection {
  /// The name of a deck as it is written, and all its cards, in the service's pages.
  fileprivate func deck(named typed: String) throws -> (name: String, cards: [WordCard]) {
    var (name, cards) = (typed, [WordCard]())
    while true {
      let page = try suggestingDeck(for: typed) {
        try ask(
          DecksContract.cards, of: DecksContract.interface, typed, UInt32(cards.count),
          DecksContract.maximumCards)
      }
      guard let first = page.first else { return (name, cards) }
      if !first.deck.isEmpty { name = first.deck }
      cards += page.map {
        WordCard($0.front, $0.back, pronunciation: $0.pronunciation, guid: $0.guid)
      }
    }
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

  /// With the guids first: Anki would take the column after the fields of a note for its tags.
  private static func anki(_ cards: [WordCard], name: String) -> String {
    let header = """
      #separator:tab
      #html:false
      #deck:\(name)
      #columns:GUID\tFront\tBack\tPronunciation
      #guid column:1

      """
    let file = try? DeckMerge(cards, into: Array(header.utf8)).applied()
    return String(decoding: file ?? [], as: UTF8.self)
  }

  private static func csv(_ cards: [WordCard]) -> String {
    let rows = cards.map { [$0.first, $0.second, $0.pronunciation ?? "", $0.guid ?? ""] }
    return ([DeckFile.tableColumns] + rows)
      .map { $0.map(field).joined(separator: ",") }.lines
  }

  /// A `#` at its beginning would make the line a comment.
  private static func field(_ text: String) -> String {
    guard text.first == "#" || text.contains(where: { "\",\r\n".contains($0) }) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
