internal import MemoryGame

// As in Anki, a card is hard once it was forgotten eight times.
extension Schedule {
  package static let hardLapses = 8
  /// After so many more it is marked again.
  private static let lapsesBetweenMarks = 4

  package var isHard: Bool { lapses >= Self.hardLapses }

  /// Whether the review that led here from `before` marks its card as hard, for the first time or
  /// again.
  func isMarked(after before: Schedule?) -> Bool {
    isHard && lapses != before?.lapses
      && (lapses - Self.hardLapses).isMultiple(of: Self.lapsesBetweenMarks)
  }
}

extension Reviews {
  /// The hard cards of a deck, or of all, due or not, the most forgotten first.
  ///
  /// A card comes once for each deck that has it, but not if it is suspended. Without a direction, it
  /// is asked in the one in which it was forgotten more often.
  package func hardCards(ofDeck name: String?, _ direction: Direction? = nil) -> [AskedCard] {
    var hard: [(lapses: Int, place: Int, card: AskedCard)] = []
    for reviewed in askedDecks(name)
    where !standing(ofKey: reviewed.deck.deckName.comparisonKey).isSuspended {
      var seen: Set<Int32> = []
      for (index, number) in reviewed.numbers.enumerated() {
        let card = cards[Int(number)]
        if card.isSuspended || !seen.insert(number).inserted { continue }
        var most: (lapses: Int, direction: Direction)?
        card.forEachAsked { side, schedule in
          guard direction == nil || side == direction, schedule.isHard,
            schedule.lapses > most?.lapses ?? 0
          else { return }
          most = (schedule.lapses, side)
        }
        guard let most else { continue }
        let asked = AskedCard(deck: reviewed.deck, direction: most.direction, index: index)
        hard.append((most.lapses, hard.count, asked))
      }
    }
    return hard.sorted { ($1.lapses, $0.place) < ($0.lapses, $1.place) }.map(\.card)
  }
}

extension Trainer {
  /// How often the card of the last response was forgotten, if that response marked it as hard; else 0.
  package var lapsesMarked: Int {
    guard let change = session?.responses.last?.change, change.after.isMarked(after: change.before)
    else { return 0 }
    return change.after.lapses
  }
}
