internal import DBus
internal import EventLoop
internal import Glibc
internal import MemorizeBus
internal import MemorizeFiles
internal import MemoryGame
internal import PlainText
internal import Practice
internal import Store
internal import UserFiles
internal import UserService

/// The daemon: exports the objects, reloads, and decides when to exit.
final class Daemon {
  /// How long a service manager may take to notice our start.
  private static let managersTimeout: Duration = .seconds(1)

  /// A checkpoint follows the last change after the usual delay, and the first one after at most
  /// the maximum.
  private static let checkpointDelay = (usual: Duration.seconds(1), maximum: Duration.seconds(10))

  /// How long calls wait for the lock of a daemon that is being replaced or was killed.
  private var lockRelease: Duration { options.replaces ? .seconds(2) : .milliseconds(250) }

  private let options: DaemonOptions
  private let log: Log
  private let life: ServiceLife
  private let preparation: Preparation
  private let store: Store
  private let library: ThemeLibrary
  private let game: GameOnBus
  private let themes: ThemesOnBus
  private let history: HistoryOnBus
  private let userSettings: SettingsOnBus
  private let practice: PracticeOnBus
  private let decks: DecksOnBus
  private let profile: ProfileOnBus
  private let search: DesktopSearch
  private let storage: StorageOnBus
  /// Nil if the environment names no place for logs.
  private let sync: Sync?
  private let reminder: DailyReminder
  private let questions: QuestionTimer
  private let checkpoint: Debouncer
  private var idle: Debouncer?
  /// The revisions of game and settings that `afterCall` has seen.
  private var seen: (game: UInt64, settings: Int) = (0, 0)

  init(_ options: DaemonOptions, log: Log) throws(SystemError) {
    self.options = options
    self.log = log
    let life = try ServiceLife(name: MemorizeContract.name, replaces: options.replaces, log: log)
    let store = Store(
      directory: UserDirectories.current.memorizeState,
      now: { SystemClock.now.epoch },
      report: { log.write(.error, $0) },
      turn: { [loop = life.loop] in loop.waits })
    let preparation = Preparation(loop: life.loop, common: store)
    (self.life, self.store, self.preparation) = (life, store, preparation)
    preparation.isCongested = { life.connection?.isCongested == true }
    library = ThemeLibrary(loop: life.loop, log: log)
    game = GameOnBus(themes: library, store: store, preparation: preparation, log: log)
    themes = ThemesOnBus(library: library, preparation: preparation, log: log)
    history = HistoryOnBus(game: game, store: store, log: log)
    let makeClock = { [loop = life.loop] in
      PracticeClock(loop: loop, log: log) { SystemCalendar.current.starting(at: store.dayStart) }
    }
    let practice = PracticeOnBus(
      library: library, store: store, preparation: preparation, clock: makeClock(), log: log)
    self.practice = practice
    game.practice = practice
    decks = DecksOnBus(
      library: library, store: store, practice: practice, preparation: preparation, log: log)
    userSettings = SettingsOnBus(store: store, preparation: preparation, log: log)
    search = DesktopSearch(
      library: library, decks: decks, preparation: preparation,
      launcher: Launcher(life: life, log: log))
    let sync = LogDirectory().map {
      Sync($0, store: store, preparation: preparation, loop: life.loop, log: log)
    }
    self.sync = sync
    profile = ProfileOnBus(
      store: store, practice: practice, sync: sync, preparation: preparation, log: log)
    storage = StorageOnBus(
      directory: UserDirectories.current.memorizeState, store: store, sync: sync,
      preparation: preparation, log: log)
    checkpoint = Debouncer(
      loop: life.loop, delay: Self.checkpointDelay.usual, maximumDelay: Self.checkpointDelay.maximum
    ) {
      store.checkpoint()
      sync?.own.flush()
    }
    let clock = makeClock()
    reminder = DailyReminder(store: store, clock: clock) { practice.remind() }
    let questionClock = makeClock()
    questions = QuestionTimer(
      store: store, clock: questionClock, state: { practice.currentState },
      sessionEnd: { practice.sessionEnd }, ask: { practice.askQuestion() })
    clock.onTime = { [unowned self] in
      reminder.update()
      afterCall()
    }
    questionClock.onTime = { [unowned self] in
      questions.update()
      afterCall()
    }
    practice.onPublish = { [unowned self] in
      questions.update()
      // The change of a deck's file may have ended what the daemon stayed for.
      if !questions.isArmed { idle?.restart() }
    }
    practice.onLeave = { [unowned self] in afterCall() }
    userSettings.onReschedule = { practice.reload() }
    sync?.onNews = { [unowned self] events in
      practice.takeNews()
      storage.publish(events: events)
      afterCall()
    }
  }

  /// Runs until the daemon is asked to end or loses the bus.
  func run() throws(SystemError) -> ExitCode {
    life.onConnect = { [unowned self] in export(to: $0) }
    life.onName = { [unowned self] _ in
      library.begin()
      ready(until: MonotonicTime.now + lockRelease)
    }
    life.explainTaken = {
      "The name \(MemorizeContract.name) belongs to \($0). Stop that process first, or replace it "
        + "with --replace."
    }
    // A call may have opened it again while the daemon was ending.
    defer { store.close() }
    return try life.run(signals: [
      SIGHUP: { [unowned self] in reload() }, SIGCHLD: { [log] in ShellCommand.reap(log) },
    ])
  }

  private func export(to connection: Connection) {
    let objects = connection.objects
    store.onOpen = { [unowned self] opened in
      game.restore(opened)
      practice.restore()
      // The effects of opening the store go out before the reply to the call that opened it.
      userSettings.publishChanges()
      profile.publishChanges()
      sync?.restart()
    }
    // The first call may arrive before the name is ours. Errors are logged once it is.
    do throws(StoreError) {
      try store.open(silently: true)
    } catch {
      if case .locked = error {
        preparation.isPaused = true
        // Even without the name: unread calls may delay the bus's answer.
        life.loop.schedule(after: lockRelease) { [preparation] in preparation.isPaused = false }
      }
    }
    objects.export(MemorizeContract.interface, of: (), at: MemorizeContract.path)
    game.export(to: objects)
    themes.export(to: objects)
    objects.export(
      HistoryContract.interface, of: history, at: MemorizeContract.path, after: preparation.gate())
    userSettings.export(to: objects)
    practice.export(to: connection)
    decks.export(to: objects)
    profile.export(to: objects)
    search.export(to: objects)
    storage.export(to: objects)
    themes.onChange = { [unowned self] in
      practice.decksChanged($0)
      decks.decksChanged($0)
    }
    life.onCall = { [unowned self] in afterCall() }
    life.onEnd = { [preparation] in preparation.end() }
  }

  /// Opens the store once the previous daemon has released it; calls wait meanwhile.
  private func ready(until end: MonotonicTime) {
    guard !life.isEnding else { return }
    do throws(StoreError) {
      try store.open(silently: true)
    } catch {
      if case .locked = error, .now < end {
        life.loop.schedule(after: .milliseconds(1)) { [unowned self] in ready(until: end) }
        return
      }
      // A failure is logged, and reported to clients that request a change.
      try? store.open()
    }
    preparation.isPaused = false
    life.ready(status: game.status)
    // Release everything before the name: the next daemon may start as soon as the name is free.
    life.beforeEnd = { [unowned self] end in
      reminder.end()
      questions.end()
      library.close()
      sync?.end()
      store.close()
      end()
    }
    reminder.begin()
    questions.begin()
    sync?.begin()
    if let limit = options.idleLimit { endWhenIdle(for: limit) }
    afterCall()
  }

  /// Does the work that a call caused and that its caller need not wait for.
  private func afterCall() {
    idle?.restart()
    if store.settingsRevision != seen.settings {
      seen.settings = store.settingsRevision
      userSettings.publishChanges()
      profile.publishChanges()
      practice.publishChanges()
      reminder.update()
      questions.update()
    } else if practice.hasWork {
      practice.publishChanges()
    }
    if game.published.state.revision != seen.game {
      seen.game = game.published.state.revision
      life.manager.statusChanged { [unowned self] in game.status }
    }
    if store.needsCheckpoint { checkpoint.restart() }
  }

  /// Not before systemd has noticed our start: otherwise it takes this start for that of a later
  /// call, and that call hangs.
  private func endWhenIdle(for limit: Duration) {
    let limit = life.manager.exists ? max(limit, Self.managersTimeout) : limit
    let idle = Debouncer(loop: life.loop, delay: limit) { [unowned self] in
      // Until all decks are read, it is unknown what is due.
      if !preparation.isIdle {
        self.idle?.restart()
        return
      }
      // The end of any of these restarts the idle timer.
      if reminder.isArmed || questions.isArmed || practice.isLeased { return }
      life.end("no calls for \(limit.inSeconds)")
    }
    self.idle = idle
    idle.restart()
  }

  private func reload() {
    life.manager.reloading()
    library.reload { [unowned self] outcome in
      log.write(.info, "SIGHUP: \(outcome).")
      life.manager.reloaded()
    }
  }
}
