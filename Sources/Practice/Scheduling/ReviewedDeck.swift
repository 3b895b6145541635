/// A deck with the numbers of its cards, and when they fall due.
struct ReviewedDeck: Sendable {
  let deck: Deck
  /// The number of each card, by its place; cards of one identity have one number.
  let cards: [Int32]
  /// The numbers of its cards in order, each once.
  let members: [Int32]
  var dueTimes = SortedTimes()
  /// How many of its cards were never answered.
  var newCards = 0

  init(_ deck: Deck, _ cards: [Int32]) {
    self.deck = deck
    self.cards = cards
    var members: [Int32] = []
    members.reserveCapacity(cards.count)
    for card in cards.sorted() where members.last != card { members.append(card) }
    self.members = members
  }

  func has(_ card: Int32) -> Bool {
    var low = 0
    var high = members.count
    while low < high {
      let middle = (low + high) / 2
      if members[middle] < card { low = middle + 1 } else { high = middle }
    }
    return low < members.count && members[low] == card
  }

  mutating func change(_ before: UInt64?, to after: UInt64?) {
    if let before { dueTimes.remove(before) }
    if let after { dueTimes.insert(after) }
  }
}
