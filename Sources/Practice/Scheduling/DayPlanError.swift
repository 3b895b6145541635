internal import MemoryGame
internal import PlainText

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
