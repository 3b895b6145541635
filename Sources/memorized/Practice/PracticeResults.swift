internal import DBus
internal import MemorizeBus
internal import Practice
internal import Store
internal import UserService

// The results of practice: counts, statistics, and the log of reviews with its schedules.
extension PracticeOnBus {
  func decks() throws -> [DeckSummary] {
    try refusing { try ensureLoaded() }
    let (settings, time) = (store.practiceSettings, clock.time)
    return reviews.counts(settings, at: time).map {
      DeckSummary(name: $0.deck.name, $0.counts, $0.deck.languages)
    }
  }

  func statistics() throws -> PracticeStatistics {
    try refusing {
      try ensureLoaded()
      return try PracticeStatistics(of: model.trainer.reviews, in: store, clock)
    }
  }

  func reviews(after id: UInt64, limit: UInt32) throws -> [ReviewRow] {
    try rows(after: id, limit).map { ReviewRow(id: $0.id, $0.logged.review) }
  }

  func reviewColumns(after id: UInt64, limit: UInt32) throws -> ReviewColumns {
    ReviewColumns(try rows(after: id, limit))
  }

  private func rows(
    after id: UInt64, _ limit: UInt32
  ) throws -> [(id: UInt64, logged: LoggedReview)] {
    let limit = min(limit, PracticeContract.maximumReviews)
    return try refusing {
      try store.use { tables throws(StoreError) in
        try tables.practice.reviews.rows(after: id, limit: Int(limit))
      }
    }
  }

  func reviewDays() throws -> ([Int32], [UInt32]) {
    let days = try refusing {
      try store.use { tables throws(StoreError) in try tables.practice.reviews.answersByDay() }
    }
    return (days.map { Int32(clamping: $0.day) }, days.map { UInt32(clamping: $0.answers) })
  }

  func schedules(ofDeck deck: String, after id: UInt64, limit: UInt32) throws -> ScheduleColumns {
    let limit = Int(min(limit, PracticeContract.maximumReviews))
    return try refusing {
      try ensureLoaded()
      let reviews = reviews
      let members = try reviews.members(ofDeck: deck.isEmpty ? nil : deck)
      let cards = try store.use { tables throws(StoreError) in
        try tables.practice.cards.identities(after: id, limit: limit)
      }
      var rows: [ScheduleColumns.Row] = []
      for (id, card) in cards {
        reviews.forEachSchedule(of: card, among: members) { direction, schedule, isAsked in
          rows.append(
            .init(
              key: CardDirection(card: id, direction: direction), schedule: schedule,
              isAsked: isAsked))
        }
      }
      return ScheduleColumns(
        rows, next: cards.count < limit ? 0 : cards.last?.id ?? 0, reviews.fsrs)
    }
  }

  func rebuild(isCheck: Bool, _ reply: Reply<UInt32, UInt32>) {
    let rebuild = ScheduleRebuild(store) { [store] in store.userSettings.fsrs }
    preparation.answer(reply, after: [rebuild]) { [self] in
      try refusing { try replaceSchedules(by: try rebuild.schedules(), isCheck: isCheck) }
    }
  }

  private func replaceSchedules(
    by computed: [CardSchedule], isCheck: Bool
  ) throws(StoreError) -> (UInt32, UInt32) {
    var kept = try store.use { tables throws(StoreError) in try tables.practice.schedules() }
    let missing = computed.count { key, schedule in
      kept.removeValue(forKey: key)?.isNear(schedule) != true
    }
    // The remaining schedules have no review.
    let (all, different) = (computed.count + kept.count, missing + kept.count)
    trimming.restart()
    if different > 0, !isCheck {
      try store.replace(computed)
      reload()
      log.write(.info, "Schedules computed anew from the log of reviews: \(different) differed.")
    }
    return (UInt32(clamping: all), UInt32(clamping: different))
  }
}
