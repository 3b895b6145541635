/// The rule of the daily reminder: once a day at the set time, unless that day's session has been
/// done.
package struct Reminder: Hashable, Sendable {
  package var time: ClockTime
  /// When the reminder was set to this time, in microseconds since 1970-01-01 UTC.
  ///
  /// If the time of day had passed by then, the first reminder is on the next day.
  package var setAt: UInt64
  /// The local day on which the last reminder was given, or nil.
  package var remindedOn: Int?
  /// The local day on which the last session was finished, or nil.
  package var sessionOn: Int?
  /// Local days without reminders.
  package var breaks: [ClosedRange<Int>] = []

  package enum Decision: Hashable, Sendable {
    case remind(day: Int)
    /// Decide again at this time, or earlier if something changes.
    case wait(until: UInt64)
  }

  package init(time: ClockTime, setAt: UInt64, remindedOn: Int? = nil, sessionOn: Int? = nil) {
    self.time = time
    self.setAt = setAt
    self.remindedOn = remindedOn
    self.sessionOn = sessionOn
  }

  /// A reminder missed during sleep is given on waking, and counts for the day of waking.
  package func decision(at now: UInt64, _ calendar: LocalCalendar) -> Decision {
    let today = calendar.day(of: now)
    let set = min(setAt, now)
    var day = calendar.day(of: set)
    if calendar.time(time, on: day) <= set { day += 1 }
    // A wrong clock recorded a day far ahead, which must not silence the reminder until then.
    for handled in [remindedOn, sessionOn] {
      if let handled, handled <= today + 1 { day = max(day, handled + 1) }
    }
    while let end = breaks.first(where: { $0.contains(day) })?.upperBound { day = end + 1 }
    let due = calendar.time(time, on: day)
    if due > now { return .wait(until: due) }
    // A finished day comes again in a time zone that is behind.
    return day > today ? .wait(until: calendar.time(time, on: day + 1)) : .remind(day: today)
  }
}
