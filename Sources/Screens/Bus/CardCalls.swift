import DBus
package import MemorizeBus
import Practice

// Cards in as many calls as are needed.
extension ServiceConnection {
  /// All cards, or as many as `isEnough` wants, in the service's pages.
  package func cards(
    of deck: String, until isEnough: ([CardSummary]) -> Bool = { _ in false }
  ) throws(ProgramError) -> [CardSummary] {
    let size = DecksContract.maximumCards
    return try pages(of: size, upTo: Deck.maximumCards, until: isEnough) {
      (cards) throws(ProgramError) in
      try read(DecksContract.cards, deck, UInt32(cards.count), size)
    }
  }

  /// The cards with these numbers, once for each deck that has them.
  package func cards(_ ids: [UInt64]) throws(ProgramError) -> [CardSummary] {
    var (cards, rest) = ([CardSummary](), ids[...])
    while !rest.isEmpty {
      cards += try read(DecksContract.find, Array(rest.prefix(Int(DecksContract.maximumCards))))
      rest = rest.dropFirst(Int(DecksContract.maximumCards))
      restartClock()
    }
    return cards
  }
}
