package import Practice

/// The log of all reviews, from which the schedules follow.
///
/// Reviews before version 4 of the schema have no card, and count only in statistics. Of rows that are
/// one review, which two imports make, all but one have their ratings negated, and count nowhere.
package struct ReviewTable {
  let database: Database

  private var log: LogTable { LogTable(database: database) }

  /// How a row came into the log if not in one of the modes of practice.
  enum Origin: String {
    case imported
    /// A schedule taken over without its reviews; its rating is 0.
    case state
  }

  /// Adds the review of a response, and returns the number of its row.
  func add(
    _ change: ScheduleChange, of card: UInt64
  ) throws(StoreError) -> Int64 {
    let (at, day) = (change.after.reviewedAt, change.after.reviewedOn)
    let event = try log.next()
    try database[
      """
      INSERT INTO review
        (at, rating, elapsed, card, direction, mode, took, day, sequence, stamp, chosen_day, given_day)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?11, ?11)
      """
    ].bind(at).bind(change.rating.rawValue).bind(change.before?.days(until: day)).bind(card)
      .bind(change.direction.rawValue).bind(change.mode.rawValue).bind(Int(change.took)).bind(day)
      .bind(event.sequence).bind(event.stamp).bind(change.after.chosenDay).run()
    return database.insertedID
  }

  /// Adds a review made elsewhere, and returns the directions whose history has changed: none if the
  /// log has it already, both if it was of the other one.
  ///
  /// Packages have milliseconds, so a review of the same millisecond is the same; which one counts is
  /// decided when the card is settled.
  func add(
    imported review: Review<CardIdentity>, on day: Int, of card: UInt64
  ) throws(StoreError) -> [Direction] {
    guard let rating = review.rating else { return [] }
    let direction = review.direction
    let known = try database[
      """
      SELECT direction, mode FROM review
      WHERE card = ? AND at / 1000 = ? AND rating > 0 ORDER BY direction = ? DESC
      """
    ].bind(card).bind(review.at / 1000).bind(direction.rawValue).first { row throws(StoreError) in
      (direction: row.text(0), isImported: row.text(1) == Origin.imported.rawValue)
    }
    if known?.direction == direction.rawValue { return [] }
    let event = try log.next()
    try database[
      """
      INSERT INTO review (at, rating, card, direction, mode, took, day, sequence, stamp)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """
    ].bind(review.at).bind(rating.rawValue).bind(card).bind(direction.rawValue)
      .bind(Origin.imported.rawValue).bind(Int(review.took)).bind(day).bind(event.sequence)
      .bind(event.stamp).run()
    return known?.isImported == true ? Direction.allCases : [direction]
  }

  /// Keeps the chosen day of a schedule with the review that it follows from.
  func move(
    _ schedule: Schedule, of card: UInt64, _ direction: Direction
  ) throws(StoreError) {
    let found = try database[
      """
      SELECT max(review.id), name, sequence FROM review JOIN machine ON machine.id = machine
      WHERE card = ? AND direction = ? AND at = ? AND rating >= 0
      """
    ].bind(card).bind(direction.rawValue).bind(schedule.reviewedAt).first {
      row throws(StoreError) in
      Machine(row.text(1)).map { (id: row.integer(0), event: EventID($0, row.bits(2))) }
    }
    guard let review = found ?? nil else { return }
    database.reviewsWillChange()
    try database["UPDATE review SET chosen_day = ? WHERE id = ?"].bind(schedule.chosenDay)
      .bind(review.id).run()
    try log.set(Fact(dayAfter: review.event), to: schedule.chosenDay.map { String($0) })
  }

  func remove(_ id: Int64) throws(StoreError) {
    database.reviewsWillChange()
    try log.undo(id)
    // A row that tells of the same review counts from now on.
    try database[
      """
      INSERT OR IGNORE INTO unsettled SELECT card FROM review
      WHERE id = ? AND EXISTS (
        SELECT 1 FROM review AS twin WHERE twin.card = review.card AND twin.rating < 0
      )
      """
    ].bind(Int(id)).run()
    try database["DELETE FROM review WHERE id = ?"].bind(Int(id)).run()
  }

  /// The reviews of a card in one direction, without those of the running session from one of its
  /// responses on.
  func history(
    of card: UInt64, _ direction: Direction, beforeResponse sequence: Int = .max
  ) throws(StoreError) -> CardHistory {
    let machines = try log.machines()
    return CardHistory(
      try database[
        """
        SELECT id, at, rating, mode, stability, difficulty, introduced_at, day, chosen_day, machine,
          sequence, stamp
        FROM review WHERE card = ? AND direction = ? AND id NOT IN (
          SELECT review FROM response WHERE sequence >= ? AND review IS NOT NULL
        )
        """
      ].bind(card).bind(direction.rawValue).bind(sequence).map { row throws(StoreError) in
        Self.historyRow(row, machines)
      })
  }

  /// Passes the reviews of all cards after a number to `body`, by card and direction.
  ///
  /// Ends before the next card when `mayContinue` is false, and returns the last card; nil if there are no
  /// more.
  package func histories(
    after card: UInt64, while mayContinue: () -> Bool,
    _ body: (UInt64, Direction, CardHistory) -> Void
  ) throws(StoreError) -> UInt64? {
    let machines = try log.machines()
    var group: (card: UInt64, direction: Direction, rows: [CardHistory.Row])?
    var last: UInt64?
    func finish() {
      if let group { body(group.card, group.direction, CardHistory(group.rows)) }
      group = nil
    }
    try database[
      """
      SELECT id, at, rating, mode, stability, difficulty, introduced_at, day, chosen_day, machine,
        sequence, stamp, card, direction
      FROM review WHERE card > ? ORDER BY card, direction, id
      """
    ].bind(card).rows(while: { last == nil }) { row throws(StoreError) in
      let card = row.bits(12)
      guard let direction = Direction(rawValue: row.text(13)),
        let read = Self.historyRow(row, machines)
      else { return }
      if let now = group, now.card != card || now.direction != direction {
        finish()
        if now.card != card, !mayContinue() {
          last = now.card
          return
        }
      }
      if group == nil { group = (card, direction, []) }
      group?.rows.append(read)
    }
    if last == nil { finish() }
    return last
  }

  /// Nil if it is unreadable.
  private static func historyRow(_ row: Row, _ machines: [Int: Machine]) -> CardHistory.Row? {
    guard let machine = machines[row.integer(9)] else { return nil }
    let content: CardHistory.Row.Content
    if let rating = Rating(rawValue: row.integer(2)) {
      content = .review(rating)
    } else {
      guard !row.isNull(4),
        let memory = MemoryState(stability: row.real(4), difficulty: row.real(5))
      else { return nil }
      content = .state(memory, introducedAt: row.bits(6))
    }
    let origin = Origin(rawValue: row.text(3))
    let stamp = row.isNull(11) ? row.bits(1) : row.bits(11)
    let time =
      origin == nil
      ? stamp : ReviewEvent.time(madeElsewhereAt: row.bits(1), writtenAt: stamp)
    return CardHistory.Row(
      id: Int64(row.integer(0)), EventOrder(time, EventID(machine, row.bits(10))), at: row.bits(1),
      on: row.integer(7), content, isImported: origin == .imported,
      chosenDay: row.optionalInteger(8))
  }

  /// A review of a card, with the number of its row, whether it counts, and the days since the one before.
  typealias Written = (id: Int64, isCounted: Bool, elapsed: Int?, review: WrittenReview)

  func written(ofCard card: UInt64) throws(StoreError) -> [Written] {
    let machines = try log.machines()
    return try database[
      """
      SELECT review.id, machine, sequence, stamp, deck, side, named, direction, rating, mode, at, day,
        took, chosen_day, stability, difficulty, introduced_at, elapsed
      FROM review JOIN card ON card.id = review.card WHERE card = ?
      """
    ].bind(card).map { row throws(StoreError) in
      guard let machine = machines[row.integer(1)], let event = ReviewEvent(row, from: 4) else {
        return nil
      }
      let order = EventOrder(row.bits(3), EventID(machine, row.bits(2)))
      return (
        Int64(row.integer(0)), row.integer(8) >= 0, row.optionalInteger(17),
        WrittenReview(event, order)
      )
    }
  }

  /// Negates the ratings of reviews of which another row tells too, so that they count nowhere.
  func markTwins(
    of rows: [Written], counted: Set<EventID>
  ) throws(StoreError) {
    for row in rows where row.isCounted != counted.contains(row.review.written.id) {
      database.reviewsWillChange()
      try database["UPDATE review SET rating = -rating WHERE id = ?"].bind(Int(row.id)).run()
    }
  }

  /// Saves the days since the review before; rows that count in no history have none.
  func setElapsed(_ days: [Int64: Int], of rows: [Written]) throws(StoreError) {
    // Most stay the same, and an update that changes nothing takes longer than reading them all.
    for row in rows where row.elapsed != days[row.id] {
      try database["UPDATE review SET elapsed = ? WHERE id = ?"].bind(days[row.id])
        .bind(Int(row.id)).run()
    }
  }

  /// The log as it is now; a number of a row is never used again.
  package func extent() throws(StoreError) -> ReviewExtent {
    let last = try database["SELECT max(id) FROM review"].integer() ?? 0
    return ReviewExtent(last: UInt64(clamping: last), generation: generation)
  }

  /// Equal as long as rows have only been added to the log of the same database.
  package var generation: UInt64 { database.reviewGeneration }

  /// What was reviewed after a row.
  package func reviewed(after id: UInt64) throws(StoreError) -> [CardDirection] {
    try database[
      // Without the index by card, which would be read from its beginning.
      "SELECT DISTINCT card, direction FROM review WHERE id > ? AND +card IS NOT NULL"
    ].bind(id).map { row throws(StoreError) in
      Direction(rawValue: row.text(1)).map { CardDirection(card: row.bits(0), direction: $0) }
    }
  }

  func forget() throws(StoreError) {
    database.reviewsWillChange()
    try database["DELETE FROM review"].run()
  }
}

// The published part.
extension ReviewTable {
  /// The rows after a number, in their order: reviews, and schedules taken over without reviews.
  package func rows(
    after id: UInt64, limit: Int
  ) throws(StoreError) -> [(id: UInt64, logged: LoggedReview)] {
    try database[
      """
      SELECT id, card, direction, rating, at, took, day, chosen_day FROM review
      WHERE id > ? AND card IS NOT NULL AND rating >= 0 ORDER BY id LIMIT ?
      """
    ].bind(Int(clamping: id)).bind(limit).map { row throws(StoreError) in
      guard let direction = Direction(rawValue: row.text(2)) else { return nil }
      let review = Review(
        card: row.bits(1), direction: direction, rating: Rating(rawValue: row.integer(3)),
        at: row.bits(4), took: UInt32(clamping: row.integer(5)))
      return (
        row.bits(0), LoggedReview(review, on: row.integer(6), chosenDay: row.optionalInteger(7))
      )
    }
  }

  /// How often a card was reviewed in a direction, and how often it was forgotten since it was known.
  package func counts(
    of card: UInt64, _ direction: Direction
  ) throws(StoreError) -> (reviews: Int, lapses: Int) {
    try database[
      """
      SELECT count(*), count(*) FILTER (WHERE rating = 1 AND elapsed >= 1) FROM review
      WHERE card = ? AND direction = ? AND rating > 0
      """
    ].bind(card).bind(direction.rawValue).first { row throws(StoreError) in
      (row.integer(0), row.integer(1))
    } ?? (0, 0)
  }

  /// The retention by local day, for days that have any.
  package func retention(since day: Int) throws(StoreError) -> [Int: Retention] {
    var days: [Int: Retention] = [:]
    try database["SELECT day, rating, elapsed FROM review WHERE day >= ?"].bind(day).rows { row in
      guard let rating = Rating(rawValue: row.integer(1)) else { return }
      days[row.integer(0), default: Retention()]
        .add(rating, after: row.isNull(2) ? nil : row.integer(2))
    }
    return days.filter { $0.value.reviewed > 0 }
  }

  /// How many reviews each local day has that has any.
  package func answersByDay() throws(StoreError) -> [(day: Int, answers: Int)] {
    try database[
      // Without the index by card, whose order is not that of the rows.
      "SELECT day, count(*) FROM review WHERE rating > 0 AND +card IS NOT NULL GROUP BY day ORDER BY day"
    ].map { row throws(StoreError) in (row.integer(0), row.integer(1)) }
  }

  /// How many reviews there are, how many of a card known from an earlier day, and how many of
  /// those were right.
  package func totals() throws(StoreError) -> (reviews: Int, reviewed: Int, recalled: Int) {
    try database[
      """
      SELECT count(*), count(*) FILTER (WHERE elapsed >= 1),
        count(*) FILTER (WHERE elapsed >= 1 AND rating > 1) FROM review WHERE rating > 0
      """
    ].first { row throws(StoreError) in
      (row.integer(0), row.integer(1), row.integer(2))
    } ?? (0, 0, 0)
  }
}

package struct ReviewExtent: Hashable, Sendable {
  package let last: UInt64
  package let generation: UInt64
}
