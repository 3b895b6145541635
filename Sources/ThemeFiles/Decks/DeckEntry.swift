/// A card with the lines of the file it was read from.
public struct DeckEntry: Hashable, Sendable {
  /// The lines, counted from 1; more than one where a quoted field goes on.
  public let lines: ClosedRange<Int>
  /// The card.
  public let pair: DeckPair

  /// The line where the card begins.
  public var line: Int { lines.lowerBound }
}
