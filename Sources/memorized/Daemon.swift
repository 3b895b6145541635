internal import DBus
internal import EventLoop
internal import Glibc
internal import MemorizeBus
internal import MemoryGame
internal import Practice
internal import Store
internal import UserFiles
internal import UserService

/// The daemon: exports the objects, reloads, and decides when to exit.
final class Daemon {
  /// How long a service manager may take to notice our start.
  private static let managersTimeout: Duration = .seconds(1)

  /// Changes are written to the database itself this long after the last one, and at the latest
  /// this long after the first.
  private static let checkpointDelay = (quiet: Duration.seconds(1), longest: Duration.seconds(10))

  /// How long calls wait for the lock of a daemon that is being replaced or was killed.
  private var lockRelease: Duration { options.replaces ? .seconds(2) : .milliseconds(250) }

  private let options: DaemonOptions
  private let log: Log
  private let life: ServiceLife
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
  private let reminder: DailyReminder
  private let questions: QuestionTimer
  private let checkpoint: BurstTimer
  private var idle: BurstTimer?
  /// The revisions of game and settings that `afterCall` has seen.
  private var seen: (game: UInt64, settings: Int) = (0, 0)

  init(_ options: DaemonOptions, log: Log) throws(SystemError) {
    self.options = options
    self.log = log
    let life = try ServiceLife(name: MemorizeContract.name, replaces: options.replaces, log: log)
    let store = Store(
      directory: UserDirectories.current.memorizeState,
      now: { SystemClock.now.epoch },
      log: { log.write(.error, $0) },
      turn: { [loop = life.loop] in loop.waits })
    (self.life, self.store) = (life, store)
    library = ThemeLibrary(loop: life.loop, log: log)
    game = GameOnBus(themes: library, store: store, log: log)
    themes = ThemesOnBus(library: library, log: log)
    history = HistoryOnBus(game: game, store: store, log: log)
    let practice = PracticeOnBus(
      library: library, store: store, clock: PracticeClock(loop: life.loop, log: log), log: log)
    self.practice = practice
    decks = DecksOnBus(library: library, store: store, practice: practice, log: log)
    userSettings = SettingsOnBus(store: store, log: log) { try practice.setParameters($0, $1) }
    profile = ProfileOnBus(store: store, practice: practice, log: log)
    search = DesktopSearch(library: library, decks: decks, launcher: Launcher(life: life, log: log))
    storage = StorageOnBus(
      directory: UserDirectories.current.memorizeState, store: store, log: log)
    checkpoint = BurstTimer(
      loop: life.loop, quiet: Self.checkpointDelay.quiet, longest: Self.checkpointDelay.longest
    ) { store.checkpoint() }
    let clock = PracticeClock(loop: life.loop, log: log)
    reminder = DailyReminder(store: store, clock: clock) { practice.remind() }
    let questionClock = PracticeClock(loop: life.loop, log: log)
    questions = QuestionTimer(store: store, clock: questionClock, state: { practice.known }) {
      practice.askQuestion()
    }
    clock.onTime = { [unowned self] in
      reminder.look()
      afterCall()
    }
    questionClock.onTime = { [unowned self] in
      questions.look()
      afterCall()
    }
    practice.onPublish = { [unowned self] in
      questions.look()
      // What the daemon stayed for may have ended without a call, with the file of a deck.
      if !questions.isArmed { idle?.touch() }
    }
    practice.onLeave = { [unowned self] in afterCall() }
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
    store.onOpen = { [unowned self] opened throws(StoreError) in
      try game.restore(opened)
      try practice.restore(opened)
      // The effects of opening the store go out before the reply to the call that opened it.
      userSettings.publishChanges()
      profile.publishChanges()
    }
    // The first call may arrive before the name is ours. Errors are logged once it is.
    do throws(StoreError) {
      try store.open(silently: true)
    } catch {
      if case .locked = error {
        objects.isPaused = true
        // Even without the name: unread calls may delay the bus's answer.
        life.loop.schedule(after: lockRelease) { objects.isPaused = false }
      }
    }
    objects.export(MemorizeContract.interface, of: (), at: MemorizeContract.path)
    game.export(to: objects)
    themes.export(to: objects)
    objects.export(HistoryContract.interface, of: history, at: MemorizeContract.path)
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
    objects.needsPreparation = { [unowned self] in needsPreparation($0) }
    objects.prepareStep = { [unowned self] in
      let slice = TimeSlice()
      while !slice.isOver {
        if store.checkPart(while: { !slice.isOver }) { continue }
        if !library.readFile(), !practice.readDeck(), !decks.searched.readDeck(),
          !practice.rebuild.step(), !decks.imports.step(), !storage.step()
        {
          return !decks.large.isReading
        }
      }
      return false
    }
  }

  /// Whether a call needs files that have not been read yet.
  private func needsPreparation(_ call: Message) -> Bool {
    // At the end every call is answered at once.
    guard !life.isEnding, let objects = life.connection?.objects else { return false }
    store.followFile()
    // No answer comes from a database that may be damaged.
    if store.isUnchecked { return true }
    let used = objects.interfaces(usedBy: call)
    if !storage.isReady(for: call, using: used) { return true }
    if let fsrs = scheduler(wantedBy: call, using: used), !practice.rebuild.isReady(for: fsrs) {
      return true
    }
    return used.contains { needsPreparation(call, using: $0) }
  }

  private func needsPreparation(_ call: Message, using interface: InterfaceName) -> Bool {
    switch interface {
    case SearchProvider.interface.name, Runner.interface.name:
      let areDecksMissing = DesktopSearch.text(of: call) != nil && !decks.searched.isRead()
      return !library.isRead(withDecks: true) || areDecksMissing
    case ThemesContract.interface.name: return !library.isRead(withDecks: true)
    // A card that is added needs no other deck.
    case DecksContract.interface.name
    where [DecksContract.addCard.name, DecksContract.addCards.name].contains(call.member):
      return !library.isRead(withDecks: true) || !decks.isReady(for: call)
    case PracticeContract.interface.name, DecksContract.interface.name:
      let hasDecks = practice.hasDecks()
      if !library.isRead(withDecks: true) || !hasDecks { return true }
      return interface == DecksContract.interface.name && !decks.isReady(for: call)
    case GameContract.interface.name where call.member == GameContract.newGame.name:
      guard !call.isTooLarge, let given = try? call.arguments(of: [String: Value].self),
        let options = try? NewGameOptions(given)
      else { return false }
      return !library.canDeal(options.theme)
    default: return false
    }
  }

  /// The scheduler by which a call wants all schedules computed anew; nil for other calls.
  private func scheduler(wantedBy call: Message, using used: [InterfaceName]) -> FSRS? {
    if used == [PracticeContract.interface.name], call.member == PracticeContract.rebuild.name {
      return store.userSettings.fsrs
    }
    guard call.interface ?? .properties == .properties, call.member == "Set", !call.isTooLarge,
      let (interface, name, value) = try? call.arguments(of: String.self, String.self, Value.self),
      interface.isEmpty || interface == SettingsContract.interface.name.rawValue,
      let field = UserSettings.fields.first(where: { $0.description.key == name }),
      field.description.limit.allows(value)
    else { return nil }
    // What is set now must be known; a failure is reported by the call.
    try? store.open(silently: true)
    var settings = store.userSettings
    let parameters = settings.parameters
    guard field.set(&settings, value), settings.parameters != parameters else { return nil }
    return settings.fsrs
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
    life.connection?.objects.isPaused = false
    life.ready(status: game.status)
    // Release everything before the name: the next daemon may start as soon as the name is free.
    life.beforeEnd = { [unowned self] end in
      reminder.end()
      questions.end()
      library.close()
      store.close()
      end()
    }
    reminder.begin()
    questions.begin()
    if let limit = options.idleLimit { endWhenIdle(for: limit) }
    afterCall()
  }

  /// Checks whether a call caused work that no caller waits for.
  private func afterCall() {
    idle?.touch()
    if store.settingsRevision != seen.settings {
      seen.settings = store.settingsRevision
      userSettings.publishChanges()
      profile.publishChanges()
      practice.publishChanges()
      reminder.look()
      questions.look()
    } else if practice.hasWork {
      practice.publishChanges()
    }
    if game.published.state.revision != seen.game {
      seen.game = game.published.state.revision
      life.manager.statusChanged { [unowned self] in game.status }
    }
    if store.needsCheckpoint { checkpoint.touch() }
  }

  /// Not before systemd has noticed our start: it would mistake that start for the one requested by
  /// a later call, which would then wait for nothing.
  private func endWhenIdle(for limit: Duration) {
    let limit = life.manager.isThere ? max(limit, Self.managersTimeout) : limit
    let idle = BurstTimer(loop: life.loop, quiet: limit) { [unowned self] in
      // What is due may still be unknown.
      if practice.isReading {
        self.idle?.touch()
        return
      }
      // What ends any of these restarts the idle timer.
      if reminder.isArmed || questions.isArmed || practice.isLeased { return }
      life.end("no calls for \(limit.inSeconds)")
    }
    self.idle = idle
    idle.touch()
  }

  private func reload() {
    life.manager.reloading()
    library.reload { [unowned self] outcome in
      log.write(.info, "SIGHUP: \(outcome).")
      life.manager.reloaded()
    }
  }
}
