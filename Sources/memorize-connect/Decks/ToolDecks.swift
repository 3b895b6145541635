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
    .integer(Self.number(ofDeck: try ThemeName(ofDeck: given.deck).text))
  }

  /// The names of decks in files of the user's own.
  func ownDecks() throws(Refusal) -> [String] {
    let themes = try ask { (service) throws(ProgramError) in try service.themes() }
    return themes.filter { $0.isDeck && $0.isImported }.map(\.name)
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

extension ThemeName {
  init(ofDeck name: String) throws(Refusal) {
    do throws(ThemeError) { try self.init(name) } catch {
      throw Refusal("This cannot be the name of a deck. \(error.message)")
    }
  }
}
