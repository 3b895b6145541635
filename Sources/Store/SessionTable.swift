internal import PlainText
internal import Practice

/// The tables of the current practice session: its questions and responses.
struct SessionTable {
  let database: Database

  /// The state of the session; whether it is finished follows from its responses.
  enum State: String {
    case idle
    case on
    case revealed
  }

  /// For `due`; an older version takes it for a session of due cards.
  private static let hard = 2

  /// A session over all decks leaves the last deck as it was.
  func begin(_ session: Session, revision: UInt64, lastDeck: String?) throws(StoreError) {
    try removeAll()
    let options = session.options
    try database["INSERT OR REPLACE INTO session VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?)"]
      .bind(revision).bind(State.on.rawValue).bind(options.deck ?? "").bind(options.questions)
      .bind(options.direction?.rawValue ?? "").bind(options.mode.rawValue)
      .bind(options.isHard ? Self.hard : options.isDue ? 1 : 0)
      .bind(options.deck ?? lastDeck ?? "").bind(session.activeAt).run()
    for question in session.questions {
      let card = question.card.stored
      try database["INSERT INTO question VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"]
        .bind(question.number)
        .bind(question.text).bind(question.pronunciation)
        .bind(question.choices.joined(by: "\n")).bind(question.rightIndex)
        .bind(question.answers.joined(by: "\n")).bind(card.deck).bind(card.side)
        .bind(question.deck).bind(question.direction.rawValue).run()
    }
  }

  /// `review` is its row in the log, if it has one.
  func add(_ response: Response, review: Int64?, revision: UInt64) throws(StoreError) {
    try database["INSERT INTO response VALUES (?, ?, ?, ?, ?, ?)"].bind(response.sequence)
      .bind(response.question).bind(response.verdict.stored).bind(response.at).bind(
        response.movesToEnd
      )
      .bind(review.map { Int($0) }).run()
    try set(.on, revision: revision)
  }

  /// Saves when the user last did something with the session.
  func setActive(at time: UInt64) throws(StoreError) {
    try database["UPDATE session SET active_at = ?"].bind(time).run()
  }

  /// Returns its row in the log; nil if it has none.
  func remove(_ response: Response, revision: UInt64) throws(StoreError) -> Int64? {
    let review = try database["SELECT review FROM response WHERE sequence = ?"]
      .bind(response.sequence).integer()
    try database["DELETE FROM response WHERE sequence = ?"].bind(response.sequence).run()
    try set(.on, revision: revision)
    return review.map { Int64($0) }
  }

  func set(_ state: State, revision: UInt64) throws(StoreError) {
    try database["UPDATE session SET state = ?, revision = ?"].bind(state.rawValue).bind(revision)
      .run()
  }

  func end(revision: UInt64) throws(StoreError) {
    try removeAll()
    try set(.idle, revision: revision)
  }

  /// Ends the session, if any, and forgets the last deck.
  func forget() throws(StoreError) {
    try removeAll()
    try database[
      """
      UPDATE session SET revision = revision + (state <> 'idle'), state = 'idle', deck = '',
        last_deck = '', active_at = 0
      """
    ].run()
  }

  private func removeAll() throws(StoreError) {
    try database["DELETE FROM response"].run()
    try database["DELETE FROM question"].run()
  }
}

// Reading.
extension SessionTable {
  func practice(
    _ schedules: [ScheduleUpdate], suspended: [CardIdentity], standings: [String: DeckStanding],
    _ fsrs: FSRS
  ) throws(StoreError) -> StoredPractice {
    var found:
      (
        revision: UInt64, state: State?, options: SessionOptions?, lastDeck: String?,
        activeAt: UInt64
      )?
    try database[
      "SELECT revision, state, deck, questions, direction, mode, due, last_deck, active_at FROM session"
    ].rows { row throws(StoreError) in
      found = (
        row.bits(0), State(rawValue: row.text(1)), Self.options(row), row.name(7), row.bits(8)
      )
    }
    var session: Session?
    if let found, let options = found.options {
      session = try self.session(options, activeAt: found.activeAt, fsrs)
    }
    let isOn = found.map { $0.state != .idle } ?? false
    return StoredPractice(
      revision: found.map { min($0.revision, Row.maximumNumber) } ?? 0,
      lastDeck: found?.lastDeck.flatMap { $0.isEmpty ? nil : $0 }, session: isOn ? session : nil,
      isRevealed: found?.state == .revealed,
      isDamaged: isOn && session == nil, schedules: schedules, suspended: suspended,
      standings: standings)
  }

  private static func options(_ row: Row) -> SessionOptions? {
    guard let deck = row.name(2), let mode = PracticeMode(rawValue: row.text(5)) else {
      return nil
    }
    let options = SessionOptions(
      deck: deck.isEmpty ? nil : deck, questions: row.integer(3),
      direction: Direction(rawValue: row.text(4)), mode: mode,
      isDue: row.boolean(6) && row.integer(6) != hard, isHard: row.integer(6) == hard)
    return options.isUsable ? options : nil
  }

  private func session(
    _ options: SessionOptions, activeAt: UInt64, _ fsrs: FSRS
  ) throws(StoreError) -> Session? {
    // Nil if it is unreadable.
    var questions: [Question?] = []
    try database[
      """
      SELECT number, text, pronunciation, choices, right_place, answers, card_deck, card_side, deck,
        direction FROM question ORDER BY number
      """
    ].rows { row throws(StoreError) in questions.append(Self.question(row)) }
    let responses = try database[
      """
      SELECT response.sequence, question, correct, response.at, moves_to_end, review.id, rating, took,
        card, day, chosen_day
      FROM response LEFT JOIN review ON review.id = review ORDER BY response.sequence
      """
    ].map { row throws(StoreError) in
      let number = row.integer(1)
      // In a damaged file the number may be out of range.
      let isAsked = number > 0 && number <= questions.count
      return try response(
        row, to: isAsked ? questions[number - 1] : nil, mode: options.mode, fsrs)
    }
    guard !questions.contains(where: { $0 == nil }) else { return nil }
    return Session(
      options: options, questions: questions.compactMap { $0 }, activeAt: activeAt,
      responses: responses)
  }

  private static func question(_ row: Row) -> Question? {
    let (choices, answers) = (row.lines(3), row.lines(5))
    guard let text = row.name(1), let pronunciation = row.name(2), let deck = row.name(8),
      let direction = Direction(rawValue: row.text(9)),
      (choices + answers).allSatisfy(Row.isName)
    else { return nil }
    return Question(
      number: row.integer(0), deck: deck, direction: direction, text: text,
      pronunciation: pronunciation, choices: choices,
      card: CardIdentity(storedAs: row.text(6), row.text(7)), rightIndex: row.integer(4),
      answers: answers)
  }

  private func response(
    _ row: Row, to question: Question?, mode: PracticeMode, _ fsrs: FSRS
  ) throws(StoreError) -> Response {
    var change: ScheduleChange?
    let at = row.bits(3)
    if let question, let rating = Rating(rawValue: row.integer(6)) {
      let before = try ReviewTable(database: database).history(
        of: row.bits(8), question.direction, beforeResponse: row.integer(0)
      ).schedule(fsrs)
      change = ScheduleChange(
        card: question.card, direction: question.direction, mode: mode, rating: rating,
        took: UInt32(clamping: row.integer(7)), before: before,
        after: fsrs.schedule(
          after: before, rating, at: at, on: row.integer(9), chosenDay: row.optionalInteger(10)))
    }
    return Response(
      sequence: row.integer(0), question: row.integer(1),
      verdict: Verdict(stored: row.integer(2)), at: at, movesToEnd: row.boolean(4), change: change)
  }
}

extension Verdict {
  /// 0 for wrong and 1 for right, as before there was a third; from 2 on the index of an answer; from
  /// −1 down the index of a wrong choice.
  fileprivate var stored: Int {
    switch self {
    case .wrong(let choice): choice.map { -1 - $0 } ?? 0
    case .right: 1
    case .nearly(let index): index + 2
    }
  }

  fileprivate init(stored number: Int) {
    switch number {
    case 0: self = .wrong(choice: nil)
    case 1: self = .right
    case 2...: self = .nearly(number - 2)
    default: self = .wrong(choice: -1 - number)
    }
  }
}
