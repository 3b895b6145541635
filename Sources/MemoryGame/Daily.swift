internal import PlainText

/// A day of the calendar in UTC.
package struct DailyDate: Hashable, Sendable {
  /// The microseconds of one day.
  package static let microseconds: UInt64 = 86_400_000_000
  /// 9999-12-31, the last day with a year of four digits.
  private static let lastDay = 2_932_896
  /// The last moment of that day, in microseconds since 1970-01-01 UTC.
  static let lastEpoch = UInt64(lastDay + 1) * microseconds - 1

  /// Days since 1970-01-01, from 0.
  package let day: Int

  /// Clamps days to those from 1970 to 9999.
  package init(day: Int) {
    self.day = min(max(day, 0), DailyDate.lastDay)
  }

  package init(epoch: UInt64) {
    self.init(day: Int(min(epoch / Self.microseconds, UInt64(DailyDate.lastDay))))
  }

  /// Its beginning, in microseconds since 1970-01-01 UTC.
  package var epoch: UInt64 { UInt64(day) * Self.microseconds }

  package init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard text.utf8.count == 10, parts.count == 3,
      let year = Int(parts[0]), let month = Int(parts[1]), let dayOfMonth = Int(parts[2]),
      year >= 1970
    else { return nil }
    self.init(day: DailyDate.days(year: year, month: month, dayOfMonth: dayOfMonth))
    // Invalid dates and unusual spellings give another text.
    if self.text != text { return nil }
  }

  /// The date as `YYYY-MM-DD`.
  package var text: String {
    let (year, month, dayOfMonth) = DailyDate.parts(of: day)
    return [year.zeroPadded(to: 4), month.zeroPadded(to: 2), dayOfMonth.zeroPadded(to: 2)]
      .joined(separator: "-")
  }

  /// From 1 to 12.
  package var month: Int { DailyDate.parts(of: day).month }
}

// Years are counted from March, so that a leap day is the last day of its year.
extension DailyDate {
  /// Days from 0000-03-01 to 1970-01-01.
  private static let daysBeforeEpoch = 719_468
  private static let daysInEra = 146_097  // 400 years

  private static func parts(of day: Int) -> (year: Int, month: Int, dayOfMonth: Int) {
    let shifted = day + daysBeforeEpoch
    let era = shifted / daysInEra
    let dayOfEra = shifted % daysInEra
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / (daysInEra - 1)) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  private static func days(year: Int, month: Int, dayOfMonth: Int) -> Int {
    let yearFromMarch = month <= 2 ? year - 1 : year
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let yearOfEra = yearFromMarch % 400
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + dayOfMonth - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return yearFromMarch / 400 * daysInEra + dayOfEra - daysBeforeEpoch
  }
}

/// The deal that is the same for everybody on one day.
package struct DailyDeal: Hashable, Sendable {
  package static let pairs = 8

  package let date: DailyDate

  package init(date: DailyDate) {
    self.date = date
  }

  package var theme: Theme { Themes.daily[date.day % Themes.daily.count] }

  package var seed: UInt64 {
    var mixer = SplitMix64(seed: UInt64(date.day))
    return mixer.next()
  }

  package func deal() throws(DealError) -> Deal {
    try Deal(theme: theme, pairs: DailyDeal.pairs, seed: seed)
  }
}

/// The days in a row on which the scored daily deal was won.
///
/// The scored deal of a day is the first one started on it. A day counts by its deal's date, even
/// if the last pair was found after midnight.
package struct DailyStreak: Hashable, Sendable {
  /// The days up to today, or up to yesterday if today's deal is not won yet.
  package let current: Int
  package let longest: Int

  package init(of days: some Sequence<DailyDate>, today: DailyDate) {
    let won = Set(days.map(\.day))
    var longest = 0
    for first in won where !won.contains(first - 1) {
      var next = first + 1
      while won.contains(next) { next += 1 }
      longest = max(longest, next - first)
    }
    let last = won.contains(today.day) ? today.day : today.day - 1
    var before = last
    while won.contains(before) { before -= 1 }
    self.current = last - before
    self.longest = longest
  }
}
