/// What a call of a practice session did, in the order in which it is told.
package struct PracticeStep: Hashable, Sendable {
  /// The response that was given, if one was.
  package internal(set) var given: GivenAnswer?
  /// What became of a card's schedule, if anything.
  package internal(set) var schedule: ScheduleUpdate?
  /// The schedule that was in its place before.
  package internal(set) var replaced: ScheduleUpdate?
  /// The answer that was revealed, if one was.
  package internal(set) var revealed: String?
  /// The question that is asked from now on, if it is another one or asked again.
  package internal(set) var asked: Question?
  /// What the session came to, if this finished it.
  package internal(set) var finished: SessionResult?
  /// Whether anything changed; an answer revealed a second time changes nothing.
  package internal(set) var isTransition = true
}

/// A response as everybody may see it: it tells the answer that was given, never another one.
package struct GivenAnswer: Hashable, Sendable {
  /// The number of the question.
  package let number: Int
  /// The side that was asked.
  package let question: String
  /// Whether the answer was right.
  package let isCorrect: Bool
  /// The answer that was given; "" where the question was given up or graded.
  package let answer: String
}

/// A schedule of a card as it is from now on.
package struct ScheduleUpdate: Hashable, Sendable {
  /// The card.
  package let card: CardIdentity
  /// Which of the card's two schedules it is.
  package let direction: Direction
  /// The schedule; nil where the card is new again.
  package let schedule: Schedule?

  /// Makes an update, of what was kept too.
  ///
  /// - Parameters:
  ///   - card: The card.
  ///   - direction: Which of the card's two schedules it is.
  ///   - schedule: The schedule; nil where the card is new again.
  package init(card: CardIdentity, direction: Direction, schedule: Schedule?) {
    self.card = card
    self.direction = direction
    self.schedule = schedule
  }
}
