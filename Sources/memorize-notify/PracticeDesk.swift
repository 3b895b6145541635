internal import DBus
internal import MemorizeBus
internal import UserService

/// Practises by bubbles: follows the session as long as its questions are shown, and does what is
/// chosen in them.
final class PracticeDesk {
  private let daemon: Proxy
  private let server: NotificationServer
  private let log: Log
  private var narrator: PracticeNarrator
  private var follower: PracticeFollower?
  /// How the settings and the profile are told that they have changed, while they are followed.
  private var subscriptions: [SubscriptionID] = []

  /// Begins to wait for reminders, and to follow the session if all are shown.
  init(_ daemon: Proxy, server: NotificationServer, showsAll: Bool, log: Log) {
    self.daemon = daemon
    self.server = server
    self.log = log
    narrator = PracticeNarrator(showsAll: showsAll)
    daemon.on(PracticeContract.reminderDue, of: practice) {
      [weak self] due, new in
      self?.server.show(.reminder(due: due, new: new))
    }
    update()
  }

  /// Does what was chosen in a bubble; what another question's bubble offered does nothing.
  func perform(_ action: Bubble.Action) {
    switch action {
    case .answer(let asked, let choice, _) where narrator.isCurrent(asked):
      daemon.call(
        PracticeContract.answer, of: practice, asked.number, choice,
        completion: showing { _ in .answered })
    case .grade(let asked, let grade) where narrator.isCurrent(asked):
      daemon.call(
        PracticeContract.grade, of: practice, asked.number, grade.rawValue,
        completion: showing { .answered })
    case .reveal(let asked) where narrator.isCurrent(asked):
      daemon.call(
        PracticeContract.reveal, of: practice, asked.number,
        completion: showing { .revealed($0) })
    case .showChoices(let asked) where narrator.isCurrent(asked):
      narrator.demandChoices(asked)
      update()
    case .again(let revision) where narrator.isCurrent(result: revision):
      narrator.begin()
      daemonToBeStarted.call(PracticeContract.restart, of: practice) { [weak self] in
        self?.began($0)
      }
    case .practise:
      server.hide(.reminder)
      takeUpOrStart()
    case .later: server.hide(.reminder)
    case .practiseInTerminal:
      narrator.handOver()
      server.hide(.practice)
      update()
    default: log.write(.debug, "The button \(action.key) came too late.")
    }
  }

  /// The user has closed a bubble.
  func dismissed(_ bubble: Bubble) {
    guard bubble.topic == .practice else { return }
    narrator.dismiss(bubble)
    update()
  }

  private var practice: Interface<PracticeContract.Service> { PracticeContract.interface }

  /// The daemon where the user wants it to run.
  private var daemonToBeStarted: Proxy {
    Proxy(daemon.connection, to: daemon.destination, at: daemon.path)
  }

  /// Shows what is to be shown now, and follows the session no longer than that takes.
  private func update() {
    switch narrator.step() {
    case .show(let bubble): server.show(bubble)
    case .hide: server.hide(.practice)
    case .learnAnswer(let asked): learnAnswer(asked)
    case .none: break
    }
    if narrator.isFollowing { follow() } else { unfollow() }
  }

  private func follow() {
    guard follower == nil else { return }
    subscriptions = [
      daemon.onChange(of: SettingsContract.interface) { [weak self] in self?.take($0) },
      daemon.onChange(of: ProfileContract.interface) { [weak self] in self?.take($0) },
    ]
    follower = PracticeFollower(daemon) { [weak self] in self?.take($0) }
  }

  private func unfollow() {
    follower = nil
    for subscription in subscriptions { daemon.connection.unsubscribe(subscription) }
    subscriptions = []
    narrator.forget()
  }
}

// What the service tells.
extension PracticeDesk {
  private func take(_ news: PracticeFollower.News) {
    narrator.take(news)
    switch news {
    case .failure(let error):
      log.write(.warning, "Practice cannot be followed until it changes: \(error.message)")
    case .state: return readWishes()
    case .update: return
    case .absent, .transition: break
    }
    update()
  }

  /// Reads what a question's bubble depends on besides; both are answered in this order.
  private func readWishes() {
    narrator.isReading = true
    daemon.properties(of: SettingsContract.interface) { [weak self] answer in
      if case .success(let settings) = answer { self?.take(settings) }
    }
    daemon.properties(of: ProfileContract.interface) { [weak self] answer in
      guard let self else { return }
      narrator.isReading = false
      if case .success(let profile) = answer { take(profile) }
      update()
    }
  }

  private func take(_ settings: Properties<SettingsContract.Service>) {
    guard let shows = settings[SettingsContract.showChoices] else { return }
    narrator.showsChoices = shows
    update()
  }

  private func take(_ profile: Properties<ProfileContract.Service>) {
    guard let name = profile[ProfileContract.userName], name != narrator.userName else { return }
    narrator.userName = name
  }
}

// What the service is asked for.
extension PracticeDesk {
  /// Takes up the session that is on, which nobody has asked to end; where there is none, starts one.
  private func takeUpOrStart() {
    narrator.begin()
    follow()
    daemonToBeStarted.properties(of: practice) { [weak self] answer in
      guard let self else { return }
      let state = (try? answer.get())?[PracticeContract.state]
      if state == "asking" || state == "revealed" { return began(.success(())) }
      start(["due": .boolean(true)])
      narrator.end(.notBegun)
    }
  }

  /// Starts a session of what is due; where nothing is, of all cards.
  private func start(_ options: [String: Value]) {
    narrator.begin()
    follow()
    daemonToBeStarted.call(PracticeContract.start, of: practice, options) { [weak self] answer in
      guard let self else { return }
      guard case .failure(let error) = answer, error.name == .nothingDue, !options.isEmpty else {
        return began(answer)
      }
      start([:])
      narrator.end(.notBegun)
    }
  }

  private func began(_ answer: Result<Void, BusError>) {
    switch answer {
    case .success: narrator.end(.begun)
    case .failure(let error):
      narrator.end(.notBegun)
      log.write(.warning, "No session was started: \(error.message)")
      server.show(.noSession(error.reason(isStarting: true)))
    }
    update()
  }

  /// Begins a call of ours, and shows what came of it when that is told.
  private func showing<Results>(
    reply: @escaping (Results) -> PracticeNarrator.Reply
  ) -> (Result<Results, BusError>) -> Void {
    narrator.begin()
    return { [weak self] answer in
      guard let self else { return }
      switch answer {
      case .success(let results): narrator.end(reply(results))
      case .failure(let error):
        let level: LogLevel = PracticeNarrator.isLate(error) ? .debug : .warning
        log.write(level, "What a button asked for was refused: \(error.message)")
        narrator.end(.refused(error))
      }
      update()
    }
  }

  /// An answer that nobody tells leaves the grades.
  private func learnAnswer(_ asked: AskedQuestion) {
    narrator.begin()
    daemon.call(PracticeContract.reveal, of: practice, asked.number) { [weak self] answer in
      self?.narrator.end(.revealed((try? answer.get()) ?? ""))
      self?.update()
    }
  }
}
