import DBus
import MemorizeBus

// Calls about cards that several verbs share.
extension ServiceConnection {
  /// All cards, or as many as `isEnough` wants, in the service's pages.
  func cards(
    of deck: String, until isEnough: ([CardSummary]) -> Bool = { _ in false }
  ) throws(ProgramError) -> [CardSummary] {
    var cards: [CardSummary] = []
    while true {
      let part = try ask(
        DecksContract.cards, of: DecksContract.interface, deck, UInt32(clamping: cards.count),
        DecksContract.maximumCards)
      cards += part
      if part.count < DecksContract.maximumCards || isEnough(part) { return cards }
      restartClock()
    }
  }

  /// The cards of several decks.
  func cards(
    of decks: [String], until isEnough: ([CardSummary]) -> Bool = { _ in false }
  ) throws(ProgramError) -> [CardSummary] {
    var cards: [CardSummary] = []
    for deck in decks where !isEnough(cards) {
      cards += try self.cards(of: deck, until: isEnough)
      restartClock()
    }
    return cards
  }

  func allCards() throws(ProgramError) -> [CardSummary] {
    try cards(of: try decks().map(\.name))
  }

  /// The decks whose cards can be changed.
  func ownDecks() throws(ProgramError) -> [String] {
    try themes().filter { $0.isDeck && $0.isImported }.map(\.name)
  }

  /// Nil if no deck of the user's own has it.
  func ownCard(_ id: UInt64) throws(ProgramError) -> CardSummary? {
    try cards(of: try ownDecks()) { $0.contains { $0.id == id } }.first { $0.id == id }
  }
}
