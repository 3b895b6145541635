import ArgumentParser
import DBus
import MemorizeBus

/// The verb `practice decks`.
struct PracticeDecksVerb: Verb, Request {
  static let configuration = CommandConfiguration(
    commandName: "decks", abstract: "Lists the decks, and what of each is due and new.",
    discussion: """
      Name, cards, due and new; with --plain separated by tabs, and without headings. New are cards \
      never answered, up to what today allows.
      """)

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let decks = try connection.wait {
      $0.call(PracticeContract.decks, of: PracticeContract.interface, completion: $1)
    }
    switch options.form {
    case .json:
      try Output.results.write(JSON.object([("decks", .array(decks.map { JSON($0) }))]).text + "\n")
    case .plain:
      try Output.results.write(decks.map { $0.texts.joined(separator: "\t") + "\n" }.joined())
    case .text: try Output.results.write(Self.table(decks, options))
    }
  }

  private static func table(_ decks: [DeckSummary], _ options: Options) -> String {
    let isASCII = CellWidth.prepare() != .user || options.isASCII
    return TextTable(
      columns: [
        .init(heading: "deck", isCut: true), .init(heading: "cards", isRight: true),
        .init(heading: "due", isRight: true), .init(heading: "new", isRight: true),
      ], rows: decks.map(\.texts)
    ).text(
      width: Terminal(.results, color: options.color).knownColumns, isASCII: isASCII)
  }
}
