/// What a call of a practice session did.
package struct PracticeStep: Hashable, Sendable {
  /// What has become of the session; nil for an answer that is revealed a second time.
  package let session: SessionChange?
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
  /// The session's result, if this finished it.
  package internal(set) var finished: SessionResult?
}

/// What a step made of the session: all that has to be saved of it.
package enum SessionChange: Hashable, Sendable {
  /// It was started, in place of the one there was.
  case started(Session)
  /// A response was given, by which it may be finished.
  case responded(Response, isRight: Bool)
  /// The answer was revealed, and waits for its grade.
  case revealed
  /// The revealed answer is hidden again.
  case hidden
  /// The last response was taken back.
  case undone(Response)
  case stopped
}

/// A response as everybody may see it: the answer that was given, never another one.
package struct GivenAnswer: Hashable, Sendable {
  /// The number of the question.
  package let number: Int
  /// The side that was asked.
  package let question: String
  package let isCorrect: Bool
  /// The answer that was given; "" if the question was given up or graded.
  package let answer: String
}

/// A schedule of a card as it is from now on.
package struct ScheduleUpdate: Hashable, Sendable {
  package let card: CardIdentity
  /// Which of the card's two schedules it is.
  package let direction: Direction
  /// The schedule; nil if the card is new again.
  package let schedule: Schedule?

  package init(card: CardIdentity, direction: Direction, schedule: Schedule?) {
    self.card = card
    self.direction = direction
    self.schedule = schedule
  }
}
