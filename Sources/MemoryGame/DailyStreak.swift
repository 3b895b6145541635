/// On how many days in a row the scored daily deal was won.
///
/// The scored deal of a day is the first one begun on it. A day counts by its deal's date, even where
/// the last pair was found after midnight.
package struct DailyStreak: Hashable, Sendable {
  /// The days up to today, or up to yesterday where that of today is not won, or not yet.
  package let current: Int
  /// The most days there have been.
  package let longest: Int

  /// Counts days.
  ///
  /// - Parameters:
  ///   - days: The days whose scored deal was won, in any order.
  ///   - today: Today, from which the streak that is on is counted back.
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
