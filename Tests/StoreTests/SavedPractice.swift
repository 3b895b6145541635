import Testing

@testable import Practice
@testable import Store

extension PracticeTable {
  /// Computes all schedules anew, as the service does once.
  func followLog() throws {
    var schedules: [CardSchedule] = []
    _ = try reviews.histories(after: 0, while: { true }) { card, direction, history in
      guard let schedule = history.schedule(FSRS()) else { return }
      schedules.append((CardDirection(card: card, direction: direction), schedule))
    }
    try replace(schedules)
  }

  /// Saves what was read in a new database: schedules without their reviews, and the session step by
  /// step.
  func saveAgain(_ stored: StoredPractice) throws {
    for card in stored.suspended {
      try cards.setSuspended(true, try cards.record(of: card, at: 0).id)
    }
    let changes = stored.session?.responses.compactMap(\.change) ?? []
    var schedules: [CardSchedule] = []
    for update in stored.schedules {
      let change = changes.first { $0.card == update.card && $0.direction == update.direction }
      guard let now = update.schedule else { continue }
      let card = try cards.record(of: update.card, at: now.introducedAt).id
      schedules.append((CardDirection(card: card, direction: update.direction), now))
      guard let known = change == nil ? now : change?.before else { continue }
      try database[
        """
        INSERT INTO review
          (at, rating, card, direction, mode, stability, difficulty, introduced_at, day)
        VALUES (?, 0, ?, ?, 'state', ?, ?, ?, ?)
        """
      ].bind(known.reviewedAt).bind(card).bind(update.direction.rawValue)
        .bind(known.memory.stability).bind(known.memory.difficulty).bind(known.introducedAt)
        .bind(known.reviewedOn).run()
    }
    try replace(schedules)
    guard let session = stored.session else { return }
    let begun = try #require(
      Session(
        options: session.options, questions: session.questions, activeAt: session.activeAt))
    var steps = [SessionChange.started(begun)] + session.responses.map { .responded($0) }
    if stored.isRevealed { steps.append(.revealed) }
    for step in steps {
      try save(PracticeStep(session: step), revision: stored.revision, lastDeck: stored.lastDeck)
    }
  }
}
