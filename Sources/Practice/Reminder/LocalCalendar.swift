internal import PlainText

/// The days and times of a time zone, whose offsets the caller provides.
///
/// A day has the date on which it starts, and need not start at midnight.
package struct LocalCalendar: Sendable {
  private static let day: Int64 = 86_400
  private static let microseconds: UInt64 = 1_000_000

  /// The number of seconds that local time is ahead of UTC, at a time in seconds since 1970-01-01.
  private let offset: @Sendable (_ seconds: Int64) -> Int64
  private var dayStart: ClockTime

  /// Days start at midnight.
  package init(offset: @escaping @Sendable (_ seconds: Int64) -> Int64) {
    self.offset = offset
    dayStart = .midnight
  }

  /// The same with days that start at another time.
  package func starting(at dayStart: ClockTime) -> LocalCalendar {
    var calendar = self
    calendar.dayStart = dayStart
    return calendar
  }

  package func day(of time: UInt64) -> Int {
    let day = Int((Double(local(time) - dayStart.seconds) / Double(Self.day)).rounded(.down))
    // The clock may show the start twice, or never: the day starts once.
    if start(of: day) > time { return day - 1 }
    return start(of: day + 1) <= time ? day + 1 : day
  }

  /// The time of day that a clock shows.
  func clockTime(at time: UInt64) -> ClockTime {
    ClockTime(minutes: Int((local(time) % Self.day + Self.day) % Self.day / 60))
  }

  /// Local time in seconds, as a clock shows it.
  private func local(_ time: UInt64) -> Int64 {
    let seconds = Int64(time / Self.microseconds)
    return seconds + offset(seconds)
  }

  /// When a time of day is reached on a local day; before the time at which days start it is that of
  /// the next date.
  package func time(_ clockTime: ClockTime, on day: Int) -> UInt64 {
    let date = Int64(day) + (clockTime.minutes < dayStart.minutes ? 1 : 0)
    let local = date * Self.day + clockTime.seconds
    // The offsets half a day before and after: at most one change lies between them.
    let before = offset(local - offset(local) - Self.day / 2)
    let after = offset(local - offset(local) + Self.day / 2)
    let isReached = offset(local - before) == before
    let isLater = offset(local - after) == after
    let seconds = isReached || !isLater ? local - before : local - after
    // A damaged store may have any day.
    let (time, isPastTheEnd) = UInt64(max(seconds, 0))
      .multipliedReportingOverflow(by: Self.microseconds)
    return isPastTheEnd ? .max : time
  }

  package func start(of day: Int) -> UInt64 { time(dayStart, on: day) }

  package func nextDay(after time: UInt64) -> UInt64 { start(of: day(of: time) + 1) }

  package func practiceTime(at now: UInt64) -> PracticeTime {
    let day = day(of: now)
    return PracticeTime(now: now, day: day, startOfDay: start(of: day))
  }
}

package struct ClockTime: Hashable, Sendable {
  package static let midnight = ClockTime(minutes: 0)
  /// When days of practice start by default: who stays up late is still in the evening before.
  package static let usualDayStart = ClockTime(minutes: 4 * 60)
  /// The default: 19:00, when most people are home.
  package static let usualReminder = ClockTime(minutes: 19 * 60)

  /// In minutes.
  static let dayLength = 1_440

  /// Minutes since midnight, from 0 to 1,439.
  package let minutes: Int

  fileprivate var seconds: Int64 { Int64(minutes) * 60 }

  fileprivate init(minutes: Int) {
    self.minutes = minutes
  }

  package init?(_ text: String) {
    let digits = text.utf8.map { Int($0) - 0x30 }
    guard digits.count == 5, digits[2] == 0x3A - 0x30 else { return nil }
    guard [0, 1, 3, 4].allSatisfy({ (0...9).contains(digits[$0]) }) else { return nil }
    let (hour, minute) = (digits[0] * 10 + digits[1], digits[3] * 10 + digits[4])
    if hour > 23 || minute > 59 { return nil }
    self.init(minutes: hour * 60 + minute)
  }

  package var text: String {
    (minutes / 60).zeroPadded(to: 2) + ":" + (minutes % 60).zeroPadded(to: 2)
  }
}
