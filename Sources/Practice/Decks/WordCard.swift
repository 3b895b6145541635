/// A card of a deck: two sides, of which one is asked and the other answers.
package struct WordCard: Hashable, Sendable {
  /// The first side.
  package let first: String
  /// The second side.
  package let second: String
  /// How the first side is said, or nil where nothing is told.
  package let pronunciation: String?
  /// What the card is known by when its deck is imported again, or nil where it has no such name.
  package let guid: String?

  /// Takes the texts of a card, which are held to the rules of faces where they are read.
  ///
  /// - Parameters:
  ///   - first: The first side.
  ///   - second: The second side.
  ///   - pronunciation: How the first side is said; nil or "" where nothing is told.
  ///   - guid: What the card is known by; nil or "" where it has no such name.
  package init(_ first: String, _ second: String, pronunciation: String? = nil, guid: String? = nil)
  {
    self.first = first
    self.second = second
    self.pronunciation = pronunciation.flatMap { $0.isEmpty ? nil : $0 }
    self.guid = guid.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the side that is asked.
  ///
  /// - Parameter direction: Which side is the question.
  /// - Returns: The side.
  package func question(_ direction: Direction) -> String {
    direction == .forward ? first : second
  }

  /// Returns the side that answers.
  ///
  /// - Parameter direction: Which side is the question.
  /// - Returns: The other side.
  package func answer(_ direction: Direction) -> String {
    direction == .forward ? second : first
  }

  /// Returns how the question is said; "" where the first side answers, which it would tell.
  ///
  /// - Parameter direction: Which side is the question.
  /// - Returns: The pronunciation or "".
  package func pronunciation(_ direction: Direction) -> String {
    direction == .forward ? pronunciation ?? "" : ""
  }
}
