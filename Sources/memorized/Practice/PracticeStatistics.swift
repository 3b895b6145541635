internal import DBus
internal import MemoryGame
internal import Practice
internal import Store

/// What all reviews come to, and what lies ahead.
struct PracticeStatistics {
  /// How many days are told, ahead and back.
  private static let days = 30

  private let totals: (reviews: Int, reviewed: Int, recalled: Int)
  private let retrievability: Double?
  private let ahead: [Int]
  private let retention: [(day: Int, of: Retention)]

  /// Sums up.
  ///
  /// - Parameters:
  ///   - reviews: the schedules of all cards.
  ///   - keeper: what has the store, with all reviews there were.
  ///   - clock: the time and its local days.
  /// - Throws: `StoreError`.
  init(of reviews: Reviews, in keeper: GameKeeper, _ clock: PracticeClock) throws(StoreError) {
    let calendar = clock.calendar()
    let today = calendar.day(of: clock.now)
    let first = calendar.start(of: today - Self.days + 1)
    let records: [ReviewRecord]
    (totals, records) = try keeper.use { games throws(StoreError) in
      (try games.reviewTotals(), try games.reviews(since: first))
    }
    retrievability = reviews.meanRetrievability(at: clock.now)
    ahead = reviews.reviewsAhead(until: (1...Self.days).map { calendar.start(of: today + $0) })
    retention = Retention.byDay(records, calendar).map { ($0.key, $0.value) }
      .sorted { $0.day < $1.day }
  }

  /// What `Statistics` tells.
  var onBus: [String: Value] {
    let days = retention.map { day, retention in
      RetentionOfDay(
        DailyDate(day: day).text, UInt32(clamping: retention.reviewed),
        UInt32(clamping: retention.recalled))
    }
    return [
      "answers": .uint32(UInt32(clamping: totals.reviews)),
      "reviewed": .uint32(UInt32(clamping: totals.reviewed)),
      "recalled": .uint32(UInt32(clamping: totals.recalled)),
      "retrievability": .double(retrievability ?? -1),
      "ahead": Value(ahead.map { UInt32(clamping: $0) }), "days": Value(days),
    ]
  }
}

/// A day with the reviews that tell of memory, and those of them that were right.
private typealias RetentionOfDay = Struct<String, UInt32, UInt32>
