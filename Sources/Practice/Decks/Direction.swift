/// Which side of a card is the question.
public enum Direction: String, Hashable, Sendable, CaseIterable {
  /// The first side is asked, the second is the answer.
  case forward
  /// The second side is asked, the first is the answer.
  case backward
}
