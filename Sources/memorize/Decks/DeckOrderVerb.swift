import ArgumentParser
import CellDrawing
import MemorizeBus
import MemorizeText
import PlainText
import Screens

struct DeckOrderVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "order", abstract: "Print or set the order of the decks.",
    discussion: """
      “memorize practice” asks the new cards of the first deck first, then those of the next. The \
      decks that you do not name follow by when they were added. Decks that come with the program \
      offer no new cards until “practice start --deck” was used on them. With --plain, print the \
      names, one a line.
      """)
  static let examples = ["memorize deck order German Spanish", "memorize deck order"]

  @Argument(help: ArgumentHelp("The decks that come first, in their order.", valueName: "deck"))
  var decks: [String] = []

  @Flag(help: "Order all decks by when they were added.")
  var byAdded = false

  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard decks.isEmpty || !byAdded else {
      throw ValidationError(
        english("Name decks, or give --by-added, which leaves out all of them."))
    }
  }

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    if byAdded || !decks.isEmpty {
      try connection.withDeck(decks.count == 1 ? decks[0] : nil) {
        try connection.ask(DecksContract.setOrder, $0.map { [$0] } ?? decks)
      }
      if options.isQuiet { return }
    }
    let all = try connection.decks()
    try options.print(
      json: ["decks": .array(all.map { JSON($0) })], plain: all.map { [$0.name] }.tabbed,
      text: TextTable(
        rows: all.map {
          [$0.place > 0 ? "\($0.place)." : "", shownThemeName($0.name), DeckText.state(of: $0)]
        },
        columns: [.init(isRight: true), .init(isCut: true), .init { _, palette in palette.quiet }]
      ).text(options))
  }
}
