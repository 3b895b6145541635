/// The rule of questions through the day: one each period while cards are due, never in the quiet
/// hours.
package struct DayQuestions: Hashable, Sendable {
  /// In minutes.
  package static let periodRange = 5...480

  /// In minutes.
  package var period: UInt32
  package var quietHours: QuietHours?

  /// Nil for a period of 0, which means no questions.
  package init?(period: UInt32, quietHours: QuietHours?) {
    if period == 0 { return nil }
    self.period = period
    self.quietHours = quietHours
  }

  /// When to ask the next question: `now`, or later.
  ///
  /// - Parameters:
  ///   - last: When the last one was asked, or the last session ended; nil for never.
  ///   - due: When the first card is due.
  package func time(
    after last: UInt64?, due: UInt64, at now: UInt64, _ calendar: LocalCalendar
  ) -> UInt64 {
    // A damaged schedule can be due at the end of time.
    let next = max(
      now, min(due, now + 366 * Schedule.day),
      last.map { min($0, now) + UInt64(period) * 60_000_000 } ?? 0)
    return quietHours?.end(at: next, calendar) ?? next
  }
}

/// The hours of each day without questions, from `start` until just before `end`.
package struct QuietHours: Hashable, Sendable {
  private let start: ClockTime
  private let end: ClockTime

  /// Reads `22:00-08:00`; the two times differ.
  package init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let start = ClockTime(String(parts[0])),
      let end = ClockTime(String(parts[1])), start != end
    else { return nil }
    (self.start, self.end) = (start, end)
  }

  /// Whether a time is in them.
  package func contain(_ time: UInt64, _ calendar: LocalCalendar) -> Bool {
    contain(calendar.clockTime(at: time))
  }

  /// Whether a local clock that shows a time is in them; they may include midnight.
  private func contain(_ time: ClockTime) -> Bool {
    start.minutes < end.minutes
      ? start.minutes <= time.minutes && time.minutes < end.minutes
      : start.minutes <= time.minutes || time.minutes < end.minutes
  }

  /// When they end, if a time is in them; otherwise the time itself.
  func end(at time: UInt64, _ calendar: LocalCalendar) -> UInt64 {
    // Their days are dates, whenever those of practice start.
    let calendar = calendar.starting(at: .midnight)
    var time = time
    while case let shown = calendar.clockTime(at: time), contain(shown) {
      let day = calendar.day(of: time) + (shown.minutes < end.minutes ? 0 : 1)
      let reached = calendar.time(end, on: day)
      // If the clock has gone back, it passes the end a second time.
      let ahead = (end.minutes - shown.minutes + ClockTime.dayLength) % ClockTime.dayLength
      time = reached > time ? reached : time - time % 60_000_000 + UInt64(ahead) * 60_000_000
    }
    return time
  }
}
