import DBus
import EventLoop
import MemorizeBus
import TestSupport

/// A service in the daemon's place with practice, profile and settings only; it plays what a test
/// asks for, and records its calls.
final class FakePractice: PracticeService {
  static let cards = [("はい", "yes"), ("いいえ", "no"), ("ありがとう", "thanks")]
  static let choices = ["yes", "no", "thanks"]

  let connection: Connection
  let published = Published<PracticeState>()
  var facts: PracticeState { published.state }
  /// The calls of practice, as `Answer 1 0`.
  private(set) var calls: [String] = []
  private(set) var readings: [String] = []
  /// Replies by method, instead of doing what is asked.
  var refusals: [String: BusError] = [:]
  /// Called during a call, before its effect.
  var onCall: (() throws -> Void)?
  let person = FakePerson()
  private var mode = "choices"
  private var order: [Int] = []
  private var practice: Export<any PracticeService>?
  private var settings: Export<any SettingsService>?
  private var profile: Export<any ProfileService>?

  /// Takes the daemon's name, and continues the session of an earlier one.
  init(
    on bus: PrivateBus, loop: Loop, mode: String = "choices",
    after earlier: FakePractice? = nil
  ) throws {
    connection = try Connection(to: BusAddress(bus.address), loop: loop)
    self.mode = mode
    if let earlier { (published.state, order) = (earlier.facts, earlier.order) }
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
    try practice?.emit(PracticeContract.reminderDue, due, new)
  }

  func change(_ body: (FakePerson) -> Void) throws {
    body(person)
    try settings?.publishChanges()
    try profile?.publishChanges()
  }

  func begin(_ cards: [Int] = [0, 1, 2]) throws {
    order = cards
    try transition { facts in
      facts = Self.cleared(facts, session: facts.session + 1)
      (facts.deck, facts.mode, facts.direction) = ("Japanese", mode, "forward")
      facts.questions = UInt32(cards.count)
    } after: {
      try ask(1)
    }
  }

  private static func cleared(_ facts: PracticeState, session: UInt64) -> PracticeState {
    var cleared = PracticeState()
    (cleared.revision, cleared.session, cleared.due) = (facts.revision, session, facts.due)
    return cleared
  }

  /// A card falls due, without a transition.
  func fallDue() throws {
    published.state.due += 1
    try practice?.publishChanges()
  }

  func start(_ options: [String: Value]) throws {
    try note("Start", options.map { "\($0.key)" }.sorted())
    try begin()
  }

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
    let card = order[Int(question) - 1]
    if mode == "recall" {
      if facts.state != "revealed" {
        try transition { $0.state = "revealed" }
      }
    } else {
      try transition {
        $0.wrong += 1
      } after: {
        try tell(question, false, "")
        try ask(question % facts.questions + 1)
      }
    }
    return Self.cards[card].1
  }

  func grade(_ question: UInt32, _ grade: UInt32) throws {
    try note("Grade", [question, grade])
    try check(question)
    try finish(question, grade > 1, "")
  }

  func undo() throws {
    try transition {
      $0.answered -= 1
      $0.firstTry -= 1
    } after: {
      try ask(facts.questionNumber - 1)
    }
  }

  func restart() throws {
    try note("Restart", [] as [Int])
    try begin(order.reversed())
  }

  func stop() throws {
    try transition { $0 = Self.cleared($0, session: $0.session) }
  }

  func decks() throws -> [DeckSummary] { [] }
  func statistics() throws -> PracticeStatistics { PracticeStatistics() }

  private func note(_ method: String, _ arguments: [some CustomStringConvertible]) throws {
    calls.append(([method] + arguments.map(\.description)).joined(separator: " "))
    try onCall?()
    if let refusal = refusals[method] { throw refusal }
  }

  private func check(_ question: UInt32) throws {
    if facts.state == "idle" { throw BusError(.noSession, "No session is on.") }
    if facts.state == "finished" { throw BusError(.sessionFinished, "The session is finished.") }
    if facts.questionNumber != question {
      throw BusError(.questionChanged, "Another question is asked.")
    }
  }

  private func respond(to question: UInt32, _ answer: String) throws -> Bool {
    try check(question)
    let isRight = answer == Self.cards[order[Int(question) - 1]].1
    if isRight {
      try finish(question, true, answer)
    } else {
      try transition {
        $0.wrong += 1
      } after: {
        try tell(question, false, answer)
      }
    }
    return isRight
  }

  private func finish(_ question: UInt32, _ isRight: Bool, _ answer: String) throws {
    try transition {
      $0.answered += 1
      if isRight { $0.firstTry += 1 } else { $0.wrong += 1 }
    } after: {
      try tell(question, isRight, answer)
      if facts.answered < facts.questions { return try ask(question + 1) }
      published.state.state = "finished"
      (published.state.questionNumber, published.state.question) = (0, "")
      (published.state.pronunciation, published.state.choices) = ("", [])
      var result = SessionSummary()
      (result.questions, result.firstTry) = (facts.questions, facts.firstTry)
      try practice?.emit(PracticeContract.sessionFinished, facts.revision, result)
    }
  }

  private func tell(_ question: UInt32, _ isRight: Bool, _ answer: String) throws {
    try practice?.emit(
      PracticeContract.answerGiven, facts.revision, question, isRight,
      Self.cards[order[Int(question) - 1]].0, answer)
  }

  private func ask(_ number: UInt32) throws {
    published.state.state = "asking"
    published.state.questionNumber = number
    published.state.question = Self.cards[order[Int(number) - 1]].0
    published.state.pronunciation = number == 1 ? "said" : ""
    published.state.choices = mode == "choices" ? Self.choices : []
    try practice?.emit(
      PracticeContract.questionAsked, facts.revision, number, facts.question,
      facts.pronunciation, facts.choices)
  }

  private func transition(
    _ change: (inout PracticeState) -> Void, after signals: () throws -> Void = {}
  ) throws {
    published.state.revision += 1
    change(&published.state)
    try signals()
    try practice?.publishChanges()
  }
}

/// The user of a ``FakePractice``, and their settings.
final class FakePerson: SettingsService, ProfileService {
  var settings = UserSettings()
  var profile = Profile()

  func set(_ setting: Field<UserSettings>, to value: Value) { _ = setting.set(&settings, value) }
  func register(_ name: String, remember: Bool) {
    profile = Profile(name: name, isRemembered: remember)
  }
  func forget(reviewsToo: Bool) { profile = Profile() }
}
