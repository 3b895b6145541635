import DBus
import EventLoop
import MemorizeBus
import Practice
import TestSupport

/// A service in the daemon's place with practice, profile and settings only: it refuses, reminds and
/// asks when a test wants, and records its calls.
final class FakePractice: PracticeService {
  static let cards = [("はい", "yes"), ("いいえ", "no"), ("ありがとう", "thanks")]
  static let choices = ["yes", "no", "thanks"]

  let connection: Connection
  let published = Published<PracticeState>()
  var session: PracticeState { published.state }
  /// The calls of practice, as `Answer 1 0`.
  private(set) var calls: [String] = []
  private(set) var startOptions: [String: Value] = [:]
  private(set) var readings: [String] = []
  /// Replies by method, instead of doing what is asked.
  var refusals: [String: BusError] = [:]
  /// Called during a call, before its effect.
  var onCall: (() throws -> Void)?
  /// The last session that nobody asked for.
  private var leased: UInt64 = 0
  let person = FakePerson()
  private var order: [Int] = []
  private var practice: Export<any PracticeService>?
  private var settings: Export<any SettingsService>?
  private var profile: Export<any ProfileService>?

  /// Takes the daemon's name.
  init(on bus: PrivateBus, loop: Loop) throws {
    connection = try Connection(to: BusAddress(bus.address), loop: loop)
    let objects = connection.objects
    practice = objects.export(PracticeContract.interface, of: self, at: MemorizeContract.path)
    settings = objects.export(SettingsContract.interface, of: person, at: MemorizeContract.path)
    profile = objects.export(ProfileContract.interface, of: person, at: MemorizeContract.path)
    objects.onCall = { [unowned self] message, _ in
      guard message.member == "GetAll", let name = try? message.arguments(of: String.self) else {
        return
      }
      readings.append(String(name.split(separator: ".").last ?? ""))
    }
    _ = try connection.wait { connection.requestName(MemorizeContract.name, completion: $0) }
  }

  func remind(due: UInt32, new: UInt32) throws {
    try count(due: due, new: new)
    try practice?.emit(PracticeContract.reminderDue, due, new)
  }

  /// A copy of a deck was merged into it.
  func merge(_ deck: String, cards: UInt32, texts: UInt32) throws {
    try connection.emit(
      MemorizeContract.path, DecksContract.interface.name, DecksContract.merged.name, deck, cards,
      texts)
  }

  func fallDue(_ due: UInt32) throws { try count(due: due, new: published.state.new) }

  /// It is time for a question, if `due` is not 0.
  func askQuestion(due: UInt32 = 1) throws {
    try count(due: due, new: 0)
    try practice?.emit(PracticeContract.questionDue, due)
  }

  /// Changes the numbers without a transition.
  func count(due: UInt32, new: UInt32) throws {
    (published.state.due, published.state.new) = (due, new)
    try practice?.publishChanges()
  }

  /// Publishes a state that no call leads to.
  func publish(_ change: (inout PracticeState) -> Void) throws { try step(change) }

  func change(_ body: (FakePerson) -> Void) throws {
    body(person)
    try settings?.publishChanges()
    try profile?.publishChanges()
  }

  func begin(_ cards: [Int] = [0, 1, 2]) throws {
    order = cards
    try step(asking: 1) { session in
      session = Self.cleared(session, number: session.session + 1)
      (session.deck, session.mode, session.direction) = ("Japanese", "choices", "forward")
      session.questions = UInt32(cards.count)
    }
  }

  private static func cleared(_ session: PracticeState, number: UInt64) -> PracticeState {
    var cleared = PracticeState()
    (cleared.revision, cleared.session, cleared.due) = (session.revision, number, session.due)
    return cleared
  }

  func start(_ options: [String: Value]) throws {
    startOptions = options
    try note("Start", [] as [Int])
    let isUnsolicited = options["unasked"] == .boolean(true)
    if isUnsolicited, session.isInProgress {
      throw BusError(.sessionInProgress, "A session is on.")
    }
    let caller = connection.objects.call?.sender
    defer { if isUnsolicited, let caller { lease(to: caller) } }
    try begin(options["questions"] == .uint32(1) ? [0] : [0, 1, 2])
  }

  /// As the daemon does: the session ends when its caller has left.
  private func lease(to caller: BusName) {
    let number = session.session
    leased = number
    connection.followOwner(of: caller) { [unowned self] owner in
      if owner == nil, isQuestionOpen, number == leased { try? end() }
    }
  }

  /// Whether a question that nobody asked for is open.
  var isQuestionOpen: Bool { session.isInProgress && session.session == leased }

  func answer(_ question: UInt32, choice: UInt32) throws -> Bool {
    try note("Answer", [question, choice])
    return try respond(to: question, Self.choices[Int(choice)])
  }

  func answer(_ question: UInt32, text: String) throws -> Bool {
    try note("AnswerText", [question])
    return try respond(to: question, text)
  }

  func reveal(_ question: UInt32) throws -> String {
    try note("Reveal", [question])
    try check(question)
    try step(asking: question % session.questions + 1, given: (question, false, "")) {
      $0.wrong += 1
    }
    return card(question).1
  }

  func grade(_ question: UInt32, _ grade: UInt32) throws { try note("Grade", [question, grade]) }

  func undo() throws {
    try step(asking: session.questionNumber - 1) {
      $0.answered -= 1
      $0.firstTry -= 1
    }
  }

  func restart() throws {
    try note("Restart", [] as [Int])
    try begin(order.reversed())
  }

  func stop() throws {
    try note("Stop", [] as [Int])
    try end()
  }

  /// The session is stopped by another client.
  func end() throws { try step { $0 = Self.cleared($0, number: $0.session) } }

  func decks() throws -> [DeckSummary] { [] }
  func reviews(after id: UInt64, limit: UInt32) throws -> [ReviewRow] { [] }
  func reviewColumns(after id: UInt64, limit: UInt32) throws -> ReviewColumns { ReviewColumns([]) }
  func rebuild(isCheck: Bool, _ reply: Reply<UInt32, UInt32>) { reply.answer { (0, 0) } }
  func reviewDays() -> ([Int32], [UInt32]) { ([], []) }
  func schedules(ofDeck deck: String, after id: UInt64, limit: UInt32) -> ScheduleColumns {
    ScheduleColumns([], next: 0, FSRS())
  }
  func planBreak(_ text: String, _ reply: Reply<UInt32, UInt32, Double>) {
    reply.answer { (0, 0, 0) }
  }
  func removeBreak(_ text: String) {}
  func backlog(_ reply: Reply<UInt32, UInt32, String>) { reply.answer { (0, 0, "") } }
  func statistics() throws -> PracticeStatistics { PracticeStatistics() }

  private func note(_ method: String, _ arguments: [some CustomStringConvertible]) throws {
    calls.append(([method] + arguments.map(\.description)).joined(separator: " "))
    try onCall?()
    if let refusal = refusals[method] { throw refusal }
  }

  private func check(_ question: UInt32) throws {
    if session.state == "idle" { throw BusError(.noSession, "No session is on.") }
    if session.state == "finished" { throw BusError(.sessionFinished, "The session is finished.") }
    if session.questionNumber != question {
      throw BusError(.questionChanged, "Another question is asked.")
    }
  }

  private func respond(to question: UInt32, _ answer: String) throws -> Bool {
    try check(question)
    let isRight = answer == card(question).1
    let isLast = session.answered + 1 == session.questions
    try step(
      asking: isRight && !isLast ? question + 1 : nil, given: (question, isRight, answer)
    ) { session in
      guard isRight else { return session.wrong += 1 }
      session.answered += 1
      session.firstTry += 1
      guard isLast else { return }
      (session.state, session.questionNumber, session.question) = ("finished", 0, "")
      (session.pronunciation, session.choices) = ("", [])
    }
    return isRight
  }

  private func card(_ question: UInt32) -> (String, String) {
    Self.cards[order[Int(question) - 1]]
  }

  /// One transition: its signals, and at last the changed properties.
  private func step(
    asking number: UInt32? = nil, given: (question: UInt32, isRight: Bool, answer: String)? = nil,
    _ change: (inout PracticeState) -> Void
  ) throws {
    published.state.revision += 1
    change(&published.state)
    if let given {
      try practice?.emit(
        PracticeContract.answerGiven, session.revision, given.question, given.isRight,
        card(given.question).0, given.answer)
    }
    if let number {
      (published.state.state, published.state.questionNumber) = ("asking", number)
      published.state.question = card(number).0
      published.state.pronunciation = number == 1 ? "said" : ""
      published.state.choices = Self.choices
      try practice?.emit(
        PracticeContract.questionAsked, session.revision, number, session.question,
        session.pronunciation, session.choices)
    } else if given != nil, session.isFinished {
      var result = SessionSummary()
      (result.questions, result.firstTry) = (session.questions, session.firstTry)
      try practice?.emit(PracticeContract.sessionFinished, session.revision, result)
    }
    try practice?.publishChanges()
  }
}

/// The user of a ``FakePractice``, and their settings.
final class FakePerson: SettingsService, ProfileService {
  var settings = UserSettings()
  var profile = Profile()

  func set(_ setting: Field<UserSettings>, to value: Value, _ reply: Reply<>) {
    reply.answer { _ = setting.set(&settings, value) }
  }
  func register(_ name: String, remember: Bool) {
    profile = Profile(name: name, isRemembered: remember)
  }
  func forget(reviewsToo: Bool, _ reply: Reply<>) {
    profile = Profile()
    reply.answer {}
  }
}
