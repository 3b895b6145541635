/// The local day of the last finished session, the number of sessions finished on it, and the days
/// in a row before it on which one was finished.
///
/// Days are counted from 1970-01-01. A count of 0 means that all sessions of that day were undone.
package struct SessionsDone: Hashable, Sendable {
  package let day: Int
  package let count: Int
  package let daysBefore: Int
  /// The end of the day after it in the time zone of its last session: who flies across the date line
  /// skips a day.
  package let keptUntil: UInt64

  /// Nil if a number is impossible, as in a damaged store.
  package init?(day: Int, count: Int, daysBefore: Int = 0, keptUntil: UInt64 = 0) {
    guard Int32(exactly: day) != nil, (0...Int(Int32.max)).contains(count),
      (0...Self.mostDays).contains(daysBefore)
    else { return nil }
    (self.day, self.count, self.daysBefore) = (day, count, daysBefore)
    self.keptUntil = keptUntil
  }

  /// More than anybody lives.
  private static let mostDays = 50_000

  /// If all sessions of a day were undone it is the day before, whose reminder is not sent later.
  package var lastDay: Int { count > 0 ? day : day - 1 }

  /// The days in a row, up to today or yesterday, on which a session was finished.
  package func streak(at time: PracticeTime) -> Int { isKept(at: time) ? days : 0 }

  private func isKept(at time: PracticeTime) -> Bool {
    // A clock that was far ahead must not keep it for years.
    lastDay >= time.day - 1 || (time.now < keptUntil && lastDay == time.day - 2)
  }

  /// Whether a session was finished today.
  package func isDone(on today: Int) -> Bool { isOf(today) && count > 0 }

  /// Whether its day is today; in a time zone that is behind it may be tomorrow.
  private func isOf(_ today: Int) -> Bool { day == today || day == today + 1 }

  /// The days in a row up to the last one.
  private var days: Int { daysBefore + (count > 0 ? 1 : 0) }

  /// The same as numbers of days; nil if there are none.
  package var run: ClosedRange<Int>? { days > 0 ? lastDay - days + 1...lastDay : nil }

  /// Without the days before it.
  package var single: Self? { Self(day: day, count: count, keptUntil: keptUntil) }

  static func adding(
    to before: SessionsDone?, at time: PracticeTime, keptUntil: UInt64
  ) -> SessionsDone? {
    guard let before, before.isOf(time.day) else {
      let isKept = before.map { $0.lastDay < time.day && $0.isKept(at: time) } ?? false
      return SessionsDone(
        day: time.day, count: 1, daysBefore: isKept ? before?.days ?? 0 : 0, keptUntil: keptUntil)
    }
    return SessionsDone(
      day: before.day, count: before.count + 1, daysBefore: before.daysBefore,
      keptUntil: keptUntil) ?? before
  }

  func takingOneBack(on day: Int) -> SessionsDone? {
    guard isOf(day), count > 0 else { return nil }
    return SessionsDone(
      day: self.day, count: count - 1, daysBefore: daysBefore,
      keptUntil: count > 1 ? keptUntil : 0)
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
  package mutating func finish(at time: PracticeTime, _ calendar: LocalCalendar) {
    isUnsolicited = false
    let keptUntil = calendar.start(of: time.day + 2)
    done = SessionsDone.adding(to: done, at: time, keptUntil: keptUntil) ?? done
  }

  /// Undoes the end of a session; one that was finished on another day counts for that day.
  package mutating func undoFinish(on day: Int) { done = done?.takingOneBack(on: day) ?? done }
}
