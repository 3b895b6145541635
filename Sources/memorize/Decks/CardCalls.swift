import DBus
import MemorizeBus
import Practice

// Calls about cards that several verbs share.
extension ServiceConnection {
  /// All cards, or as many as `isEnough` wants, in the service's pages.
  func cards(
    of deck: String, until isEnough: ([CardSummary]) -> Bool = { _ in false }
  ) throws(ProgramError) -> [CardSummary] {
    var cards: [CardSummary] = []
    while true {
      let part = try read(
        DecksContract.cards, of: DecksContract.interface, deck, UInt32(clamping: cards.count),
        DecksContract.maximumCards)
      cards += part
      if part.count < DecksContract.maximumCards || isEnough(part) { return cards }
      // A service that repeated a page would be asked for ever.
      guard cards.count < Deck.maximumCards else { throw explain(.unfitting) }
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

  /// The cards with these numbers, for each of the decks that have them.
  func cards(_ ids: [UInt64]) throws(ProgramError) -> [CardSummary] {
    var (cards, rest) = ([CardSummary](), ids[...])
    while !rest.isEmpty {
      cards += try read(
        DecksContract.find, of: DecksContract.interface,
        Array(rest.prefix(Int(DecksContract.maximumCards))))
      rest = rest.dropFirst(Int(DecksContract.maximumCards))
      restartClock()
    }
    return cards
  }

  /// The decks whose cards can be changed.
  func ownDecks() throws(ProgramError) -> [String] {
    try themes().filter { $0.isDeck && $0.isImported }.map(\.name)
  }
}
