internal import DBus
internal import EventLoop
internal import MemorizeBus
internal import Practice
internal import UserService

/// Practice by bubbles: follows the session while its questions are shown, and performs the actions
/// that the user chooses.
final class PracticeController {
  private let daemon: Proxy
  private let server: NotificationServer
  private let log: Log
  private let unsolicited: UnsolicitedController
  private let onNews: ((PracticeFollower.News) -> Void)?
  private var presenter: PracticePresenter
  private var preferences = PracticePreferences()
  /// Nil while the session is not followed.
  private var client: PracticeClient?

  /// Waits for reminders; follows the session if all sessions are shown, or if `onNews` is given.
  init(
    _ daemon: Proxy, server: NotificationServer, showsAll: Bool,
    onNews: ((PracticeFollower.News) -> Void)? = nil, log: Log
  ) {
    self.daemon = daemon
    self.onNews = onNews
    self.server = server
    self.log = log
    presenter = PracticePresenter(showsAll: showsAll)
    unsolicited = UnsolicitedController(daemon, server: server)
    unsolicited.onAsk = { [weak self] in self?.askQuestion(completion: $0) }
    unsolicited.onWithdraw = { [weak self] in self?.withdrawQuestion() }
    daemon.connection.followOwner(
      of: NotifierContract.screenName, onFailure: daemon.onSubscriptionFailure
    ) { [weak self] owner in
      self?.presenter.isOnScreen = owner != nil
      self?.update()
    }
    update()
  }

  /// An action of an earlier question does nothing.
  func perform(_ action: Bubble.Action) {
    switch action {
    case .answer(let asked, let choice, _) where presenter.isCurrent(asked):
      make(.answer(question: asked.number, choice: choice))
    case .grade(let asked, let grade, _) where presenter.isCurrent(asked):
      make(.grade(question: asked.number, UInt32(grade.rawValue)))
    case .reply(let asked, let text) where presenter.isCurrent(asked):
      make(presenter.call(forReply: text, to: asked))
    case .reveal(let asked) where presenter.isCurrent(asked):
      make(.reveal(question: asked.number))
    case .stop(let asked) where presenter.isCurrent(asked): make(.stop)
    case .showChoices(let asked) where presenter.isCurrent(asked):
      presenter.askForChoices()
      update()
    case .again(let revision) where presenter.isCurrent(result: revision): begin(by: .restart)
    case .practice:
      unsolicited.endReminder()
      resumeOrStart()
    case .practiceAnyway: begin(by: .start(StartOptions()))
    case .later: unsolicited.endReminder()
    case .practiceInTerminal:
      presenter.handOver()
      server.hide(.practice)
      update()
    default: log.write(.debug, "Ignored the button \(action.key): too late.")
    }
  }

  /// `showsAll` shows the questions of all sessions, instead of only ours.
  func apply(_ preferences: PracticePreferences, showsAll: Bool) {
    self.preferences = preferences
    unsolicited.apply(preferences.settings)
    let isChanged = presenter.apply(.preferences(preferences))
    guard isChanged || presenter.showsAll != showsAll else { return }
    presenter.showsAll = showsAll
    update()
  }

  func dismissed(_ bubble: Bubble) {
    switch bubble.topic {
    case .practice:
      presenter.dismiss(bubble)
      if bubble.isOpen, presenter.isUnsolicited { withdrawQuestion() }
      update()
    case .reminder: if bubble.kind == .reminder { unsolicited.endReminder() }
    case .game, .decks: break
    }
  }

  /// Updates the bubble, and follows the session only as long as necessary.
  private func update() {
    server.apply(presenter.step(), to: .practice)
    if presenter.isUnsolicitedAgain { withdrawQuestion() }
    unsolicited.question(isOpen: presenter.isUnsolicited)
    if presenter.isFollowing || onNews != nil {
      follow()
    } else {
      client = nil
      presenter.forget()
    }
  }

  private func follow() {
    guard client == nil else { return }
    _ = presenter.apply(.preferences(preferences))
    client = PracticeClient(daemon, followsPreferences: false) { [weak self] news in
      guard let self else { return }
      if case .session(let news) = news {
        log.warn(ofFailureIn: news, of: "Practice")
        onNews?(news)
      }
      if presenter.apply(news) { update() }
    }
  }
}

// Calls of the service.
extension PracticeController {
  /// For the user's actions: these calls start the daemon.
  private var daemonToBeStarted: Proxy {
    Proxy(daemon.connection, to: daemon.destination, at: daemon.path)
  }

  /// Makes a call, and shows its effect with the reply.
  private func make(_ call: PracticeCall) {
    presenter.begin()
    client?.make(call) { [weak self] answer in
      guard let self else { return }
      switch answer {
      case .success: presenter.end(.done)
      case .failure(let error):
        let level: LogLevel = PracticePresenter.isLate(error) ? .debug : .warning
        log.write(level, "A button's call was refused: \(error.message)")
        presenter.end(.refused(error))
      }
      update()
    }
  }

  /// Resumes the current session, or starts one with all that is due.
  private func resumeOrStart() {
    presenter.begin()
    follow()
    daemonToBeStarted.state(of: PracticeContract.self) { [weak self] answer in
      guard let self else { return }
      let practice = try? answer.get()
      if practice?.isInProgress == true, !presenter.isUnsolicited { return began(.success(())) }
      begin(by: .start(.due(practice?.portion ?? 0)), nextDue: practice?.nextDue ?? 0)
      presenter.end(.notBegun)
    }
  }

  /// `nextDue`, in microseconds since 1970, is reported if nothing is due; 0 if no card will be.
  private func begin(by call: PracticeCall, nextDue: UInt64 = 0) {
    presenter.begin()
    follow()
    client?.make(call, by: daemonToBeStarted) { [weak self] in self?.began($0, nextDue: nextDue) }
  }

  private func began(_ answer: Result<Void, BusError>, nextDue: UInt64 = 0) {
    switch answer {
    case .success: presenter.end(.begun)
    case .failure(let error) where error.name == .nothingDue:
      presenter.end(.notBegun)
      let now = WallClock.microseconds
      server.show(.nothingDue(wait: nextDue > now ? (nextDue - now) / 1_000_000 : nil))
    case .failure(let error):
      presenter.end(.notBegun)
      log.write(.warning, "No session was started: \(error.message)")
      server.show(.noSession(error.reason(isStarting: true)))
    }
    update()
  }
}

// Unsolicited questions.
extension PracticeController {
  /// Asks one due card unless a session is in progress; completes with whether it was asked.
  private func askQuestion(completion: @escaping (Bool) -> Void) {
    presenter.begin()
    follow()
    daemon.state(of: PracticeContract.self) { [weak self] answer in
      guard let self else { return }
      // The user may have begun to practice meanwhile.
      guard let practice = try? answer.get(), !practice.isInProgress, presenter.isCallingOnce else {
        presenter.end(.notBegun)
        completion(false)
        return update()
      }
      var question = StartOptions.due(1)
      question.isUnsolicited = true
      client?.make(.start(question)) { [weak self] answer in
        guard let self else { return }
        if case .failure(let error) = answer {
          log.write(.debug, "No question was asked: \(error.message)")
          presenter.end(.notBegun)
          completion(false)
        } else {
          presenter.end(.begunUnsolicited)
          completion(true)
        }
        update()
      }
    }
  }

  /// Ends the session of an open question without a rating, and removes its bubble.
  private func withdrawQuestion() {
    guard presenter.isUnsolicited, !presenter.isCalling else { return }
    presenter.begin()
    client?.make(.stop) { [weak self] answer in
      guard let self else { return }
      if case .failure(let error) = answer, !PracticePresenter.isLate(error) {
        log.write(.debug, "A question was not withdrawn: \(error.message)")
      }
      presenter.end(.withdrawn)
      update()
    }
  }
}

extension StartOptions {
  /// Options for this many of the due questions of all decks; 0 for all.
  fileprivate static func due(_ questions: UInt32) -> StartOptions {
    var options = StartOptions()
    (options.isDue, options.questions) = (true, questions)
    return options
  }
}
