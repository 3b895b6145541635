/// What the log of reviews tells of the past: how much was remembered, and how long answers took.
package struct PastReviews: Hashable, Sendable {
  /// Reviews of a day after the one before, which tell something about memory.
  package enum Group: String, CaseIterable, Sendable {
    /// Within a day of being due.
    case onTime = "on-time"
    case late, early
    /// By the interval before: ``matureInterval`` days or more are mature, as in Anki.
    case young, mature
    case all
  }

  package enum Span: String, CaseIterable, Sendable {
    case month, year, all

    /// Today and the days before it.
    var days: Int {
      switch self {
      case .month: 30
      case .year: 365
      case .all: .max
      }
    }
  }

  package struct Hour: Hashable, Sendable {
    package fileprivate(set) var answers = 0
    package fileprivate(set) var retention = Retention()
  }

  package static let matureInterval = 21

  /// By the hour of local time, from 0.
  package private(set) var hours = Array(repeating: Hour(), count: 24)
  /// In milliseconds; a rating that was never given has none.
  package private(set) var medians: [Rating: UInt32] = [:]
  /// By the local day, for days that have any.
  package private(set) var days: [Int: Retention] = [:]
  private var retention: [GroupInSpan: Retention] = [:]

  private struct GroupInSpan: Hashable {
    let group: Group
    let span: Span
  }

  /// What is known of a card before a review; a schedule that was taken over is not in the log.
  private struct Before {
    let day: Int
    let schedule: Schedule?
  }

  /// Computes the schedules once more, with the present parameters.
  package init(
    _ log: some Sequence<LoggedReview>, today: Int, _ fsrs: FSRS, _ calendar: LocalCalendar
  ) {
    let rows = log.enumerated().sorted {
      // Rows of the same time stay in the order of the log.
      ($0.element.review.at, $0.offset) < ($1.element.review.at, $1.offset)
    }.map(\.element)
    var known: [CardDirection: Before] = [:]
    var times: [Rating: [UInt32]] = [:]
    for row in rows {
      let review = row.review
      let before = known[review.key]
      guard let rating = review.rating else {
        known[review.key] = Before(day: row.day, schedule: nil)
        continue
      }
      let days = before.map { Schedule.days(from: $0.day, until: row.day) }
      add(rating, after: days, on: row.day, before?.schedule, today: today, fsrs)
      let hour = calendar.clockTime(at: review.at).minutes / 60
      hours[hour].answers += 1
      hours[hour].retention.add(rating, after: days)
      if review.took > 0 { times[rating, default: []].append(review.took) }
      let isUnknown = before != nil && before?.schedule == nil
      let schedule =
        isUnknown
        ? nil
        : fsrs.schedule(
          after: before?.schedule, rating, at: review.at, on: row.day, chosenDay: row.chosenDay)
      known[review.key] = Before(day: row.day, schedule: schedule)
    }
    medians = times.mapValues { $0.sorted()[$0.count / 2] }
  }

  package subscript(group: Group, span: Span) -> Retention {
    retention[GroupInSpan(group: group, span: span)] ?? Retention()
  }

  private mutating func add(
    _ rating: Rating, after elapsed: Int?, on day: Int, _ schedule: Schedule?, today: Int,
    _ fsrs: FSRS
  ) {
    guard let elapsed, elapsed >= 1 else { return }
    days[day, default: Retention()].add(rating, after: elapsed)
    var groups: [Group] = [.all]
    if let schedule {
      let late = day - fsrs.dueDay(of: schedule)
      groups.append(late > 1 ? .late : late < -1 ? .early : .onTime)
      let interval = fsrs.interval(of: schedule.memory)
      groups.append(interval < Self.matureInterval ? .young : .mature)
    }
    for span in Span.allCases where today - day < span.days {
      for group in groups {
        retention[GroupInSpan(group: group, span: span), default: Retention()]
          .add(rating, after: elapsed)
      }
    }
  }
}
