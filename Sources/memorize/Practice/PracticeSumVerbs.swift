import ArgumentParser
import DBus
import MemorizeBus

/// The verb `practice decks`.
struct PracticeDecksVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "decks", abstract: "Lists the decks, and what of each is due and new.",
    discussion: """
      Name, cards, due and new; with --plain separated by tabs, and without headings. New are cards \
      never answered, up to what today allows.
      """)

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let decks = try ServiceConnection(options).decks()
    let rows = decks.map(\.texts)
    let table = TextTable(
      columns: [
        .init(heading: "deck", isCut: true), .init(heading: "cards", isRight: true),
        .init(heading: "due", isRight: true),
        .init(heading: "new", isRight: true),
      ], rows: rows)
    try options.print(
      json: ["decks": .array(decks.map { JSON($0) })], plain: rows.tabbed, text: table.text(options)
    )
  }
}

/// The verb `practice stats`.
struct PracticeStatsVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Sums up all reviews: what is ahead, and what was remembered.",
    discussion: """
      One chart shows the reviews that fall due today and on each day after, one what was remembered \
      on past days, in ASCII where the locale is not of UTF-8. With --plain there is none: answers, \
      reviewed, recalled and retrievability (in percent; empty without any card), each with its \
      number; then “ahead”, the days from today, and a number; then “day”, its date, how many cards \
      were reviewed and how many recalled; separated by tabs.
      """)

  @OptionGroup var ascii: ASCIIOption
  @OptionGroup var common: CommonOptions
  var isASCII: Bool { ascii.ascii }

  func perform(_ options: Options) throws {
    var statistics = try ServiceConnection(options).wait {
      $0.call(PracticeContract.statistics, of: PracticeContract.interface, completion: $1)
    }
    // No share is above the whole, whatever a service says.
    statistics.days = statistics.days.map {
      Struct($0.fields.0, $0.fields.1, min($0.fields.1, $0.fields.2))
    }
    let width = Terminal(.results, color: options.color).size.columns
    try options.print(
      json: ["statistics": JSON(statistics)], plain: statistics.plain,
      text: statistics.text(width: width, isASCII: options.keepsToASCII))
  }
}

extension DeckSummary {
  /// Name, cards, due and new.
  fileprivate var texts: [String] { [name.harmless, String(cards), String(due), String(new)] }
}

extension ServiceConnection {
  /// Reads the decks.
  func decks() throws(ProgramError) -> [DeckSummary] {
    let decks = try wait {
      $0.call(PracticeContract.decks, of: PracticeContract.interface, completion: $1)
    }
    return decks
  }
}
