internal import DBus
internal import MemorizeBus
internal import MemoryGame
internal import Practice
internal import Store

extension PracticeStatistics {
  /// How many days are published, ahead and back.
  private static let publishedDays = 30

  /// Sums up the schedules of all cards, and all reviews that the store has.
  init(of reviews: Reviews, in store: Store, _ clock: PracticeClock) throws(StoreError) {
    self.init()
    let calendar = clock.calendar()
    let today = clock.today
    let first = calendar.start(of: today - Self.publishedDays + 1)
    let (totals, records) = try store.use { tables throws(StoreError) in
      (try tables.practice.reviewTotals(), try tables.practice.reviews(since: first))
    }
    answers = UInt32(clamping: totals.reviews)
    reviewed = UInt32(clamping: totals.reviewed)
    recalled = UInt32(clamping: totals.recalled)
    retrievability = reviews.meanRetrievability(at: clock.now) ?? -1
    ahead = reviews.reviewsAhead(
      until: (1...Self.publishedDays).map { calendar.start(of: today + $0) }
    ).map { UInt32(clamping: $0) }
    days = Retention.byDay(records, calendar).sorted { $0.key < $1.key }.map { day, retention in
      Struct(
        DailyDate(day: day).text, UInt32(clamping: retention.reviewed),
        UInt32(clamping: retention.recalled))
    }
  }
}
