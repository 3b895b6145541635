import DBus
package import MemorizeBus
package import Practice
import ThemeFiles

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

  /// The cards of the user's own decks with one of these first sides, or of sentences with their gaps.
  package func cards(withFronts fronts: some Sequence<String>) throws(ProgramError) -> [CardSummary]
  {
    var (cards, rest) = ([CardSummary](), Array(fronts)[...])
    while !rest.isEmpty {
      cards += try read(DecksContract.findFronts, Array(rest.prefix(DecksContract.maximumFronts)))
      rest = rest.dropFirst(DecksContract.maximumFronts)
      restartClock()
    }
    return cards
  }

  /// Reads the whole log with the days of its reviews.
  package func loggedReviews() throws(ProgramError) -> [LoggedReview] {
    let size = PracticeContract.maximumReviews
    return try pages(of: size, inOrder: { $0.id < $1.id }) { (rows) throws(ProgramError) in
      ReviewColumns(try read(PracticeContract.reviewColumns, rows.last?.id ?? 0, size)).rows
    }.compactMap(\.logged)
  }
}

extension NewCardOptions {
  package init(_ card: WordCard) {
    self.init()
    (front, back, pronunciation) = (card.frontField, card.backField, card.pronunciation)
    (guid, note) = (card.guid, card.note.isEmpty ? nil : card.note)
    tags = card.tags.isEmpty ? nil : card.tagList
  }
}
