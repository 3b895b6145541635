internal import MemoryGame
package import Practice

/// A card with the lines of the file it was read from.
package struct DeckEntry: Hashable, Sendable {
  /// The lines, counted from 1; more than one if a quoted field goes on.
  package let lines: ClosedRange<Int>
  package let card: WordCard

  /// The line where the card begins.
  package var line: Int { lines.lowerBound }
}

/// Collects the cards of a deck and the faults of its file, and holds the deck to its limits.
package struct DeckBuilder {
  package private(set) var entries: [DeckEntry] = []
  package private(set) var faults: [FileFault] = []
  private var linesOfCards: [Int: Int32] = [:]
  private var linesOfGuids: [Int: Int32] = [:]

  package init() {}

  /// Makes room for as many cards as a file has lines.
  mutating func reserve(_ lines: Int) {
    let count = min(lines, Deck.maximumCards)
    entries.reserveCapacity(count)
    linesOfCards.reserveCapacity(count)
  }

  /// Adds what a reader makes of some lines, or the fault it finds in them.
  package mutating func add(
    lines: ClosedRange<Int>, _ read: () throws(LineFault) -> WordCard
  ) {
    do throws(LineFault) {
      if entries.count == Deck.maximumCards {
        throw LineFault("There are more than \(Deck.maximumCards) pairs: make two decks of them.")
      }
      let card = try read()
      let line = Int32(clamping: lines.lowerBound)
      let sides = Self.digest(of: card.first, card.second)
      if let other = linesOfCards[sides] {
        throw LineFault(
          "The pair “\(card.first)” stands in line \(other) already: take one of them out.")
      }
      if let guid = card.guid {
        let digest = Self.digest(of: guid)
        if let other = linesOfGuids[digest] {
          throw LineFault(
            "The guid “\(guid)” stands in line \(other) already: take it out of one of them.")
        }
        linesOfGuids[digest] = line
      }
      linesOfCards[sides] = line
      entries.append(DeckEntry(lines: lines, card: card))
    } catch {
      report(lines: lines, error)
    }
  }

  package mutating func report(lines: ClosedRange<Int>, _ fault: LineFault) {
    faults.append(FileFault(lines: lines, fault))
  }

  /// What stands for texts as they are compared, in a quarter of the time that the texts take.
  private static func digest(of texts: String...) -> Int {
    var hasher = Hasher()
    for text in texts { hasher.combine(WrittenText.comparisonKey(text)) }
    return hasher.finalize()
  }
}

extension WordCard {
  /// Makes a card of texts in a file, whose fault then belongs to their line.
  package static func read(
    _ first: String, _ second: String, pronunciation: String?, guid: String?
  ) throws(LineFault) -> WordCard {
    do throws(CardFault) {
      return try WordCard(checking: first, second, pronunciation: pronunciation, guid: guid)
    } catch {
      throw LineFault(error.message)
    }
  }
}
