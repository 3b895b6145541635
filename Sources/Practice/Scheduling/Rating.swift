/// How well a card was remembered, by the numbers of FSRS.
package enum Rating: Int, Hashable, Sendable, CaseIterable {
  /// Not remembered.
  case again = 1
  /// Remembered with effort.
  case hard = 2
  /// Remembered.
  case good = 3
  /// Remembered at once.
  case easy = 4

  /// Tells whether the card was remembered.
  package var isRecalled: Bool { self != .again }
}
