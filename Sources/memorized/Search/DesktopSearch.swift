internal import DBus
internal import MemorizeBus
internal import MemoryGame
internal import PlainText
internal import Practice
internal import Translation
internal import UserService

/// The results of searches from the desktop: cards of all decks, and actions to start.
///
/// It knows decks and names of themes, but neither games nor sessions. No client of ours shows them, so
/// their texts are in the user's language here.
final class DesktopSearch {
  struct Result {
    let id: String
    let title: String
    let detail: String
  }

  static let icon = "org.memorized.Memorize"
  /// The most results of a search.
  static let limit = 10
  private static let maximumOffers = 3
  /// Of each text of a result, in Unicode scalars.
  private static let maximumTextLength = 120
  private static let minimumLetters = 3
  /// The words that find the action to practice.
  private static let practiceWords = "Memorize practice"

  /// Of the window that opens next; empty for none.
  var token = ""

  private let library: ThemeLibrary
  private let decks: DecksOnBus
  private let preparation: Preparation
  private let launcher: Launcher

  init(
    library: ThemeLibrary, decks: DecksOnBus, preparation: Preparation, launcher: Launcher
  ) {
    self.library = library
    self.decks = decks
    self.preparation = preparation
    self.launcher = launcher
  }

  func export(to objects: ObjectServer) {
    let gate = preparation.gate(library.files(withDecks: true))
    objects.export(SearchProvider.interface, of: self, at: SearchProvider.path, after: gate)
    objects.export(Runner.interface, of: self, at: Runner.path, after: gate)
  }

  /// Nil if the text is too short, or longer than any side of a card.
  private static func text(of terms: [String]) -> String? {
    let text = WrittenText.trimmed(terms.joined(by: " "))
    guard text.utf8.count <= WordCard.maximumBytes else { return nil }
    return isLongEnough(text) ? text : nil
  }

  /// A sign that takes two cells is a syllable, and an ideograph is a word; in other scripts a vowel
  /// may be a letter that no character begins with.
  private static func isLongEnough(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    return WrittenText.cells(text.filter { !$0.isWhitespace }) >= minimumLetters
      || scalars.count(where: \.properties.isAlphabetic) >= minimumLetters
      || scalars.contains(where: \.properties.isIdeographic)
  }

  /// Answers a search once all decks are read.
  func find<Found: BusType>(
    _ terms: [String], _ reply: Reply<Found>, _ found: @escaping ([Result]) -> Found
  ) {
    guard let text = Self.text(of: terms) else { return reply.answer { found([]) } }
    preparation.answer(reply, after: [decks.searched]) { [self] in found(results(for: text)) }
  }

  private func results(for text: String) -> [Result] {
    var results = offers(for: text)
    let found = decks.searched.cards(with: text, limit: Self.limit - results.count)
    for (deck, index) in found {
      results.append(Self.result(index, of: deck))
    }
    return results
  }

  /// The actions whose names have a word beginning with each word of a text.
  private func offers(for text: String) -> [Result] {
    let names = library.current.themes.filter(\.isPlayable).map(\.name)
    let practice = "\(Self.practiceWords) \(Self.practice.title)"
    let texts = [practice] + names.map { "\($0) \(translated($0, context: "theme"))" }
    var search = CardSearch([CardList(texts.map { WordCard($0, "") })])
    return search.cards(with: text, limit: Self.maximumOffers, beginning: true).map { found in
      found.card == 0 ? Self.practice : Self.game(names[found.card - 1])
    }
  }
}

// Results and their identifiers: `practice`, `game THEME`, `card PLACE DECK`, then in a line of its
// own the card's guid or else its first side, because its index changes with the deck's file.
extension DesktopSearch {
  private static var practice: Result {
    Result(
      id: "practice", title: tr("Practice", context: "title"), detail: tr("Practice word cards"))
  }

  private static func game(_ theme: String) -> Result {
    Result(
      id: "game \(theme)", title: shown(translated(theme, context: "theme")),
      detail: tr("Start a game with this theme"))
  }

  private static func result(_ index: Int, of deck: Practice.Deck) -> Result {
    let card = deck.cards[index]
    let isOurs = deck.name == Themes.japaneseBasics.text
    let second = isOurs ? translated(card.second, context: "word") : card.second
    let texts = [card.first, second, card.pronunciation ?? ""].filter { !$0.isEmpty }
    return Result(
      id: "card \(index) \(deck.name)\n\(key(of: card))", title: shown(texts[0]),
      detail: (texts.dropFirst() + [translated(deck.name, context: "theme")]).map(shown).joined(
        by: " · "))
  }

  /// A side may have no text, and the gaps of a sentence have one guid.
  private static func key(of card: WordCard) -> String {
    let key = card.guid ?? (card.first.isEmpty ? card.second : card.first)
    return card.gap.map { "\(key)\t\($0.number)" } ?? key
  }

  /// Joiners and soft hyphens are part of how a word is written.
  private static func shown(_ text: String) -> String {
    WrittenText.harmless(text, upTo: maximumTextLength)
  }

  /// Nil for an unknown identifier.
  ///
  /// For a missing card it shows the deck: one result without a description makes GNOME Shell show
  /// none.
  func result(_ id: String) -> Result? {
    let words = id.split(separator: " ", maxSplits: 1).map(String.init)
    switch (words.first, words.count) {
    case ("practice", 1): return Self.practice
    case ("game", 2): return library.theme(named: words[1]).map { Self.game($0.name) }
    default:
      guard let (deck, index) = card(id) else { return nil }
      let result = index.map { Self.result($0, of: deck) }
      return Result(
        id: id, title: result?.title ?? Self.shown(deck.name),
        detail: result?.detail ?? tr("This card is no longer in the deck"))
    }
  }

  /// The deck of a card, and its present index in it; nil for the identifier of something else.
  private func card(_ id: String) -> (deck: Practice.Deck, index: Int?)? {
    let lines = id.split(separator: "\n", maxSplits: 1).map(String.init)
    let words = lines.first?.split(separator: " ", maxSplits: 2).map(String.init) ?? []
    guard lines.count == 2, words.count == 3, words[0] == "card", let index = Int(words[1]),
      let deck = decks.searched.deck(named: words[2])
    else { return nil }
    func isCard(at index: Int) -> Bool {
      Self.key(of: deck.cards[index]) == lines[1]
    }
    if deck.cards.indices.contains(index), isCard(at: index) { return (deck, index) }
    return (deck, deck.cards.indices.first(where: isCard))
  }
}

// What opens in a terminal, which closes with its program.
extension DesktopSearch {
  private static let waits = "|| { echo 'Press Enter to close.'; read -r _; }"
  /// A pager would hide why there is nothing to show.
  private static let showDeck = """
    deck=$("$0" deck show -- "$1") && printf '%s\\n' "$deck" | less -+F ${2:+-p "^ *$2 "} \(waits)
    """
  private static let searchDecks = """
    cards=$("$0" deck search -- "$1") && printf '%s\\n' "$cards" | less -+F \(waits)
    """

  func open(_ id: String) throws {
    defer { token = "" }
    let command: ShellCommand?
    if let (deck, index) = card(id) {
      // `less` shows the deck from the line of the card with this number.
      let number = try index.map { "\(try decks.id(of: $0, in: deck))" }
      command = Self.command(Self.showDeck, [deck.name] + (number.map { [$0] } ?? []))
    } else if let result = result(id) {
      command =
        result.id == Self.practice.id
        ? Self.command("\"$0\" practice play \(Self.waits)")
        : Self.command(
          "\"$0\" play --theme=\"$1\" \(Self.waits)", [String(id.dropFirst("game ".count))])
    } else {
      throw BusError.invalidArguments("There is no result “\(id.printable)”. Search again.")
    }
    try launcher.start(command, token: token.isEmpty ? nil : token)
  }

  func open(terms: [String]) throws {
    let text = WrittenText.trimmed(terms.joined(by: " "))
    try launcher.start(Self.command(Self.searchDecks, [text]), token: nil)
  }

  private static func command(_ script: String, _ arguments: [String] = []) -> ShellCommand? {
    ShellCommand(inTerminal: script, of: "memorize", arguments)
  }
}
