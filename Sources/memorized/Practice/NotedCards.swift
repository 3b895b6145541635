internal import MemoryGame
internal import Practice
internal import Store

/// What decks show that were read: cards that got guids keep their reviews, and a card that was removed
/// but is there again, put back by hand, is not gone.
final class NotedCards: Preparation.Need {
  /// Whether decks may show what the merging of their copies removes.
  var isMerging: () -> Bool = { false }

  /// Called with a deck whose cards have guids on another machine, or had them in its file before.
  var onUnnamed: ((String) -> Void)?

  private let store: Store
  private let reviews: () -> Reviews
  private let onName: () -> Void
  /// The decks that were read, and what they were before.
  private var read: [String: (deck: Practice.Deck, before: Practice.Deck?)] = [:]
  /// The cards whose lines have got guids.
  private var named: [CardIdentity] = []

  init(_ store: Store, reviews: @escaping () -> Reviews, onName: @escaping () -> Void) {
    (self.store, self.reviews, self.onName) = (store, reviews, onName)
  }

  func note(_ deck: Practice.Deck, before: Practice.Deck?) {
    read[deck.name] = (deck, read[deck.name].map(\.before) ?? before)
  }

  var isMet: Bool { read.isEmpty && named.isEmpty || !store.isOpen || isMerging() }

  func advance(while mayContinue: () -> Bool) -> Bool {
    guard !isMet else { return false }
    do throws(StoreError) {
      if read.isEmpty { try name(while: mayContinue) } else { try look() }
    } catch {
      // The store has logged why; the next reading tries it again.
      (read, named) = ([:], [])
      onName()
    }
    return !isMet
  }

  private func look() throws(StoreError) {
    let (decks, reviews) = (read, reviews())
    read = [:]
    let gone = try store.use { tables throws(StoreError) in
      if try tables.log.hasOthers() {
        for (deck, _) in decks.values {
          let key = deck.deckName.comparisonKey
          let known = Set(try tables.log.named(ofDeck: key))
          named += try tables.practice.cards.sides(ofDeck: key).filter {
            !known.contains($0) && !reviews.isInDeck($0) && reviews.isInDeck($0.named)
          }
          if !deck.cards.haveGuids, known.contains(where: reviews.isInDeck) {
            onUnnamed?(deck.name)
          }
        }
      }
      let gone = try tables.log.gone()
      // A removal that was interrupted is not one yet.
      return gone.isEmpty ? [] : try tables.practice.changes.pending().isEmpty ? gone : []
    }
    let back = gone.filter { card in
      reviews.isInDeck(card)
        && reviews.decks(with: card).contains { deck, _ in
          guard let (_, before) = decks[deck.name] else { return false }
          return before?.has(card) == false
        }
    }
    if back.isEmpty { return }
    try store.change { tables throws(StoreError) in try tables.log.set(gone: false, Array(back)) }
  }

  private func name(while mayContinue: () -> Bool) throws(StoreError) {
    try store.change { tables throws(StoreError) in
      repeat {
        if let card = named.popLast() { try tables.log.name(card) }
      } while !named.isEmpty && mayContinue()
    }
    if named.isEmpty { onName() }
  }
}
