/// What was asked for when a session was started; a restart asks for the same.
package struct SessionOptions: Hashable, Sendable {
  /// The name of the deck.
  package var deck: String
  /// The number of questions asked for, of which a small deck has fewer.
  package var questions: Int
  /// Which side is the question.
  package var direction: Direction
  /// How questions are answered.
  package var mode: PracticeMode
  /// Whether only cards that are due are asked, and new ones up to the day's allowance.
  package var isDue: Bool

  /// Makes options.
  ///
  /// - Parameters:
  ///   - deck: The name of the deck, in any spelling that compares equal.
  ///   - questions: From 3 to 20.
  ///   - direction: Which side is the question.
  ///   - mode: How questions are answered.
  ///   - isDue: Whether only cards that are due are asked, and new ones.
  package init(
    deck: String, questions: Int, direction: Direction = .forward, mode: PracticeMode = .choices,
    isDue: Bool = false
  ) {
    self.deck = deck
    self.questions = questions
    self.direction = direction
    self.mode = mode
    self.isDue = isDue
  }
}
