internal import DBus
internal import MemorizeBus
internal import UserService

/// Practice by bubbles: follows the session while its questions are shown, and performs the actions
/// that the user chooses.
final class PracticeController {
  private let daemon: Proxy
  private let server: NotificationServer
  private let log: Log
  private var presenter: PracticePresenter
  private var follower: PracticeFollower?
  /// To settings and profile, while the session is followed.
  private var subscriptions: [SubscriptionID] = []

  /// Waits for reminders, and follows the session if all are shown.
  init(_ daemon: Proxy, server: NotificationServer, showsAll: Bool, log: Log) {
    self.daemon = daemon
    self.server = server
    self.log = log
    presenter = PracticePresenter(showsAll: showsAll)
    daemon.on(PracticeContract.reminderDue, of: practice) { [weak self] due, new in
      self?.server.show(.reminder(due: due, new: new))
    }
    update()
  }

  /// An action of an earlier question does nothing.
  func perform(_ action: Bubble.Action) {
    switch action {
    case .answer(let asked, let choice, _) where presenter.isCurrent(asked):
      daemon.call(
        PracticeContract.answer, of: practice, asked.number, choice,
        completion: showing { _ in .answered })
    case .grade(let asked, let grade) where presenter.isCurrent(asked):
      daemon.call(
        PracticeContract.grade, of: practice, asked.number, grade.rawValue,
        completion: showing { .answered })
    case .reveal(let asked) where presenter.isCurrent(asked):
      daemon.call(
        PracticeContract.reveal, of: practice, asked.number,
        completion: showing { .revealed($0) })
    case .showChoices(let asked) where presenter.isCurrent(asked):
      presenter.demandChoices(asked)
      update()
    case .again(let revision) where presenter.isCurrent(result: revision):
      presenter.begin()
      daemonToBeStarted.call(PracticeContract.restart, of: practice) { [weak self] in
        self?.began($0)
      }
    case .practise:
      server.hide(.reminder)
      resumeOrStart()
    case .later: server.hide(.reminder)
    case .practiseInTerminal:
      presenter.handOver()
      server.hide(.practice)
      update()
    default: log.write(.debug, "The button \(action.key) came too late.")
    }
  }

  func dismissed(_ bubble: Bubble) {
    guard bubble.topic == .practice else { return }
    presenter.dismiss(bubble)
    update()
  }

  private let practice = PracticeContract.interface

  /// For actions of the user: these calls start the daemon.
  private var daemonToBeStarted: Proxy {
    Proxy(daemon.connection, to: daemon.destination, at: daemon.path)
  }

  /// Shows what has to be shown now, and follows the session only as long as necessary.
  private func update() {
    server.apply(presenter.step(), to: .practice)
    if let asked = presenter.unknownAnswer { learnAnswer(asked) }
    if presenter.isFollowing { follow() } else { unfollow() }
  }

  private func follow() {
    guard follower == nil else { return }
    subscriptions = [
      daemon.onChange(of: SettingsContract.interface) { [weak self] changed in
        guard let self else { return }
        let showed = presenter.settings.showChoices
        try? presenter.settings.merge(changed.values)
        if presenter.settings.showChoices != showed { update() }
      },
      daemon.onChange(of: ProfileContract.interface) { [weak self] changed in
        try? self?.presenter.profile.merge(changed.values)
      },
    ]
    follower = PracticeFollower(daemon) { [weak self] in self?.take($0) }
  }

  private func unfollow() {
    follower = nil
    for subscription in subscriptions { daemon.connection.unsubscribe(subscription) }
    subscriptions = []
    presenter.forget()
  }
}

// What the service publishes.
extension PracticeController {
  private func take(_ news: PracticeFollower.News) {
    presenter.take(news)
    switch news {
    case .failure(let error):
      log.write(.warning, "Practice cannot be followed until it changes: \(error.message)")
    case .state: return readSettings()
    case .update: return
    case .absent, .transition: break
    }
    update()
  }

  /// A question's bubble depends on them too; the replies arrive in this order.
  private func readSettings() {
    presenter.isReading = true
    daemon.state(of: SettingsContract.self) { [weak self] answer in
      if case .success(let settings) = answer { self?.presenter.settings = settings }
    }
    daemon.state(of: ProfileContract.self) { [weak self] answer in
      guard let self else { return }
      presenter.isReading = false
      if case .success(let profile) = answer { presenter.profile = profile }
      update()
    }
  }
}

// Calls of the service.
extension PracticeController {
  /// Resumes the current session, or starts one if there is none.
  private func resumeOrStart() {
    presenter.begin()
    follow()
    daemonToBeStarted.state(of: PracticeContract.self) { [weak self] answer in
      guard let self else { return }
      if (try? answer.get())?.isOn == true { return began(.success(())) }
      start(["due": .boolean(true)])
      presenter.end(.notBegun)
    }
  }

  /// Starts a session of the due cards, or of all if none is due.
  private func start(_ options: [String: Value]) {
    presenter.begin()
    follow()
    daemonToBeStarted.call(PracticeContract.start, of: practice, options) { [weak self] answer in
      guard let self else { return }
      guard case .failure(let error) = answer, error.name == .nothingDue, !options.isEmpty else {
        return began(answer)
      }
      start([:])
      presenter.end(.notBegun)
    }
  }

  private func began(_ answer: Result<Void, BusError>) {
    switch answer {
    case .success: presenter.end(.begun)
    case .failure(let error):
      presenter.end(.notBegun)
      log.write(.warning, "No session was started: \(error.message)")
      server.show(.noSession(error.reason(isStarting: true)))
    }
    update()
  }

  /// Makes a call of ours, and shows its effect with the reply.
  private func showing<Results>(
    reply: @escaping (Results) -> PracticePresenter.Reply
  ) -> (Result<Results, BusError>) -> Void {
    presenter.begin()
    return { [weak self] answer in
      guard let self else { return }
      switch answer {
      case .success(let results): presenter.end(reply(results))
      case .failure(let error):
        let level: LogLevel = PracticePresenter.isLate(error) ? .debug : .warning
        log.write(level, "What a button asked for was refused: \(error.message)")
        presenter.end(.refused(error))
      }
      update()
    }
  }

  /// Asks for a revealed answer; if that fails only the grades are shown.
  private func learnAnswer(_ asked: AskedQuestion) {
    presenter.begin()
    daemon.call(PracticeContract.reveal, of: practice, asked.number) { [weak self] answer in
      self?.presenter.end(.revealed((try? answer.get()) ?? ""))
      self?.update()
    }
  }
}
