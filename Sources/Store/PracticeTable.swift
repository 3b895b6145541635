internal import MemoryGame
package import Practice

/// The tables of practice: schedules, reviews, and the running session.
package struct PracticeTable {
  let database: Database

  private var session: SessionTable { SessionTable(database: database) }

  package func load() throws(StoreError) -> StoredPractice {
    let schedules = try database[
      """
      SELECT deck, side, direction, stability, difficulty, introduced_at, reviewed_at FROM schedule
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
    return try session.practice(schedules)
  }

  /// Saves a step of the session, as part of a transaction.
  package func save(
    _ step: PracticeStep, revision: UInt64, lastDeck: String?
  ) throws(StoreError) {
    if let update = step.schedule { try save(update) }
    switch step.session {
    case .started(let started):
      try session.begin(started, revision: revision, lastDeck: lastDeck)
    case .responded(let response): try add(response, revision: revision)
    case .undone(let response):
      try session.remove(response, revision: revision)
      // Its review is the last one: reviews are added in the order of responses.
      if response.change != nil {
        try database["DELETE FROM review WHERE id = (SELECT max(id) FROM review)"].run()
      }
    case .revealed: try session.set(.revealed, revision: revision)
    case .hidden: try session.set(.on, revision: revision)
    case .stopped: try session.end(revision: revision)
    case nil: break
    }
  }

  /// Saves all of practice in a new database, as part of a transaction.
  package func save(
    _ trainer: Trainer, revision: UInt64, lastDeck: String? = nil
  ) throws(StoreError) {
    for update in trainer.reviews.schedules { try save(update) }
    guard let session = trainer.session else {
      return try self.session.addIdle(revision: revision, deck: lastDeck ?? "")
    }
    try self.session.begin(session, revision: revision, lastDeck: lastDeck)
    for response in session.responses { try add(response, revision: revision) }
    if case .revealed = trainer.state { try self.session.set(.revealed, revision: revision) }
  }

  private func add(_ response: Response, revision: UInt64) throws(StoreError) {
    try session.add(response, revision: revision)
    guard let review = response.change else { return }
    try database["INSERT INTO review (at, rating, elapsed) VALUES (?, ?, ?)"].bind(response.at)
      .bind(review.rating.rawValue)
      .bind(review.before?.days(until: response.at)).run()
  }

  private func save(_ update: ScheduleUpdate) throws(StoreError) {
    let (deck, side) = update.card.stored
    let direction = update.direction.rawValue
    guard let schedule = update.schedule else {
      return try database["DELETE FROM schedule WHERE deck = ? AND side = ? AND direction = ?"]
        .bind(deck).bind(side).bind(direction).run()
    }
    try database["INSERT OR REPLACE INTO schedule VALUES (?, ?, ?, ?, ?, ?, ?)"]
      .bind(deck).bind(side).bind(direction).bind(schedule.memory.stability)
      .bind(schedule.memory.difficulty).bind(schedule.introducedAt).bind(schedule.reviewedAt).run()
  }

  package func reviews(since time: UInt64) throws(StoreError) -> [ReviewRecord] {
    try database["SELECT at, rating, elapsed FROM review WHERE at >= ? ORDER BY id"].bind(time).map
    { row throws(StoreError) in
      guard let rating = Rating(rawValue: row.integer(1)) else { return nil }
      return ReviewRecord(
        at: row.bits(0), rating: rating, elapsedDays: row.isNull(2) ? nil : row.integer(2))
    }
  }

  /// How many reviews there are, how many of a card known from an earlier day, and how many of
  /// those were right.
  package func reviewTotals() throws(StoreError) -> (reviews: Int, reviewed: Int, recalled: Int) {
    try database[
      """
      SELECT count(*), count(*) FILTER (WHERE elapsed >= 1),
        count(*) FILTER (WHERE elapsed >= 1 AND rating > 1) FROM review
      """
    ].first { row throws(StoreError) in
      (row.integer(0), row.integer(1), row.integer(2))
    } ?? (0, 0, 0)
  }

  func forgetReviews() throws(StoreError) {
    try database["DELETE FROM schedule"].run()
    try database["DELETE FROM review"].run()
    try session.forget()
  }
}

package struct StoredPractice {
  /// The revision of the last transition; 0 if there was none.
  package let revision: UInt64
  /// The deck that was practised last by its name.
  package let lastDeck: String?
  package let session: Session?
  /// Whether its answer was revealed and has to be graded.
  package let isRevealed: Bool
  package let isDamaged: Bool
  package let schedules: [ScheduleUpdate]
}

extension CardIdentity {
  init(storedAs deck: String, _ side: String) {
    self = deck.isEmpty ? .guid(side) : .side(deck: deck, first: side)
  }

  /// The deck's key ("" for a guid) and the side or the guid, in one of all spellings that compare
  /// equal: the database compares bytes.
  var stored: (deck: String, side: String) {
    switch self {
    case .guid(let guid): ("", NormalForm.composed(guid))
    case .side(let deck, let first): (NormalForm.composed(deck), NormalForm.composed(first))
    }
  }
}

extension Schedule {
  /// Reads a schedule from four columns; nil if they do not contain one.
  init?(_ row: Row, from column: Int32) {
    guard !row.isNull(column),
      let memory = MemoryState(stability: row.real(column), difficulty: row.real(column + 1))
    else { return nil }
    self.init(
      memory: memory, introducedAt: row.bits(column + 2), reviewedAt: row.bits(column + 3))
  }
}
