/// Collects the cards of a deck and the faults of its file, and holds the deck to its limits.
struct DeckBuilder {
  private(set) var entries: [DeckEntry] = []
  private(set) var faults: [FileFault] = []
  private var linesOfPairs: [DeckPair.Key: Int] = [:]
  private var linesOfGuids: [String: Int] = [:]

  /// Adds what a reader makes of some lines, or the fault it finds in them.
  mutating func add(
    lines: ClosedRange<Int>, _ read: () throws(LineFault) -> DeckPair
  ) {
    do throws(LineFault) {
      if entries.count == DeckFile.maximumPairs {
        throw LineFault(
          "There are more than \(DeckFile.maximumPairs) pairs: make two decks of them.")
      }
      let pair = try read()
      try refuseRepeat(of: pair)
      linesOfPairs[pair.key] = lines.lowerBound
      if let guid = pair.guid { linesOfGuids[guid] = lines.lowerBound }
      entries.append(DeckEntry(lines: lines, pair: pair))
    } catch {
      report(lines: lines, error)
    }
  }

  mutating func report(lines: ClosedRange<Int>, _ fault: LineFault) {
    faults.append(FileFault(lines: lines, fault))
  }

  private func refuseRepeat(of pair: DeckPair) throws(LineFault) {
    if let line = linesOfPairs[pair.key] {
      throw LineFault(
        "The pair “\(pair.first)” stands in line \(line) already: take one of them out.")
    }
    if let guid = pair.guid, let line = linesOfGuids[guid] {
      throw LineFault(
        "The guid “\(guid)” stands in line \(line) already: take it out of one of them.")
    }
  }
}

extension DeckPair {
  /// Makes a card of texts in a file, whose fault then belongs to their line.
  static func read(
    _ first: String, _ second: String, pronunciation: String?, guid: String?
  ) throws(LineFault) -> DeckPair {
    do throws(DeckPairFault) {
      return try DeckPair(first, second, pronunciation: pronunciation, guid: guid)
    } catch {
      throw LineFault(error.message)
    }
  }
}
