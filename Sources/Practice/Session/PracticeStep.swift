/// The effect of a call on the practice session.
package struct PracticeStep: Hashable, Sendable {
  /// The change of the session; nil if there is none, as when an answer is revealed a second time.
  package let session: SessionChange?
  package internal(set) var suspension: Suspension?
  package internal(set) var standings: StandingChange?
  package internal(set) var given: GivenAnswer?
  package internal(set) var schedule: ScheduleUpdate?
  /// The previous schedule; nil if the card was new.
  package internal(set) var replaced: Schedule?
  package internal(set) var revealed: String?
  /// The question asked now, if it is a new one or the same again.
  package internal(set) var asked: Question?
  package internal(set) var finished: Session?

  /// Whether nothing has to be saved.
  package var isEmpty: Bool { session == nil && suspension == nil && standings == nil }
}

/// The cards that a step suspended or resumed, and when: saved together with the session's change.
package struct Suspension: Hashable, Sendable {
  package let cards: [CardIdentity]
  package let isSuspended: Bool
  /// In microseconds since 1970-01-01 UTC.
  package let at: UInt64
}

/// The change of the session by a step: all of it that has to be saved.
package enum SessionChange: Hashable, Sendable {
  /// Started, replacing any other.
  case started(Session)
  /// A response, which may finish the session.
  case responded(Response)
  case revealed
  /// A question is asked without a response: again, after its answer was hidden, or instead of one
  /// whose card was suspended.
  case asked
  case undone(Response)
  case stopped
}

/// The public part of a response: the given answer, never another one.
package struct GivenAnswer: Hashable, Sendable {
  package let number: Int
  package let question: String
  package let isCorrect: Bool
  /// A right answer in the card's own text, a wrong one as it was given; "" if it was given up or
  /// graded as not remembered.
  package let answer: String
}
