internal import MemoryGame
internal import Practice
internal import Store

/// What decks show that were read: cards that got guids keep their reviews.
final class NotedCards: Preparation.Need {
  private let store: Store
  private let reviews: () -> Reviews
  private let onName: () -> Void
  /// The comparison keys of decks that were read.
  private var read: Set<String> = []
  /// The cards whose lines have got guids.
  private var named: [CardIdentity] = []

  init(_ store: Store, reviews: @escaping () -> Reviews, onName: @escaping () -> Void) {
    (self.store, self.reviews, self.onName) = (store, reviews, onName)
  }

  func note(_ deck: Practice.Deck) { read.insert(deck.deckName.comparisonKey) }

  var isMet: Bool { read.isEmpty && named.isEmpty || !store.isOpen }

  func advance(while mayContinue: () -> Bool) -> Bool {
    guard !isMet else { return false }
    do throws(StoreError) {
      if read.isEmpty { try name(while: mayContinue) } else { try look() }
    } catch {
      // The store has logged why; the next reading tries it again.
      (read, named) = ([], [])
      onName()
    }
    return !isMet
  }

  private func look() throws(StoreError) {
    let (decks, reviews) = (read, reviews())
    read = []
    named += try store.use { tables throws(StoreError) in
      guard try tables.log.hasOthers() else { return [] }
      var sides: [CardIdentity] = []
      for key in decks { sides += try tables.practice.cards.sides(ofDeck: key) }
      return sides.filter { !reviews.isInDeck($0) && reviews.isInDeck($0.named) }
    }
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
