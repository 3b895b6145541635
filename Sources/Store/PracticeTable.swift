internal import MemoryGame
package import Practice

/// The tables of practice: decks, cards, the log of reviews, the schedules that follow from it, and
/// the running session.
package struct PracticeTable {
  let database: Database

  package var decks: DeckTable { DeckTable(database: database) }
  package var cards: CardTable { CardTable(database: database) }
  package var changes: ChangeTable { ChangeTable(database: database) }
  package var reviews: ReviewTable { ReviewTable(database: database) }
  private var log: LogTable { LogTable(database: database) }
  private var session: SessionTable { SessionTable(database: database) }

  package func load(_ fsrs: FSRS) throws(StoreError) -> StoredPractice {
    let schedules = try database[
      """
      SELECT deck, side, direction, stability, difficulty, introduced_at, reviewed_at, reviewed_on,
        chosen_day, lapses
      FROM schedule JOIN card ON id = card
      """
    ].map { row throws(StoreError) -> ScheduleUpdate? in
      // With impossible values there is no schedule: the card is new.
      guard let direction = Direction(rawValue: row.text(2)),
        let schedule = Schedule(row, from: 3)
      else { return nil }
      return ScheduleUpdate(
        card: CardIdentity(storedAs: row.text(0), row.text(1)), direction: direction,
        schedule: schedule)
    }
    return try session.practice(
      schedules, suspended: try cards.suspended(), standings: try decks.standings(), fsrs)
  }

  /// Saves a step of practice, as part of a transaction; `activeAt` is when the user took it.
  package func save(
    _ step: PracticeStep, revision: UInt64, lastDeck: String?, activeAt: UInt64? = nil
  ) throws(StoreError) {
    if let suspension = step.suspension {
      for card in suspension.cards {
        let id = try cards.record(of: card, at: suspension.at).id
        try cards.setSuspended(suspension.isSuspended, id)
      }
    }
    if let standings = step.standings { try decks.save(standings.after) }
    switch step.session {
    case .started(let started):
      try session.begin(started, revision: revision, lastDeck: lastDeck)
    case .responded(let response): try add(response, revision: revision)
    case .undone(let response):
      if let review = try session.remove(response, revision: revision) {
        try reviews.remove(review)
      }
      if let change = response.change {
        try save(
          change.before, of: try cards.record(of: change.card, at: response.at).id, change.direction
        )
      }
    case .revealed: try session.set(.revealed, revision: revision)
    case .asked: try session.set(.on, revision: revision)
    case .stopped: try session.end(revision: revision)
    case nil: break
    }
    if let activeAt { try session.setActive(at: activeAt) }
  }

  private func add(_ response: Response, revision: UInt64) throws(StoreError) {
    guard let change = response.change else {
      return try session.add(response, review: nil, revision: revision)
    }
    let card = try cards.record(of: change.card, at: response.at).id
    let review = try reviews.add(change, of: card)
    try session.add(response, review: review, revision: revision)
    try save(change.after, of: card, change.direction)
  }

  private func save(
    _ schedule: Schedule?, of card: UInt64, _ direction: Direction
  ) throws(StoreError) {
    guard let schedule else {
      return try database["DELETE FROM schedule WHERE card = ? AND direction = ?"].bind(card)
        .bind(direction.rawValue).run()
    }
    try database["INSERT OR REPLACE INTO schedule VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"].bind(card)
      .bind(direction.rawValue).bind(schedule.memory.stability).bind(schedule.memory.difficulty)
      .bind(schedule.introducedAt).bind(schedule.reviewedAt).bind(schedule.reviewedOn)
      .bind(schedule.chosenDay).bind(schedule.lapses).run()
  }

  /// The past sessions.
  package func pastSessions() throws(StoreError) -> PastSessions {
    try database[
      "SELECT last, unasked, done_on, done_count, days_before, kept_until FROM past_sessions"
    ]
    .first { row throws(StoreError) in
      let done =
        row.isNull(2)
        ? nil
        : SessionsDone(
          day: row.integer(2), count: row.integer(3), daysBefore: row.integer(4),
          keptUntil: row.bits(5))
      return PastSessions(
        last: min(row.bits(0), Row.maximumNumber), isUnsolicited: row.boolean(1), done: done)
    } ?? PastSessions()
  }

  /// Replaces the past sessions, as part of a transaction.
  package func save(_ past: PastSessions) throws(StoreError) {
    try database["INSERT OR REPLACE INTO past_sessions VALUES (1, ?, ?, ?, ?, ?, ?)"]
      .bind(past.last).bind(past.isUnsolicited).bind(past.done?.day).bind(past.done?.count)
      .bind(past.done?.daysBefore).bind(past.done?.keptUntil ?? 0).run()
  }

  func forgetReviews() throws(StoreError) {
    try database["DELETE FROM schedule"].run()
    try session.forget()
    try reviews.forget()
    try log.forgetReviews()
    try changes.forget()
    try cards.forget()
    try decks.forgetStarts()
  }
}

// Changes of the log outside a session.
extension PracticeTable {
  /// Adds some reviews made elsewhere, as part of a transaction, and removes them from `imported`;
  /// returns how many were new.
  ///
  /// `calendar` says on which day each was made. At most five hundred are added, or as many as change
  /// the schedules of a hundred cards: about ten milliseconds of work.
  package func add(
    _ imported: inout ArraySlice<Review<CardIdentity>>, at time: UInt64, _ calendar: LocalCalendar,
    _ fsrs: FSRS
  ) throws(StoreError) -> Int {
    var count = 0
    var changed: Set<UInt64> = []
    let end = imported.startIndex + min(imported.count, 500)
    while imported.startIndex < end, changed.count < 100, let review = imported.first {
      let card = try cards.record(of: review.card, at: time).id
      let directions = try reviews.add(
        imported: review, on: calendar.day(of: review.at), of: card)
      if directions == [review.direction] { count += 1 }
      if !directions.isEmpty { changed.insert(card) }
      imported.removeFirst()
    }
    for card in changed { try settle(card, fsrs) }
    return count
  }

  /// Computes the schedules of a card anew, as part of a transaction, and marks the reviews that do not
  /// count, because another one tells of the same.
  func settle(_ card: UInt64, _ fsrs: FSRS) throws(StoreError) {
    let rows = try reviews.written(ofCard: card)
    let counted = rows.map(\.review).single
    let isCounted = Set(counted.map(\.written.id))
    try reviews.markTwins(of: rows, counted: isCounted)
    var elapsed: [Int64: Int] = [:]
    for direction in Direction.allCases {
      let history = CardHistory(
        rows.filter { isCounted.contains($0.review.written.id) }
          .filter { $0.review.event.direction == direction }
          .map { CardHistory.Row($0.review, id: $0.id, chosenDay: $0.review.event.chosenDay) })
      for (row, days) in zip(history.rows, history.elapsedDays) { elapsed[row.id] = days }
      try save(history.schedule(fsrs), of: card, direction)
    }
    try reviews.setElapsed(elapsed, of: rows)
  }

  /// Gives cards other days, also in the log, from which their schedules follow.
  package func move(
    _ updates: some Sequence<ScheduleUpdate>, at time: UInt64
  ) throws(StoreError) {
    for update in updates {
      guard let schedule = update.schedule else { continue }
      let card = try cards.record(of: update.card, at: time).id
      try reviews.move(schedule, of: card, update.direction)
      try save(schedule, of: card, update.direction)
    }
  }

  /// All stored schedules, by card and direction.
  package func schedules() throws(StoreError) -> [CardDirection: Schedule] {
    var schedules: [CardDirection: Schedule] = [:]
    try database[
      """
      SELECT card, direction, stability, difficulty, introduced_at, reviewed_at, reviewed_on,
        chosen_day, lapses
      FROM schedule
      """
    ].rows { row throws(StoreError) in
      guard let direction = Direction(rawValue: row.text(1)) else { return }
      schedules[CardDirection(card: row.bits(0), direction: direction)] = Schedule(row, from: 2)
    }
    return schedules
  }

  /// The schedule that follows from the log; nil without a review.
  package func schedule(of key: CardDirection, _ fsrs: FSRS) throws(StoreError) -> Schedule? {
    try reviews.history(of: key.card, key.direction).schedule(fsrs)
  }

  /// Replaces all schedules, as part of a transaction; fastest in the order of card and direction.
  package func replace(_ schedules: [CardSchedule]) throws(StoreError) {
    try database["DELETE FROM schedule"].run()
    for (key, schedule) in schedules { try save(schedule, of: key.card, key.direction) }
  }
}

package typealias CardSchedule = (key: CardDirection, schedule: Schedule)

package struct StoredPractice {
  /// The revision of the last transition; 0 if there was none.
  package let revision: UInt64
  /// The deck that was practiced last by its name.
  package let lastDeck: String?
  package let session: Session?
  /// Whether its answer was revealed and has to be graded.
  package let isRevealed: Bool
  package let isDamaged: Bool
  package let schedules: [ScheduleUpdate]
  package let suspended: [CardIdentity]
  /// Of decks, by comparison key.
  package let standings: [String: DeckStanding]
}

extension Schedule {
  /// Reads a schedule from seven columns; nil if they do not contain one.
  init?(_ row: Row, from column: Int32) {
    guard !row.isNull(column),
      let memory = MemoryState(stability: row.real(column), difficulty: row.real(column + 1))
    else { return nil }
    self.init(
      memory: memory, introducedAt: row.bits(column + 2), reviewedAt: row.bits(column + 3),
      reviewedOn: row.integer(column + 4), chosenDay: row.optionalInteger(column + 5),
      lapses: row.integer(column + 6))
  }
}
