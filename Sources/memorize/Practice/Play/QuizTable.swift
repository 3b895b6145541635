import DBus
import MemorizeBus

/// The practice session as those who practise see it and change it.
///
/// What changes is told by the service's signals alone, whoever changed it; an answer tells only
/// that a wish was refused, or what was revealed. Nothing waits for an answer.
final class QuizTable {
  /// What there is to tell.
  enum News {
    /// The service is not there.
    case offline
    /// The session, read anew.
    case state(PracticeFacts)
    /// A transition; the session after it.
    case change(PracticeTransition, PracticeFacts)
    /// Other cards are due than before.
    case due(PracticeFacts)
    /// The answer to the question of a number.
    case revealed(String, question: UInt32)
    /// Who practises, and how; told before the state.
    case preferences(QuizPreferences)
    /// The service is there, and does not tell what it should.
    case fault(ProgramError)
  }

  private let connection: ServiceConnection
  private let tell: (News) -> Void
  private var follower: PracticeFollower?
  private var subscriptions: [SubscriptionID] = []
  private var preferences = QuizPreferences()
  /// What is told once the preferences are known, by which the question is shown.
  private var held: [News]?
  /// Of which revision the answer was asked for without a wish.
  private var askedRevision: UInt64?
  private var isRevealing = false
  private var isAway = false

  /// Begins to follow the session.
  init(_ connection: ServiceConnection, tell: @escaping (News) -> Void) {
    self.connection = connection
    self.tell = tell
    connection.restartClock()
    let service = connection.service
    subscriptions = [
      service.onChange(of: SettingsContract.interface) { [weak self] in self?.take($0) },
      service.onChange(of: ProfileContract.interface) { [weak self] in self?.take($0) },
    ]
    follower = PracticeFollower(service) { [weak self] in self?.take($0) }
  }

  deinit {
    for subscription in subscriptions { connection.bus.unsubscribe(subscription) }
  }

  /// Answers a question by a choice, counted from 0.
  func answer(_ question: UInt32, choice: UInt32, then: @escaping (ProgramError?) -> Void) {
    service(or: then)?.call(
      PracticeContract.answer, of: PracticeContract.interface, question, choice
    ) { [weak self] in then(self?.refusal($0)) }
  }

  /// Answers a question by a text.
  func answer(_ question: UInt32, text: String, then: @escaping (ProgramError?) -> Void) {
    service(or: then)?.call(
      PracticeContract.answerText, of: PracticeContract.interface, question, text
    ) { [weak self] in then(self?.refusal($0)) }
  }

  /// Has the answer told, which is news of its own.
  func reveal(_ question: UInt32, then: @escaping (ProgramError?) -> Void) {
    guard let service = service(or: then) else { return }
    isRevealing = true
    service.call(PracticeContract.reveal, of: PracticeContract.interface, question) {
      [weak self] answer in
      self?.isRevealing = false
      if case .success(let text) = answer { self?.pass(.revealed(text, question: question)) }
      then(self?.refusal(answer))
    }
  }

  /// Grades an answer that was revealed.
  func grade(_ question: UInt32, _ grade: UInt32, then: @escaping (ProgramError?) -> Void) {
    service(or: then)?.call(PracticeContract.grade, of: PracticeContract.interface, question, grade)
    {
      [weak self] in then(self?.refusal($0))
    }
  }

  /// Takes the last response back.
  func undo(then: @escaping (ProgramError?) -> Void) {
    service(or: then)?.call(PracticeContract.undo, of: PracticeContract.interface) {
      [weak self] in then(self?.refusal($0))
    }
  }

  /// Starts the session anew.
  func restart(then: @escaping (ProgramError?) -> Void) {
    service(or: then)?.call(PracticeContract.restart, of: PracticeContract.interface) {
      [weak self] in then(self?.refusal($0))
    }
  }

  /// Starts a session.
  func start(_ options: [String: Value], then: @escaping (ProgramError?) -> Void) {
    service(or: then)?.call(PracticeContract.start, of: PracticeContract.interface, options) {
      [weak self] in then(self?.refusal($0))
    }
  }

  /// The service where it is there.
  ///
  /// Else it is started, and what was wanted is not done: its outcome would be told before anybody
  /// listens, and an answer may be meant for a question that is asked no more.
  ///
  /// - Parameter then: told so, or why it cannot be started.
  /// - Returns: the service, to be called now; nil where it is not there.
  private func service(or then: @escaping (ProgramError?) -> Void) -> Proxy? {
    connection.restartClock()
    guard isAway else { return connection.service }
    connection.service.properties(of: PracticeContract.interface) { [weak self] answer in
      then(self?.refusal(answer) ?? .practiceWasAway)
    }
    return nil
  }

  private func take(_ news: PracticeFollower.News) {
    if case .absent = news { isAway = true } else { isAway = false }
    do throws(BusError) {
      switch news {
      case .absent: pass(.offline)
      case .failure(let error): pass(.fault(connection.explainAtOnce(error)))
      case .state(let properties):
        let facts = try PracticeFacts(of: properties)
        readPreferences()
        pass(.state(facts))
        askForAnswer(facts)
      case .transition(let transition, let properties):
        let facts = try PracticeFacts(of: properties)
        pass(.change(transition, facts))
        askForAnswer(facts)
      case .update(let properties): pass(.due(try PracticeFacts(of: properties)))
      }
    } catch {
      pass(.fault(connection.explainAtOnce(error)))
    }
  }

  /// Asks for an answer that somebody else has had revealed; told again it changes nothing.
  private func askForAnswer(_ facts: PracticeFacts) {
    guard facts.state == "revealed", !isRevealing, askedRevision != facts.revision else { return }
    askedRevision = facts.revision
    reveal(facts.questionNumber) { _ in }
  }

  /// Reads settings and profile; what is told meanwhile waits, for it may be shown by them.
  private func readPreferences() {
    guard held == nil else { return }
    held = []
    let service = connection.service
    var missing = 2
    let finish = { [weak self] in
      missing -= 1
      if missing == 0 { self?.release() }
    }
    service.properties(of: SettingsContract.interface) { [weak self] answer in
      if case .success(let properties) = answer { self?.preferences.take(properties) }
      finish()
    }
    service.properties(of: ProfileContract.interface) { [weak self] answer in
      if case .success(let properties) = answer { self?.preferences.take(properties) }
      finish()
    }
  }

  private func release() {
    let news = held ?? []
    held = nil
    tell(.preferences(preferences))
    for one in news { tell(one) }
  }

  private func take(_ changed: Properties<SettingsContract.Service>) {
    preferences.take(changed)
    if held == nil { tell(.preferences(preferences)) }
  }

  private func take(_ changed: Properties<ProfileContract.Service>) {
    preferences.take(changed)
    if held == nil { tell(.preferences(preferences)) }
  }

  private func pass(_ news: News) {
    if held == nil { tell(news) } else { held?.append(news) }
  }

  private func refusal<T>(_ answer: Result<T, BusError>) -> ProgramError? {
    guard case .failure(let error) = answer else { return nil }
    return connection.explainAtOnce(error)
  }
}
