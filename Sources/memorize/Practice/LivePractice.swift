import DBus
import MemorizeBus

/// The practice session for those who practise: follows it, and asks the service to change it.
///
/// Changes are known from the service's signals alone, whoever made them; an answer says only that a
/// request was refused, or what was revealed. Nothing waits for an answer.
final class LivePractice {
  typealias Completion = (ProgramError?) -> Void

  enum News {
    /// The service is not there.
    case offline
    /// The session, read again.
    case state(PracticeState)
    /// A transition; the session after it.
    case change(PracticeTransition, PracticeState)
    /// Other cards are due than before.
    case due(PracticeState)
    /// The answer to the question of a number.
    case revealed(String, question: UInt32)
    /// Who practises, and how; reported before the state.
    case preferences(PracticePreferences)
    /// The service is there, and does not answer as it should.
    case fault(ProgramError)
  }

  private let connection: ServiceConnection
  private let report: (News) -> Void
  private var follower: PracticeFollower?
  private var subscriptions: [SubscriptionID] = []
  private var preferences = PracticePreferences()
  /// News that wait for the preferences, which decide how the question is shown.
  private var held: [News]?
  /// The revision for which the answer was requested though nobody here asked for it.
  private var askedRevision: UInt64?
  private var isRevealing = false
  private var isAway = false

  /// Begins to follow the session, and reports preferences and state first, then each change.
  init(_ connection: ServiceConnection, report: @escaping (News) -> Void) {
    self.connection = connection
    self.report = report
    connection.restartClock()
    let service = connection.service
    subscriptions = [
      service.onChange(of: SettingsContract.interface) { [weak self] changed in
        self?.change { try? $0.settings.merge(changed.values) }
      },
      service.onChange(of: ProfileContract.interface) { [weak self] changed in
        self?.change { try? $0.profile.merge(changed.values) }
      },
    ]
    follower = PracticeFollower(service) { [weak self] in self?.take($0) }
  }

  deinit {
    for subscription in subscriptions { connection.bus.unsubscribe(subscription) }
  }

  /// Answers a question with a choice, counted from 0.
  func answer(_ question: UInt32, choice: UInt32, then: @escaping Completion) {
    ask(then) {
      $0.call(
        PracticeContract.answer, of: PracticeContract.interface, question, choice, completion: $1)
    }
  }

  func answer(_ question: UInt32, text: String, then: @escaping Completion) {
    ask(then) {
      $0.call(
        PracticeContract.answerText, of: PracticeContract.interface, question, text,
        completion: $1)
    }
  }

  /// Has the answer revealed, which is reported.
  func reveal(_ question: UInt32, then: @escaping Completion) {
    isRevealing = !isAway
    ask(then) { [weak self] service, done in
      service.call(PracticeContract.reveal, of: PracticeContract.interface, question) { answer in
        self?.isRevealing = false
        if case .success(let text) = answer { self?.pass(.revealed(text, question: question)) }
        done(answer)
      }
    }
  }

  func grade(_ question: UInt32, _ grade: UInt32, then: @escaping Completion) {
    ask(then) {
      $0.call(
        PracticeContract.grade, of: PracticeContract.interface, question, grade, completion: $1)
    }
  }

  func undo(then: @escaping Completion) {
    ask(then) {
      $0.call(PracticeContract.undo, of: PracticeContract.interface, completion: $1)
    }
  }

  func restart(then: @escaping Completion) {
    ask(then) {
      $0.call(PracticeContract.restart, of: PracticeContract.interface, completion: $1)
    }
  }

  func start(_ options: [String: Value], then: @escaping Completion) {
    ask(then) {
      $0.call(PracticeContract.start, of: PracticeContract.interface, options, completion: $1)
    }
  }

  /// Calls the service if it is there.
  ///
  /// If not, the service is started and the call is not made: its outcome would be published before
  /// anybody listens, and an answer may be meant for a question that is no longer asked.
  private func ask<T>(
    _ then: @escaping Completion, _ start: (Proxy, @escaping (Result<T, BusError>) -> Void) -> Void
  ) {
    guard isAway else { return connection.request(start) { then($0.failure) } }
    connection.request {
      $0.state(of: PracticeContract.self, completion: $1)
    } then: {
      then($0.failure ?? .practiceWasAway)
    }
  }

  private func take(_ news: PracticeFollower.News) {
    if case .absent = news { isAway = true } else { isAway = false }
    switch news {
    case .absent: pass(.offline)
    case .failure(let error): pass(.fault(connection.explainAtOnce(error)))
    case .state(let state):
      readPreferences()
      pass(.state(state.bounded))
      askForAnswer(state)
    case .transition(let transition, let state):
      pass(.change(transition, state.bounded))
      askForAnswer(state)
    case .update(let state): pass(.due(state.bounded))
    }
  }

  /// Asks for an answer that somebody else has revealed; to reveal it again changes nothing.
  private func askForAnswer(_ facts: PracticeState) {
    guard facts.state == "revealed", !isRevealing, askedRevision != facts.revision else { return }
    askedRevision = facts.revision
    reveal(facts.questionNumber) { _ in }
  }

  /// Reads settings and profile; news wait meanwhile.
  private func readPreferences() {
    guard held == nil else { return }
    held = []
    let service = connection.service
    service.state(of: SettingsContract.self) { [weak self] settings in
      if case .success(let settings) = settings { self?.preferences.settings = settings }
    }
    // Calls are answered in order, so this answer is the last one.
    service.state(of: ProfileContract.self) { [weak self] profile in
      if case .success(let profile) = profile { self?.preferences.profile = profile }
      self?.release()
    }
  }

  private func release() {
    let news = held ?? []
    held = nil
    report(.preferences(preferences))
    for one in news { report(one) }
  }

  private func change(_ body: (inout PracticePreferences) -> Void) {
    body(&preferences)
    if held == nil { report(.preferences(preferences)) }
  }

  private func pass(_ news: News) {
    if held == nil { report(news) } else { held?.append(news) }
  }
}

/// Who practises, and how.
struct PracticePreferences: Equatable {
  var settings = UserSettings()
  var profile = Profile()
}
