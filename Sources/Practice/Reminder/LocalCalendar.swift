internal import PlainText

/// The days and times of a time zone, whose offsets the caller provides.
package struct LocalCalendar: Sendable {
  private static let day: Int64 = 86_400
  private static let microseconds: UInt64 = 1_000_000

  /// The number of seconds that local time is ahead of UTC, at a time in seconds since 1970-01-01.
  private let offset: @Sendable (_ seconds: Int64) -> Int64

  package init(offset: @escaping @Sendable (_ seconds: Int64) -> Int64) {
    self.offset = offset
  }

  package func day(of time: UInt64) -> Int {
    Int((Double(local(time)) / Double(Self.day)).rounded(.down))
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

  /// When a time of day is reached on a local day.
  package func time(_ clockTime: ClockTime, on day: Int) -> UInt64 {
    let local = Int64(day) * Self.day + Int64(clockTime.minutes) * 60
    // The offsets half a day before and after: at most one change lies between them.
    let before = offset(local - offset(local) - Self.day / 2)
    let after = offset(local - offset(local) + Self.day / 2)
    let isReached = offset(local - before) == before
    let isLater = offset(local - after) == after
    let seconds = isReached || !isLater ? local - before : local - after
    return UInt64(max(seconds, 0)) * Self.microseconds
  }

  package func start(of day: Int) -> UInt64 { time(.midnight, on: day) }
}

package struct ClockTime: Hashable, Sendable {
  package static let midnight = ClockTime(minutes: 0)
  /// The default: 19:00, when most people are home.
  package static let usualReminder = ClockTime(minutes: 19 * 60)

  /// In minutes.
  static let dayLength = 1_440

  /// Minutes since midnight, from 0 to 1,439.
  package let minutes: Int

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
