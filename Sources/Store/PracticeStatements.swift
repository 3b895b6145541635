@_spi(_Unicode) internal import Swift

internal import Practice

/// The statements on what was practised, prepared once it is asked for.
struct PracticeStatements {
  private let readSchedules: Statement
  private let writeSchedule: Statement
  private let removeSchedule: Statement
  private let forgetSchedules: Statement
  private let addReview: Statement
  private let removeReview: Statement
  private let readReviews: Statement
  private let sumReviews: Statement
  private let forgetAllReviews: Statement
  private let session: SessionStatements

  init(_ database: Database) throws(StoreError) {
    readSchedules = try database.prepare(
      """
      SELECT deck, side, direction, stability, difficulty, introduced_at, reviewed_at FROM schedule
      """)
    writeSchedule = try database.prepare(
      """
      INSERT INTO schedule VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (deck, side, direction) DO UPDATE SET stability = excluded.stability,
        difficulty = excluded.difficulty, introduced_at = excluded.introduced_at,
        reviewed_at = excluded.reviewed_at
      """)
    removeSchedule = try database.prepare(
      "DELETE FROM schedule WHERE deck = ? AND side = ? AND direction = ?")
    forgetSchedules = try database.prepare("DELETE FROM schedule")
    addReview = try database.prepare(
      "INSERT INTO review (at, rating, elapsed) VALUES (?, ?, ?)")
    removeReview = try database.prepare(
      "DELETE FROM review WHERE id = (SELECT max(id) FROM review)")
    readReviews = try database.prepare(
      "SELECT at, rating, elapsed FROM review WHERE at >= ? ORDER BY id")
    sumReviews = try database.prepare(
      """
      SELECT count(*), count(*) FILTER (WHERE elapsed >= 1),
        count(*) FILTER (WHERE elapsed >= 1 AND rating > 1) FROM review
      """)
    forgetAllReviews = try database.prepare("DELETE FROM review")
    session = try SessionStatements(database)
  }

  func practice() throws(StoreError) -> StoredPractice {
    var schedules: [ScheduleUpdate] = []
    try readSchedules.rows { row throws(StoreError) in
      // One that no review leaves is as good as none: the card is new again.
      guard let direction = Direction(rawValue: row.text(2)),
        let schedule = Schedule(row, from: 3)
      else { return }
      schedules.append(
        ScheduleUpdate(
          card: CardIdentity(keptIn: row.text(0), row.text(1)), direction: direction,
          schedule: schedule))
    }
    return try session.practice(schedules)
  }

  func keep(_ change: PracticeChange) throws(StoreError) {
    if let update = change.schedule { try set(update) }
    switch change.step {
    case .begins(let begun): try session.begin(begun, revision: change.revision)
    case .responds(let response, let isRight):
      try session.add(response, isRight: isRight, revision: change.revision)
      if let review = response.change {
        try addReview.run(
          .bits(response.at), .integer(Int64(review.rating.rawValue)),
          .optional(review.before?.days(until: response.at)))
      }
    case .takesBack(let response):
      try session.remove(response, revision: change.revision)
      // It was the last one that had a review: reviews are added in the order of responses.
      if response.change != nil { try removeReview.run() }
    case .reveals: try session.set(.revealed, revision: change.revision)
    case .hides: try session.set(.on, revision: change.revision)
    case .ends: try session.end(revision: change.revision)
    }
  }

  func set(_ update: ScheduleUpdate) throws(StoreError) {
    let (deck, side) = update.card.kept
    let direction = SQLValue.text(update.direction.rawValue)
    guard let schedule = update.schedule else {
      return try removeSchedule.run(.text(deck), .text(side), direction)
    }
    try writeSchedule.run(
      .text(deck), .text(side), direction, .real(schedule.memory.stability),
      .real(schedule.memory.difficulty), .bits(schedule.introducedAt), .bits(schedule.reviewedAt))
  }

  func reviews(since time: UInt64) throws(StoreError) -> [ReviewRecord] {
    var reviews: [ReviewRecord] = []
    try readReviews.rows(.bits(time)) { row throws(StoreError) in
      guard let rating = Rating(rawValue: row.integer(1)) else { return }
      reviews.append(
        ReviewRecord(
          at: row.bits(0), rating: rating, elapsedDays: row.isNull(2) ? nil : row.integer(2)))
    }
    return reviews
  }

  func totals() throws(StoreError) -> (reviews: Int, reviewed: Int, recalled: Int) {
    try sumReviews.first { row throws(StoreError) in
      (row.integer(0), row.integer(1), row.integer(2))
    } ?? (0, 0, 0)
  }

  func addIdle(revision: UInt64, deck: String) throws(StoreError) {
    try session.addIdle(revision: revision, deck: deck)
  }

  func forgetReviews() throws(StoreError) {
    try forgetSchedules.run()
    try forgetAllReviews.run()
    try session.forget()
  }
}

extension CardIdentity {
  /// A card as it is kept: the deck's key, which a card with a guid has not, and side or guid.
  init(keptIn deck: String, _ side: String) {
    self = deck.isEmpty ? .guid(side) : .side(deck: deck, first: side)
  }

  /// The deck's key, "" where there is a guid, and the side or the guid.
  var kept: (deck: String, side: String) {
    switch self {
    case .guid(let guid): ("", guid.normalized)
    case .side(let deck, let first): (deck.normalized, first.normalized)
    }
  }
}

extension String {
  /// The one spelling of all that are equal: the database's keys are compared by their bytes.
  fileprivate var normalized: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    var scalars = String.UnicodeScalarView()
    for scalar in _nfc { scalars.append(scalar) }
    return String(scalars)
  }
}

extension Schedule {
  /// Reads a schedule from four columns; nil where they hold none.
  init?(_ row: Row, from column: Int32) {
    guard !row.isNull(column),
      let memory = MemoryState(stability: row.real(column), difficulty: row.real(column + 1))
    else { return nil }
    self.init(
      memory: memory, introducedAt: row.bits(column + 2), reviewedAt: row.bits(column + 3))
  }
}
