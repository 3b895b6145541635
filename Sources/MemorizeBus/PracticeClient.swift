package import DBus

/// A change of the practice session that a person asks for.
package enum PracticeCall: Equatable {
  /// `choice` is counted from 0.
  case answer(question: UInt32, choice: UInt32)
  case answerText(question: UInt32, String)
  case reveal(question: UInt32)
  case grade(question: UInt32, UInt32)
  case undo, restart, stop
  /// Another session.
  case start(StartOptions)
}

/// The practice session for its user: follows it, on request together with the settings and the
/// profile that determine how it is shown, and asks the service to change it.
///
/// Changes, made by any client, are known only from the service's signals; a reply only reports a
/// refusal or a revealed answer. Nothing waits for a reply.
package final class PracticeClient {
  package enum News {
    case session(PracticeFollower.News)
    /// Reported before the state.
    case preferences(PracticePreferences)
    /// The answer to that question; nil if another client revealed it and it cannot be read.
    case revealed(String?, question: UInt32)
  }

  private let service: Proxy
  private let report: (News) -> Void
  private var follower: PracticeFollower?
  /// Nil if the owner of this client follows them.
  private var preferences: PreferencesFollower?
  /// News and replies that wait until the preferences are read.
  private var held: [() -> Void]?
  /// The revision for which the answer was requested because another client revealed it.
  private var askedRevision: UInt64?
  private var isRevealing = false

  /// Reports preferences and state first, then each change.
  package init(
    _ service: Proxy, followsPreferences: Bool = true, report: @escaping (News) -> Void
  ) {
    self.service = service
    self.report = report
    if followsPreferences {
      preferences = PreferencesFollower(service) { [weak self] in
        if self?.held == nil { report(.preferences($0)) }
      }
    }
    follower = PracticeFollower(service) { [weak self] in self?.handle($0) }
  }

  /// Requests a change; the completion is called after the news of its effect.
  ///
  /// With another proxy the call may start the service, or have a deadline of its own.
  package func make(
    _ call: PracticeCall, by proxy: Proxy? = nil,
    completion: @escaping (Result<Void, BusError>) -> Void
  ) {
    let service = proxy ?? service
    let done: (Result<Void, BusError>) -> Void = { [weak self] answer in
      self?.pass { completion(answer) }
    }
    switch call {
    case .answer(let question, let choice):
      service.call(PracticeContract.answer, question, choice) { done($0.map { _ in }) }
    case .answerText(let question, let text):
      service.call(PracticeContract.answerText, question, text) { done($0.map { _ in }) }
    case .reveal(let question):
      isRevealing = true
      service.call(PracticeContract.reveal, question) { [weak self] answer in
        self?.isRevealing = false
        if case .success(let text) = answer {
          self?.pass(.revealed(text.bounded, question: question))
        }
        done(answer.map { _ in })
      }
    case .grade(let question, let grade):
      service.call(PracticeContract.grade, question, grade, completion: done)
    case .undo: service.call(PracticeContract.undo, completion: done)
    case .restart: service.call(PracticeContract.restart, completion: done)
    case .stop: service.call(PracticeContract.stop, completion: done)
    case .start(let options):
      service.call(PracticeContract.start, options.values, completion: done)
    }
  }

  private func handle(_ news: PracticeFollower.News) {
    if case .state = news { readPreferences() }
    pass(.session(news))
    switch news {
    case .state(let state), .transition(_, let state): learnAnswer(state)
    case .absent, .update, .failure: break
    }
  }

  /// Requests an answer that another client has revealed: revealing it again changes nothing.
  private func learnAnswer(_ state: PracticeState) {
    guard state.phase == .revealed, !isRevealing, askedRevision != state.revision else { return }
    askedRevision = state.revision
    let question = state.questionNumber
    make(.reveal(question: question)) { [weak self] answer in
      if case .failure = answer { self?.report(.revealed(nil, question: question)) }
    }
  }

  /// Reads settings and profile; news wait until then.
  private func readPreferences() {
    guard let preferences, held == nil else { return }
    held = []
    preferences.read { [weak self] in
      guard let self else { return }
      let news = held ?? []
      held = nil
      report(.preferences($0))
      for report in news { report() }
    }
  }

  private func pass(_ news: News) { pass { [report] in report(news) } }

  private func pass(_ report: @escaping () -> Void) {
    if held == nil { report() } else { held?.append(report) }
  }
}
