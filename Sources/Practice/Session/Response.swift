/// A response to a question: an entry of one of a session's two logs.
package struct Response: Hashable, Sendable {
  /// Its place among all responses of the session, right and wrong, from 1.
  package let sequence: Int
  /// The number of the question.
  package let question: Int
  /// When it was given, in microseconds since 1970-01-01 UTC.
  package let at: UInt64
  /// Whether the question moved to the end: given up, or graded as not remembered.
  package let movesToEnd: Bool
  /// What it did to the card's schedule; nil for all but the first response to a question.
  package let change: ScheduleChange?

  /// Makes an entry.
  ///
  /// - Parameters:
  ///   - sequence: Its place among all responses, from 1.
  ///   - question: The number of the question.
  ///   - at: When it was given.
  ///   - movesToEnd: Whether the question moved to the end.
  ///   - change: What it did to the card's schedule.
  package init(
    sequence: Int, question: Int, at: UInt64, movesToEnd: Bool, change: ScheduleChange?
  ) {
    self.sequence = sequence
    self.question = question
    self.at = at
    self.movesToEnd = movesToEnd
    self.change = change
  }
}

/// A schedule before and after a response, by which it is taken back.
package struct ScheduleChange: Hashable, Sendable {
  /// The card.
  package let card: CardIdentity
  /// Which of the card's two schedules it is.
  package let direction: Direction
  /// How well the card was remembered.
  package let rating: Rating
  /// The schedule before; nil where the card was new.
  package let before: Schedule?
  /// The schedule after.
  package let after: Schedule

  /// Makes a change.
  ///
  /// - Parameters:
  ///   - card: The card.
  ///   - direction: Which of the card's two schedules it is.
  ///   - rating: How well the card was remembered.
  ///   - before: The schedule before, nil where the card was new.
  ///   - after: The schedule after.
  package init(
    card: CardIdentity, direction: Direction, rating: Rating, before: Schedule?, after: Schedule
  ) {
    self.card = card
    self.direction = direction
    self.rating = rating
    self.before = before
    self.after = after
  }
}
