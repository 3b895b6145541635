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
    case .noWeekday(let day):
      english(
        "“\(day.printable)” is no day of the week: they are mon, tue, wed, thu, fri, sat and sun.")
    case .noWeight(let day): english("Say how many reviews \(day) should have, as in \(day)=0.5.")
    case .weightOutOfRange(let share):
      english(
        "A day's share of reviews goes from 0 (as few as possible) to 1 (as usual), not "
          + "“\(share.printable)”.")
    case .noDayLeft: english("Not every day can have a share of 0: plan a break instead.")
    case .tooManyDays: english("A week has seven days: name each of them at most once.")
    case .noDate(let date):
      english(
        "“\(date.printable)” is no date: write it as 2026-12-24, of the calendar in general use.")
    case .noBreak(let dates):
      english("A break is two dates, as 2026-12-24..2027-01-02, not “\(dates.printable)”.")
    case .endsBeforeItBegins(let dates):
      english("The break \(dates.printable) ends before it begins.")
    case .tooLong(let days):
      english(
        "A break can last \(PlannedBreak.maximumDays) days, not \(days): suspend decks instead.")
    case .isOver(let planned):
      // Translators: {planned} is a date.
      english("The break ended on \(planned.last.text): plan one that is to come.")
    case .overlaps(let planned):
      // Translators: {planned} are the first and the last day of a break.
      english("There is a break \(planned.text) already, on some of these days: remove it first.")
    case .noSuchBreak(let dates): english("No break \(dates.printable) is planned.")
    case .tooManyBreaks: english("At most \(PlannedBreak.maximumCount) breaks can be planned.")
    }
  }
}
