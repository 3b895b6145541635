package import MemoryGame

/// Days planned without practice.
package struct PlannedBreak: Hashable, Sendable {
  package static let maximumDays = 366
  /// The most breaks that can be planned at a time.
  package static let maximumCount = 100

  /// Local days, counted from 1970-01-01.
  package let days: ClosedRange<Int>

  /// Reads `2026-12-24..2027-01-02`, or a single date.
  package init(_ text: String) throws(DayPlanError) {
    var dates: [DailyDate] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: true) {
      guard let date = DailyDate(String(part)) else { throw .noDate(String(part)) }
      dates.append(date)
    }
    guard let first = dates.first, let last = dates.last,
      text == first.text || text == "\(first.text)..\(last.text)"
    else { throw .noBreak(text) }
    guard first.day <= last.day else { throw .endsBeforeItBegins(text) }
    days = first.day...last.day
    if days.count > Self.maximumDays { throw .tooLong(days: days.count) }
  }

  package var text: String { "\(first.text)..\(last.text)" }

  package var first: DailyDate { DailyDate(day: days.lowerBound) }
  package var last: DailyDate { DailyDate(day: days.upperBound) }
}
