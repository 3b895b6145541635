internal import Practice

/// The statements on the practice session that is on: what was asked, and its responses.
struct SessionStatements {
  /// Whether a session is on, and how far it is; whether it is finished follows from its responses.
  enum State: String {
    case idle
    case on
    case revealed
  }

  private let readSession: Statement
  private let writeSession: Statement
  private let setState: Statement
  private let readQuestions: Statement
  private let addQuestion: Statement
  private let removeQuestions: Statement
  private let readResponses: Statement
  private let addResponse: Statement
  private let removeResponse: Statement
  private let removeResponses: Statement
  private let forgetSession: Statement

  init(_ database: Database) throws(StoreError) {
    readSession = try database.prepare(
      "SELECT revision, state, deck, questions, direction, mode, due FROM session")
    writeSession = try database.prepare(
      "INSERT OR REPLACE INTO session VALUES (1, ?, ?, ?, ?, ?, ?, ?)")
    setState = try database.prepare("UPDATE session SET state = ?, revision = ?")
    readQuestions = try database.prepare(
      """
      SELECT number, text, pronunciation, choices, right_place, answers, card_deck, card_side
      FROM question ORDER BY number
      """)
    addQuestion = try database.prepare("INSERT INTO question VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
    removeQuestions = try database.prepare("DELETE FROM question")
    readResponses = try database.prepare(
      """
      SELECT sequence, question, correct, at, moves_to_end, rating, stability, difficulty,
        introduced_at, reviewed_at FROM response ORDER BY sequence
      """)
    addResponse = try database.prepare(
      "INSERT INTO response VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    removeResponse = try database.prepare("DELETE FROM response WHERE sequence = ?")
    removeResponses = try database.prepare("DELETE FROM response")
    forgetSession = try database.prepare(
      "UPDATE session SET revision = revision + (state <> 'idle'), state = 'idle', deck = ''")
  }

  func begin(_ session: Session, revision: UInt64) throws(StoreError) {
    try removeResponses.run()
    try removeQuestions.run()
    try write(session.options, .on, revision: revision)
    for question in session.questions {
      let card = question.card.kept
      try addQuestion.run(
        .integer(Int64(question.number)), .text(question.text), .text(question.pronunciation),
        .text(Self.lines(question.choices)), .integer(Int64(question.rightPlace)),
        .text(Self.lines(question.answers)), .text(card.deck), .text(card.side))
    }
  }

  func add(_ response: Response, isRight: Bool, revision: UInt64) throws(StoreError) {
    let before = response.change?.before
    try addResponse.run(
      .integer(Int64(response.sequence)), .integer(Int64(response.question)),
      .integer(isRight ? 1 : 0), .bits(response.at), .integer(response.movesToEnd ? 1 : 0),
      .optional(response.change?.rating.rawValue),
      before.map { .real($0.memory.stability) } ?? .null,
      before.map { .real($0.memory.difficulty) } ?? .null,
      before.map { .bits($0.introducedAt) } ?? .null, before.map { .bits($0.reviewedAt) } ?? .null)
    try set(.on, revision: revision)
  }

  func remove(_ response: Response, revision: UInt64) throws(StoreError) {
    try removeResponse.run(.integer(Int64(response.sequence)))
    try set(.on, revision: revision)
  }

  func set(_ state: State, revision: UInt64) throws(StoreError) {
    try setState.run(.text(state.rawValue), .bits(revision))
  }

  func end(revision: UInt64) throws(StoreError) {
    try removeResponses.run()
    try removeQuestions.run()
    try set(.idle, revision: revision)
  }

  /// Ends the session, as `end` does where one is on, and forgets which deck was the last.
  func forget() throws(StoreError) {
    try removeResponses.run()
    try removeQuestions.run()
    try forgetSession.run()
  }

  /// Keeps a revision where no session is on, and what the last one was of.
  func addIdle(revision: UInt64, deck: String) throws(StoreError) {
    let usual = SessionOptions(deck: deck, questions: PracticeSettings().questionsPerSession)
    try write(usual, .idle, revision: revision)
  }

  private func write(
    _ options: SessionOptions, _ state: State, revision: UInt64
  ) throws(StoreError) {
    try writeSession.run(
      .bits(revision), .text(state.rawValue), .text(options.deck),
      .integer(Int64(options.questions)), .text(options.direction.rawValue),
      .text(options.mode.rawValue), .integer(options.isDue ? 1 : 0))
  }

  func practice(_ schedules: [ScheduleUpdate]) throws(StoreError) -> StoredPractice {
    var found: (revision: UInt64, state: State?, options: SessionOptions?)?
    try readSession.rows { row throws(StoreError) in
      found = (row.bits(0), State(rawValue: row.text(1)), Self.options(row))
    }
    var session: Session?
    if let options = found?.options { session = try self.session(options) }
    let isOn = found.map { $0.state != .idle } ?? false
    return StoredPractice(
      revision: found.map { min($0.revision, Self.largestNumber) } ?? 0, options: found?.options,
      session: isOn ? session : nil, isRevealed: found?.state == .revealed,
      isDamaged: isOn && session == nil, schedules: schedules)
  }

  /// A revision is counted on from: one that is near the end of its type is none of ours.
  private static let largestNumber: UInt64 = 1 << 62

  private static func options(_ row: Row) -> SessionOptions? {
    guard let deck = row.name(2), let direction = Direction(rawValue: row.text(4)),
      let mode = PracticeMode(rawValue: row.text(5)),
      PracticeSettings.questionRange.contains(row.integer(3))
    else { return nil }
    return SessionOptions(
      deck: deck, questions: row.integer(3), direction: direction, mode: mode,
      isDue: row.boolean(6))
  }

  private func session(_ options: SessionOptions) throws(StoreError) -> Session? {
    var questions: [Question?] = []
    try readQuestions.rows { row throws(StoreError) in questions.append(Self.question(row)) }
    var right: [Response] = []
    var wrong: [Response] = []
    try readResponses.rows { row throws(StoreError) in
      let number = row.integer(1)
      // A damaged file may hold any number, of which not each has one before it.
      let isAsked = number > 0 && number <= questions.count
      let card = isAsked ? questions[number - 1]?.card : nil
      let response = Self.response(row, of: card, options.direction)
      if row.boolean(2) { right.append(response) } else { wrong.append(response) }
    }
    guard !questions.contains(where: { $0 == nil }) else { return nil }
    return Session(
      options: options, questions: questions.compactMap { $0 }, right: right, wrong: wrong)
  }

  private static func question(_ row: Row) -> Question? {
    let (choices, answers) = (names(row.text(3)), names(row.text(5)))
    guard let text = row.name(1), let pronunciation = row.name(2),
      (choices + answers).allSatisfy(Row.isName)
    else { return nil }
    return Question(
      number: row.integer(0), text: text, pronunciation: pronunciation, choices: choices,
      card: CardIdentity(keptIn: row.text(6), row.text(7)), rightPlace: row.integer(4),
      answers: answers)
  }

  private static func response(
    _ row: Row, of card: CardIdentity?, _ direction: Direction
  ) -> Response {
    var change: ScheduleChange?
    let at = row.bits(3)
    if let card, let rating = Rating(rawValue: row.integer(5)) {
      // What it was changed to follows from what it was.
      let before = Schedule(row, from: 6)
      change = ScheduleChange(
        card: card, direction: direction, rating: rating, before: before,
        after: before?.reviewed(rating, at: at) ?? Schedule(first: rating, at: at))
    }
    return Response(
      sequence: row.integer(0), question: row.integer(1), at: at, movesToEnd: row.boolean(4),
      change: change)
  }

  /// Texts, a line each; none of them can hold the end of a line.
  private static func lines(_ names: [String]) -> String { names.joined(separator: "\n") }
  private static func names(_ lines: String) -> [String] {
    lines.split(separator: "\n").map(String.init)
  }
}
