/// Which side of a card is the question.
package enum Direction: String, Hashable, Sendable, CaseIterable {
  /// The first side is asked, the second is the answer.
  case forward
  /// The second side is asked, the first is the answer.
  case backward
}
