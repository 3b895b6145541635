import ArgumentParser
import CellDrawing
import MemorizeBus
import MemorizeText
import MemoryGame
import PlainText
import Practice
import Screens
import Translation

struct DeckListVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the decks, and how many of their cards are due and unseen.",
    discussion: """
      Print name, cards, due and unseen (never answered) cards, in the order of “deck order”, and \
      below how many new cards are left for today, in all decks. With --plain, print name, cards, \
      due, and how many new cards of the deck “memorize practice” may ask today, separated by tabs, \
      without headings. With --hard, list instead the cards that you have forgotten \
      \(Schedule.hardLapses) times or more, the most forgotten first; with --plain, number, deck, first \
      side, second side and how often it was forgotten.
      """)
  static let examples = ["memorize deck list", "memorize deck list --hard"]

  @Flag(help: "List the hard cards of all decks, and how often each was forgotten.")
  var hard = false

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    if hard { try Self.printHard(options) } else { try Self.printDecks(options) }
  }

  private static func printHard(_ options: Options) throws {
    let cards = try ServiceConnection(options).read(DecksContract.hard)
    try options.print(
      json: ["cards": .array(cards.map { JSON($0) })],
      plain: cards.map { [String($0.id), $0.deck, $0.front, $0.back, String($0.lapses)] }.tabbed,
      text: cards.isEmpty
        ? DeckText.noneHard + "\n" : CardListing(cards: cards, showsDeck: true).hardText(options))
  }

  static func printDecks(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let decks = try connection.decks()
    try options.print(
      json: ["decks": .array(decks.map { JSON($0) })],
      plain: decks.map { [$0.name, String($0.cards), String($0.due), String($0.new)] }.tabbed,
      text: table(decks).text(options) + newText(decks, connection))
  }

  private static func table(_ decks: [DeckSummary]) -> TextTable {
    let rows = decks.map {
      let due = $0.isSuspended ? DeckText.state(of: $0) : String($0.due)
      return [shownThemeName($0.name), String($0.cards), due, String($0.unseen)]
    }
    return TextTable(
      columns: [
        .init(heading: tr("deck", context: "column"), isCut: true),
        .init(heading: tr("cards", context: "column"), isRight: true),
        .init(heading: tr("due", context: "column"), isRight: true) {
          decks[$0].due > 0 ? $1.ink(.amber) : $1.quiet
        },
        // Translators: how many cards were never answered.
        .init(heading: tr("unseen", context: "column"), isRight: true) {
          decks[$0].unseen > 0 && decks[$0].offersNew ? $1.ink(.blue) : $1.quiet
        },
      ], rows: rows)
  }

  /// How many new cards are left for today.
  private static func newText(
    _ decks: [DeckSummary], _ connection: ServiceConnection
  ) throws(ProgramError) -> String {
    let unseen = decks.filter { $0.unseen > 0 && !$0.isSuspended }
    guard !unseen.isEmpty else { return "" }
    let left =
      unseen.contains(where: \.offersNew)
      ? DeckText.left(new: try connection.practice().new) : DeckText.noneOffered
    return "\n\(left)\n"
  }
}

/// The same as `deck list`.
struct PracticeDecksVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "decks", abstract: DeckListVerb.configuration.abstract,
    discussion: DeckListVerb.configuration.discussion)
  static let examples = ["memorize practice decks", "memorize practice decks --plain"]

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws { try DeckListVerb.printDecks(options) }
}

struct DeckShowVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the cards of a deck, or play the sounds of one card.",
    discussion: """
      Print for each card its number, its sides, when it is due and its stability: the days after \
      which the chance that you remember it has fallen to 90%. The last two follow again for cards \
      that were asked backward. A card never answered is new. With --plain, print number, deck, \
      first side, second side, pronunciation, active or suspended, and when it is due and its \
      stability, forward and backward, separated by tabs; the last four are empty for a card never \
      answered. With --sound, print only the card with a number, and play the sounds of its first \
      and then of its second side; a side without a sound is spoken.
      """)
  static let examples = [
    #"memorize deck show "Japanese basics""#, "memorize deck show 1742118 --sound",
  ]

  @Argument(
    help: ArgumentHelp(
      "The deck's name; with --sound a card's number, or its first digits.", valueName: "deck"))
  var name: String

  @Flag(help: "Play a card, or speak it.")
  var sound = false

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    if sound { return try hear(connection) }
    let cards = try connection.withDeck(name) { try connection.cards(of: $0) }
    try options.print(
      json: ["deck": .string(cards.first?.deck ?? name), "cards": .array(cards.map { JSON($0) })],
      plain: cards.map(\.fields).tabbed,
      text: CardListing(cards: cards, showsDeck: false).text(options))
  }

  func validate() throws {
    guard !sound || UInt64(name) != nil else {
      throw ValidationError(
        english("With --sound, give the number of a card; “deck show DECK” prints them."))
    }
  }

  private func hear(_ connection: ServiceConnection) throws {
    let number = try connection.number(beginning: UInt64(name) ?? 0)
    guard let card = try connection.cards([number]).first else {
      throw ProgramError(
        .noSuchThing, name: "NoSuchCard",
        english("There is no card with the number \(number)."))
    }
    let options = connection.options
    try options.print(
      json: ["deck": .string(card.deck), "cards": .array([JSON(card)])],
      plain: [card.fields].tabbed, text: CardListing(cards: [card], showsDeck: true).text(options))
    let deck = try connection.decks().first { $0.name == card.deck }
    try connection.hear(card.heardSides(deck?.language ?? "").flatMap { $0.items() })
  }
}

extension CardSummary {
  /// Its sides, for a deck with these languages.
  fileprivate func heardSides(_ languages: String) -> [HeardSide] {
    let languages = SideLanguages(written: languages) ?? .unknown
    let solution = (try? GapSentence(sentence))?.solution(Int(gap)) ?? ""
    return [
      HeardSide(question: front, language: languages.first, sounds: frontSounds),
      HeardSide(
        answer: back, sentence: solution, language: languages.answer(.forward, isGap: gap > 0),
        sounds: backSounds),
    ]
  }
}

struct DeckSearchVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Find cards of all decks.",
    discussion: """
      Case and accents do not matter. Cards that have the text as a whole side come first, then \
      those that have it as a word, then those in which a word begins with it, then the others, and \
      finally those with all its words, not together. The lines are those of “deck show”, with the \
      deck.
      """)
  static let examples = ["memorize deck search cat", "memorize deck search good morning --limit 5"]

  @Argument(help: "What to look for, on either side or in the pronunciation.")
  var text: [String]

  @Option(help: ArgumentHelp("How many cards (default 50).", valueName: "count"))
  var limit: UInt32?

  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard (1...DecksContract.maximumCards).contains(limit ?? 1) else {
      throw ValidationError(
        english("--limit takes a number from 1 to \(DecksContract.maximumCards)."))
    }
  }

  func perform(_ options: Options) throws {
    let text = text.joined(separator: " ")
    let connection = try ServiceConnection(options)
    var cards = try connection.read(DecksContract.search, text, limit ?? 50)
    // What the service knows in English, people read in their language.
    let ownWords = options.form == .text ? text.ownWords : []
    if !ownWords.isEmpty {
      let found = Set(cards.map(\.id))
      cards += try connection.cards(of: Themes.japaneseBasics.text)
        .filter { ownWords.contains($0.back) && !found.contains($0.id) }
      cards = Array(cards.prefix(Int(limit ?? 50)))
    }
    try options.print(
      json: ["cards": .array(cards.map { JSON($0) })], plain: cards.map(\.fields).tabbed,
      text: cards.isEmpty
        ? DeckText.noneFound(text).harmless + "\n"
        : CardListing(cards: cards, showsDeck: true).text(options))
  }
}
