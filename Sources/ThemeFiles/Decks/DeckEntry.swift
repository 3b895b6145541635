/// A card with the lines of the file it was read from.
package struct DeckEntry: Hashable, Sendable {
  /// The lines, counted from 1; more than one where a quoted field goes on.
  package let lines: ClosedRange<Int>
  /// The card.
  package let pair: DeckPair

  /// The line where the card begins.
  package var line: Int { lines.lowerBound }
}
