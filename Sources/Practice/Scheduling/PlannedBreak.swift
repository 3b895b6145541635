package import MemoryGame
internal import PlainText

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

/// What is wrong with the days that somebody plans.
package enum DayPlanError: Error, Hashable, Sendable {
  case noWeekday(String)
  case noWeight(String)
  case weightOutOfRange(String)
  case noDayLeft
  case tooManyDays
  case noDate(String)
  case noBreak(String)
  case endsBeforeItBegins(String)
  case tooLong(days: Int)
  case isOver(PlannedBreak)
  case overlaps(PlannedBreak)
  case noSuchBreak(String)
  case tooManyBreaks

  package var message: String {
    switch self {
    case .noWeekday(let text):
      "“\(text.printable)” is no day of the week: they are mon, tue, wed, thu, fri, sat and sun."
    case .noWeight(let day): "Say how many reviews \(day) should have, as in \(day)=0.5."
    case .weightOutOfRange(let text):
      "A day's share of reviews goes from 0 (as few as possible) to 1 (as usual), not "
        + "“\(text.printable)”."
    case .noDayLeft: "Not every day can have a share of 0: plan a break instead."
    case .tooManyDays: "A week has seven days: name each of them at most once."
    case .noDate(let text):
      "“\(text.printable)” is no date: write it as 2026-12-24, of the calendar in general use."
    case .noBreak(let text):
      "A break is two dates, as 2026-12-24..2027-01-02, not “\(text.printable)”."
    case .endsBeforeItBegins(let text): "The break \(text.printable) ends before it begins."
    case .tooLong(let days):
      "A break can last \(PlannedBreak.maximumDays) days, not \(days): suspend decks instead."
    case .isOver(let planned): "The break ended on \(planned.last.text): plan one that is to come."
    case .overlaps(let planned):
      "There is a break \(planned.text) already, on some of these days: remove it first."
    case .noSuchBreak(let text): "No break \(text.printable) is planned."
    case .tooManyBreaks: "At most \(PlannedBreak.maximumCount) breaks can be planned."
    }
  }
}
