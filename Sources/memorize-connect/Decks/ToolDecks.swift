internal import MemoryGame
internal import MemorizeBus
internal import PlainText
internal import Screens

// Decks as tools see them: those to which cards can be added.
extension ToolResponder {
  /// A tool wants one to choose; a deck begins with its first card.
  private static let usualDeck = "Default"

  struct DeckName: Decodable {
    let deck: String
  }

  func deckNames() throws(Refusal) -> JSON { .array(try shownDecks().map { .string($0) }) }

  func deckNamesAndIds() throws(Refusal) -> JSON {
    .object(try shownDecks().map { ($0, .integer(Self.number(ofDeck: $0))) })
  }

  /// Only checks the name.
  func createDeck(_ given: DeckName) throws(Refusal) -> JSON {
    let name = try ThemeName(ofDeck: given.deck)
    if try closedNames().contains(name.comparisonKey) { throw .closed(name) }
    return .integer(Self.number(ofDeck: name.text))
  }

  /// The names of decks in files of the user's own.
  func ownDecks() throws(Refusal) -> [String] {
    try themes().filter(\.isOwnDeck).map(\.name)
  }

  /// The names, for comparison, of themes and decks to which no card can be added.
  func closedNames() throws(Refusal) -> Set<String> {
    Set(try themes().filter { !$0.isOwnDeck }.map { ThemeName.comparisonKey(of: $0.name) })
  }

  private func themes() throws(Refusal) -> [ThemeSummary] {
    try ask { (service) throws(ProgramError) in try service.themes() }
  }

  private func shownDecks() throws(Refusal) -> [String] {
    let own = try ownDecks()
    return own.isEmpty ? [Self.usualDeck] : own
  }

  /// Follows from the name, and readers keep it as floating point.
  static func number(ofDeck name: String) -> UInt64 {
    ThemeName.comparisonKey(of: name).utf8.hashFNV1a() >> 12
  }
}

extension ThemeSummary {
  fileprivate var isOwnDeck: Bool { isDeck && isImported }
}

extension Refusal {
  static func closed(_ deck: ThemeName) -> Refusal {
    Refusal(
      "Cards can be added only to decks in files of your own, not to “\(deck.text.printable)”.")
  }
}

extension ThemeName {
  init(ofDeck name: String) throws(Refusal) {
    do throws(ThemeError) { try self.init(name) } catch {
      throw Refusal("This cannot be the name of a deck. \(error.message)")
    }
  }
}
