/// The value of every position of a duel of two players with perfect memory, without known pairs.
///
/// A match scores 2 and keeps the turn; a mismatch costs 1 for each of its cards seen before, and
/// passes the turn on. Turning up two known cards that do not match is left out: two players could
/// do so for ever.
struct DuelValues: Sendable {
  /// By pairs left, then by pairs of which one card is known.
  private var values: [Double] = []
  private var prefersKnown: [Bool] = []

  /// Takes time and memory that grow with the square of the number of pairs.
  init(pairs: Int) {
    for left in 0...pairs {
      var row = Array(repeating: Position(value: 0, prefersKnown: false), count: left + 1)
      // A position leads to those with more known cards, and to those with fewer pairs.
      for known in (0...left).reversed() where left > 0 {
        row[known] = position(left, known) { row[$0].value }
      }
      values += row.map(\.value)
      prefersKnown += row.map(\.prefersKnown)
    }
  }

  /// The points of the player to move minus those of the other one, expected from here on.
  func value(left: Int, known: Int) -> Double { values[Self.index(left, known)] }

  /// Whether the second card should be a known one, after a new first card whose mate is unknown.
  func prefersKnown(left: Int, known: Int) -> Bool {
    prefersKnown[Self.index(left, min(known, left))]
  }

  private static func index(_ left: Int, _ known: Int) -> Int { left * (left + 1) / 2 + known }

  private struct Position {
    let value: Double
    let prefersKnown: Bool
  }

  private func position(_ left: Int, _ known: Int, _ same: (Int) -> Double) -> Position {
    let fresh = left - known
    let unseen = Double(known + 2 * fresh)
    let matched = known > 0 ? Double(known) * (2 + value(left: left - 1, known: known - 1)) : 0
    guard fresh > 0 else { return Position(value: matched / unseen, prefersKnown: false) }
    let withNew = (matched + Double(2 * fresh) * valueWithNew(left, known, same)) / unseen
    guard known > 0 else { return Position(value: withNew, prefersKnown: false) }
    let withKnown = (matched - Double(2 * fresh) * (1 + same(known + 1))) / unseen
    return withKnown > withNew
      ? Position(value: withKnown, prefersKnown: true)
      : Position(value: withNew, prefersKnown: false)
  }

  /// The value once a new card is up whose mate is not known, with a new card as the second.
  private func valueWithNew(_ left: Int, _ known: Int, _ same: (Int) -> Double) -> Double {
    let fresh = left - known
    let after = value(left: left - 1, known: known)
    var sum = 2 + after
    // The second card's mate is known: the other player takes that pair.
    sum -= Double(known) * (2 + after)
    if fresh > 1 { sum -= Double(2 * (fresh - 1)) * same(known + 2) }
    return sum / Double(known + 2 * fresh - 1)
  }
}
