/// The local day of the last finished session, the number of sessions finished on it, and the days
/// in a row before it on which one was finished.
///
/// Days are counted from 1970-01-01. A count of 0 means that all sessions of that day were undone.
package struct SessionsDone: Hashable, Sendable {
  package let day: Int
  package let count: Int
  package let daysBefore: Int

  /// Nil if a number is impossible, as in a damaged store.
  package init?(day: Int, count: Int, daysBefore: Int = 0) {
    let possible = 0...Int(Int32.max)
    guard Int32(exactly: day) != nil, possible.contains(count), possible.contains(daysBefore)
    else { return nil }
    (self.day, self.count, self.daysBefore) = (day, count, daysBefore)
  }

  /// If all sessions of a day were undone it is the day before, whose reminder is not sent later.
  package var lastDay: Int { count > 0 ? day : day - 1 }

  /// The days in a row, up to today or yesterday, on which a session was finished.
  package func streak(on today: Int) -> Int { lastDay >= today - 1 ? days : 0 }

  /// The days in a row up to the last one.
  private var days: Int { daysBefore + (count > 0 ? 1 : 0) }

  static func adding(to before: SessionsDone?, on day: Int) -> SessionsDone? {
    guard let before, before.day == day else {
      let daysBefore = before.map { $0.lastDay == day - 1 ? $0.days : 0 } ?? 0
      return SessionsDone(day: day, count: 1, daysBefore: daysBefore)
    }
    return SessionsDone(day: day, count: before.count + 1, daysBefore: before.daysBefore) ?? before
  }

  func takingOneBack(on day: Int) -> SessionsDone? {
    guard self.day == day, count > 0 else { return nil }
    return SessionsDone(day: day, count: count - 1, daysBefore: daysBefore)
  }
}

/// The state that remains of past sessions, apart from their reviews.
package struct PastSessions: Hashable, Sendable {
  /// The number of the last session, which may be in progress; it increases by one with each.
  package var last: UInt64
  /// Whether the last session is unsolicited and was not finished.
  package var isUnsolicited: Bool
  /// Nil until a session was finished.
  package var done: SessionsDone?

  package init(last: UInt64 = 0, isUnsolicited: Bool = false, done: SessionsDone? = nil) {
    (self.last, self.isUnsolicited, self.done) = (last, isUnsolicited, done)
  }

  package mutating func begin(isUnsolicited: Bool) {
    last += 1
    self.isUnsolicited = isUnsolicited
  }

  /// Counts the last session as finished; if the end is undone, the user wants the session to stay.
  package mutating func finish(on day: Int) {
    isUnsolicited = false
    done = SessionsDone.adding(to: done, on: day) ?? done
  }

  /// Undoes the end of a session; one that was finished on another day counts for that day.
  package mutating func undoFinish(on day: Int) { done = done?.takingOneBack(on: day) ?? done }
}
