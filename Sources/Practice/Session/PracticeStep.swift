/// What a call of a practice session did.
package struct PracticeStep: Hashable, Sendable {
  /// What has become of the session; nil for an answer that is revealed a second time.
  package let session: SessionChange?
  package internal(set) var given: GivenAnswer?
  package internal(set) var schedule: ScheduleUpdate?
  /// The schedule that was in its place before; nil if the card was new.
  package internal(set) var replaced: Schedule?
  package internal(set) var revealed: String?
  /// The question that is asked from now on, if it is another one or asked again.
  package internal(set) var asked: Question?
  package internal(set) var finished: Session?
}

/// What a step made of the session: all that has to be saved of it.
package enum SessionChange: Hashable, Sendable {
  /// It was started, in place of the one there was.
  case started(Session)
  /// A response was given, by which it may be finished.
  case responded(Response, isRight: Bool)
  case revealed
  case hidden
  case undone(Response)
  case stopped
}

/// A response as everybody may see it: the answer that was given, never another one.
package struct GivenAnswer: Hashable, Sendable {
  package let number: Int
  package let question: String
  package let isCorrect: Bool
  /// The answer that was given; "" if the question was given up or graded.
  package let answer: String
}

package struct ScheduleUpdate: Hashable, Sendable {
  package let card: CardIdentity
  package let direction: Direction
  /// The schedule; nil if the card is new again.
  package let schedule: Schedule?

  package init(card: CardIdentity, direction: Direction, schedule: Schedule?) {
    self.card = card
    self.direction = direction
    self.schedule = schedule
  }
}
