internal import DBus
internal import EventLoop
internal import Glibc
internal import MemorizeBus
internal import MemoryGame
internal import Store
internal import UserService

/// The daemon: what it puts on the bus, and what it does when it is told to reload or is idle.
final class Daemon {
  /// How long a service manager may take to notice that we have started.
  private static let managersPatience: Duration = .seconds(1)

  /// How long after the last transition, or the end of a game, what was kept is brought into the
  /// database itself.
  private static let rest: Duration = .seconds(1)

  /// How long the system may take to let go of what a killed daemon had.
  private static let deadOnesPatience: Duration = .milliseconds(250)

  /// How long a daemon that is replaced may take to let go of the store.
  private static let replacedOnesPatience: Duration = .seconds(2)

  private let settings: Arguments.Settings
  private let log: Log
  private let life: ServiceLife
  private let keeper: GameKeeper
  private let library: ThemeLibrary
  private let game: GameOnBus
  private let themes: ThemesOnBus
  private let history: HistoryOnBus
  private let kept: KeptSettings
  private let userSettings: SettingsOnBus
  private let practice: PracticeOnBus
  private let profile: ProfileOnBus
  private lazy var reminder: DailyReminder = DailyReminder(
    kept: kept, timer: WallClockTimer(loop: life.loop) { [unowned self] _ in reminder.look() },
    log: log
  ) { [unowned self] in practice.remind() }
  private var idle: IdleTimer?
  private var rest: IdleTimer?
  private var isCheckpointDue = false

  init(_ settings: Arguments.Settings, log: Log) throws(SystemError) {
    self.settings = settings
    self.log = log
    log.level = settings.logLevel
    life = try ServiceLife(name: MemorizeBus.name, replaces: settings.replaces, log: log)
    keeper = GameKeeper(path: GameKeeper.path, log: log)
    library = ThemeLibrary(loop: life.loop, log: log)
    game = GameOnBus(model: GameViewModel(themes: library, keeper: keeper), log: log)
    themes = ThemesOnBus(library: library)
    history = HistoryOnBus(game: game, keeper: keeper)
    kept = KeptSettings(game: game, keeper: keeper)
    userSettings = SettingsOnBus(kept: kept, log: log)
    practice = PracticeOnBus(
      game: game, library: library, kept: kept, keeper: keeper,
      clock: PracticeClock(loop: life.loop, log: log), log: log)
    profile = ProfileOnBus(game: game, kept: kept, keeper: keeper)
  }

  /// Runs until the daemon is told to end or loses the bus, and says how that went.
  func run() throws(SystemError) -> ExitCode {
    life.onConnect = { [unowned self] in export(to: $0.objects) }
    life.onName = { [unowned self] _ in ready() }
    life.explainTaken = {
      "The name \(MemorizeBus.name) belongs to \($0). Stop that one first, or take its place "
        + "with --replace."
    }
    // A call that came while the daemon was ending may have opened it again.
    defer { keeper.close() }
    return try life.run(signals: [SIGHUP: { [unowned self] in reload() }])
  }

  private func export(to objects: ObjectServer) {
    // The call that has started us may come before the answer to who has the name. What fails here
    // is tried again with the name, and told of then. One that was killed has the store for some
    // milliseconds more; one that is to be replaced has it until then.
    keeper.onOpen = { [unowned self] in storeWasOpened() }
    game.restore(patience: settings.replaces ? .zero : Self.deadOnesPatience, silently: true)
    objects.export(MemorizeBus.interface, of: Versions(), at: MemorizeBus.path)
    game.export(to: objects)
    themes.export(to: objects)
    objects.export(HistoryContract.interface, of: history, at: MemorizeBus.path)
    userSettings.export(to: objects)
    practice.export(to: objects)
    profile.export(to: objects)
    themes.onChange = { [unowned self] in practice.decksChanged($0) }
    profile.onForgotten = { [unowned self] in checkpointAtRest() }
    profile.onForgottenReviews = { [unowned self] in practice.forgetReviews() }
    practice.noteOfFinishedSession = { [unowned self] in reminder.noteOfFinishedSession() }
    practice.noteOfSessionTakenBack = { [unowned self] in reminder.noteOfSessionTakenBack() }
    practice.onTransition = { [unowned self] in checkpointAtRest() }
    practice.onNote = { [unowned self] in reminder.look() }
    userSettings.onChange = { [unowned self] _ in
      practice.tellChanges()
      reminder.look()
    }
  }

  private func storeWasOpened() {
    do throws(StoreError) {
      try kept.storeWasOpened()
    } catch {
      log.write(.warning, "The settings could not be read: what was set before counts.")
    }
    userSettings.storeWasOpened()
    profile.storeWasOpened()
    practice.storeWasOpened()
    reminder.lookSoon()
  }

  private func ready() {
    library.begin()
    game.restore(patience: settings.replaces ? Self.replacedOnesPatience : .zero)
    life.ready(status: game.status)
    game.onTransition = { [unowned self] in
      life.manager.statusChanged { [unowned self] in game.status }
      checkpointLater()
    }
    // Whoever comes next may start as soon as the name is free.
    life.beforeEnd = { [unowned self] end in
      reminder.end()
      library.close()
      keeper.close()
      end()
    }
    reminder.begin()
    if let limit = settings.idleLimit { endWhenIdle(for: limit) }
  }

  /// When nothing has happened for a while, nobody waits for what it takes; but the end of a game
  /// does not wait for the next to be over.
  private func checkpointLater() {
    if game.isAtEdge, !isCheckpointDue {
      isCheckpointDue = true
      life.loop.schedule(after: Self.rest) { [unowned self] in
        isCheckpointDue = false
        keeper.checkpoint()
      }
    }
    checkpointAtRest()
  }

  private func checkpointAtRest() {
    guard rest == nil else { return rest?.touch() ?? () }
    rest = IdleTimer(loop: life.loop, limit: Self.rest) { [unowned self] in
      // What somebody wants forgotten is tried again until nobody reads.
      if keeper.checkpoint() { checkpointAtRest() }
    }
  }

  /// A call that comes for a unit which has ended before systemd saw it start would wait in vain:
  /// systemd takes the start that it still knows of for the one that is asked for.
  private func endWhenIdle(for limit: Duration) {
    let limit = life.manager.isThere ? max(limit, Self.managersPatience) : limit
    let idle = IdleTimer(loop: life.loop, limit: limit) { [unowned self] in
      // What turns a reminder off is a call, and that begins the wait anew.
      if reminder.isArmed { return }
      life.end("nothing was asked for \(limit.inSeconds)")
    }
    self.idle = idle
    life.onCall = { [unowned idle] in idle.touch() }
  }

  private func reload() {
    life.manager.reloading()
    library.readAgain { [unowned self] outcome in
      log.write(.info, "SIGHUP: \(outcome).")
      life.manager.reloaded()
    }
  }
}

/// The versions that the daemon tells.
private final class Versions: MemorizeService {
  let version = MemorizeBus.version
  let rulesVersion = UInt32(RulesVersion.current)
}
