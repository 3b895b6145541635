internal import PlainText

/// The options of a session; a restart uses them again.
package struct SessionOptions: Hashable, Sendable {
  package static let questionRange = 1...20

  /// Nil for the due or hard cards of all decks.
  package var deck: String?
  /// The requested number, 0 for all that are due or hard; a small deck has fewer.
  package var questions: Int
  /// Nil for both, in a session of due or hard cards.
  package var direction: Direction?
  package var mode: PracticeMode
  /// Whether to ask only cards that are due, and new ones up to the day's allowance.
  package var isDue: Bool
  /// Whether to ask only hard cards.
  package var isHard: Bool

  package init(
    deck: String?, questions: Int, direction: Direction? = .forward,
    mode: PracticeMode = .choices,
    isDue: Bool = false, isHard: Bool = false
  ) {
    self.deck = deck
    self.questions = questions
    self.direction = direction
    self.mode = mode
    self.isDue = isDue
    self.isHard = isHard
  }

  var hasUsableCount: Bool {
    Self.questionRange.contains(questions) || (picksByMemory && questions == 0)
  }

  /// Whether cards are chosen by what is known of them, which can be of all decks and both directions.
  var picksByMemory: Bool { isDue || isHard }

  package var isUsable: Bool {
    hasUsableCount && (picksByMemory || (deck != nil && direction != nil))
  }
}

package enum PracticeMode: String, Hashable, Sendable, CaseIterable {
  case choices
  case typed
  /// The answer is revealed, and the user grades how well it was remembered.
  case recall
}

extension ClosedRange<Int> {
  /// `3 to 20`.
  package var text: String { "\(lowerBound) to \(upperBound)" }

  /// Of the questions of a session.
  package func refusal(questions: some CustomStringConvertible) -> String {
    english("A session can have \(lowerBound) to \(upperBound) questions, not \(questions).")
  }
}
