/// A review as it was logged, for statistics.
package struct ReviewRecord: Hashable, Sendable {
  /// When it was given, in microseconds since 1970-01-01 UTC.
  package let at: UInt64
  package let rating: Rating
  /// Whole days since the previous review; nil for the first answer to a card.
  package let elapsedDays: Int?

  package init(at: UInt64, rating: Rating, elapsedDays: Int?) {
    self.at = at
    self.rating = rating
    self.elapsedDays = elapsedDays
  }
}

/// How many reviews found their card remembered.
///
/// First answers and repetitions on the same day say nothing about memory and are left out.
package struct Retention: Hashable, Sendable {
  package private(set) var reviewed = 0
  package private(set) var recalled = 0

  package mutating func add(_ record: ReviewRecord) {
    guard let days = record.elapsedDays, days >= 1 else { return }
    reviewed += 1
    if record.rating.isRecalled { recalled += 1 }
  }

  package static func byDay(
    _ records: some Sequence<ReviewRecord>, _ calendar: LocalCalendar
  ) -> [Int: Retention] {
    var days: [Int: Retention] = [:]
    for record in records {
      days[calendar.day(of: record.at), default: Retention()].add(record)
    }
    return days.filter { $0.value.reviewed > 0 }
  }
}
