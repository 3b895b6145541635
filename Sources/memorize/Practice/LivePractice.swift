import DBus
import MemorizeBus

enum PracticeWish: Equatable {
  /// `choice` is counted from 0.
  case answer(question: UInt32, choice: UInt32)
  case answerText(question: UInt32, String)
  case reveal(question: UInt32)
  case grade(question: UInt32, UInt32)
  /// Another session of the same kind.
  case undo, restart, new
}

/// The practice session for its user: follows it and asks the service to change it.
///
/// Changes are known only from the service's signals, whoever made them; a reply only reports a
/// refusal or a revealed answer. Nothing waits for a reply.
final class LivePractice {
  enum News {
    case offline
    case state(PracticeState)
    case change(PracticeTransition, PracticeState)
    case due(PracticeState)
    /// The answer to that question.
    case revealed(String, question: UInt32)
    /// Reported before the state.
    case preferences(PracticePreferences)
    /// The service is running but does not reply as it should.
    case fault(ProgramError)
  }

  private let connection: ServiceConnection
  private let start: PracticeStart
  private let report: (News) -> Void
  private var follower: PracticeFollower?
  private var subscriptions: [SubscriptionID] = []
  private var preferences = PracticePreferences()
  private var last: PracticeState?
  /// News that wait for the preferences, which determine how the question is shown.
  private var held: [News]?
  /// The revision for which the answer was requested because somebody else revealed it.
  private var askedRevision: UInt64?
  private var isRevealing = false
  private var isAway = false

  /// Reports preferences and state first, then each change; another session begins with the options
  /// of `start`.
  init(_ connection: ServiceConnection, start: PracticeStart, report: @escaping (News) -> Void) {
    self.connection = connection
    self.start = start
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

  /// Asks the service if it is running.
  ///
  /// If not, this only starts the service: the effect of a request would be published before
  /// anybody listens, and an answer could reach another question.
  func ask(_ wish: PracticeWish, then: @escaping (ProgramError?) -> Void) {
    guard isAway else {
      return connection.request {
        call(wish, $0, $1)
      } then: {
        then($0.failure)
      }
    }
    connection.request {
      $0.state(of: PracticeContract.self, completion: $1)
    } then: {
      then($0.failure ?? .practiceWasAway)
    }
  }

  private func call(
    _ wish: PracticeWish, _ service: Proxy, _ done: @escaping (Result<Void, BusError>) -> Void
  ) {
    let interface = PracticeContract.interface
    switch wish {
    case .answer(let question, let choice):
      service.call(PracticeContract.answer, of: interface, question, choice) {
        done($0.map { _ in })
      }
    case .answerText(let question, let text):
      service.call(PracticeContract.answerText, of: interface, question, text) {
        done($0.map { _ in })
      }
    case .reveal(let question):
      isRevealing = true
      service.call(PracticeContract.reveal, of: interface, question) { [weak self] answer in
        self?.isRevealing = false
        if case .success(let text) = answer { self?.pass(.revealed(text, question: question)) }
        done(answer.map { _ in })
      }
    case .grade(let question, let grade):
      service.call(PracticeContract.grade, of: interface, question, grade, completion: done)
    case .undo: service.call(PracticeContract.undo, of: interface, completion: done)
    case .restart: service.call(PracticeContract.restart, of: interface, completion: done)
    case .new:
      let options = start.options(after: last)
      service.call(PracticeContract.start, of: interface, options, completion: done)
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

  /// Requests an answer that somebody else has revealed: revealing it again changes nothing.
  private func askForAnswer(_ state: PracticeState) {
    last = state.bounded
    guard state.state == "revealed", !isRevealing, askedRevision != state.revision else { return }
    askedRevision = state.revision
    ask(.reveal(question: state.questionNumber)) { _ in }
  }

  /// Reads settings and profile; news wait meanwhile.
  private func readPreferences() {
    guard held == nil else { return }
    held = []
    let service = connection.service
    service.state(of: SettingsContract.self) { [weak self] settings in
      if case .success(let settings) = settings { self?.preferences.settings = settings }
    }
    // Calls are answered in order, so this reply is the last one.
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

struct PracticePreferences: Equatable {
  var settings = UserSettings()
  var profile = Profile()
}

extension ProgramError {
  /// The service had to be started first.
  fileprivate static let practiceWasAway = ProgramError(
    .notAvailable, name: "ServiceUnknown",
    "The service memorized was gone and is started again; nothing was done. Look at the question, "
      + "and answer again.")
}
