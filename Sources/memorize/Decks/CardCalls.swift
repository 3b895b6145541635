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

  /// The cards of all decks.
  func allCards(
    until isEnough: ([CardSummary]) -> Bool = { _ in false }
  ) throws(ProgramError) -> [CardSummary] {
    var cards: [CardSummary] = []
    for deck in try decks() where !isEnough(cards) {
      cards += try self.cards(of: deck.name, until: isEnough)
      restartClock()
    }
    return cards
  }

  func card(_ id: UInt64) throws(ProgramError) -> CardSummary {
    let card = try allCards { $0.contains { $0.id == id } }.first { $0.id == id }
    guard let card else {
      throw ProgramError(
        BusError(.noSuchCard, "No deck has a card with the number \(id)."))
    }
    return card
  }
}
