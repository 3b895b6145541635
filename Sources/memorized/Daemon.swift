internal import DBus
internal import EventLoop
internal import Glibc
internal import MemorizeBus
internal import MemoryGame
internal import UserService

/// The daemon's life: connect, put the objects on the bus, take the name last, run, end in order.
final class Daemon {
  /// How long the bus may take to let us in, and how long an orderly end may take.
  private static let deadline: Duration = .seconds(5)
  /// How long a service manager may take to notice that we have started.
  private static let managersPatience: Duration = .seconds(1)

  private let settings: Arguments.Settings
  private let log: Log
  private let loop: EventLoop
  private let manager: ServiceManager
  private let game: GameOnBus
  private let themes: ThemesOnBus
  private var connection: Connection?
  private var idle: IdleTimer?
  private var isEnding = false
  private var exitCode: Int32?

  init(_ settings: Arguments.Settings, log: Log) throws(SystemError) {
    self.settings = settings
    self.log = log
    log.level = settings.logLevel
    loop = try EventLoop()
    manager = ServiceManager(loop: loop, environment: Self.environment)
    game = GameOnBus(model: GameViewModel(themes: .builtIn), log: log)
    themes = ThemesOnBus(themes: .builtIn)
  }

  /// Runs until the daemon is told to end or loses the bus, and says how that went.
  func run() throws(SystemError) -> Int32 {
    EventLoop.ignoreBrokenPipes()
    try loop.handleSignals([
      SIGTERM: { [unowned self] in endInOrder("SIGTERM") },
      SIGINT: { [unowned self] in endInOrder("SIGINT") },
      SIGHUP: { [unowned self] in reload() },
    ])
    connect()
    loop.run { exitCode != nil }
    flush()
    // What still waits for an answer is told so while there is somebody to tell.
    connection?.close()
    return exitCode ?? ExitCode.failure
  }

  private static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  private func connect() {
    do {
      let address = try BusAddress.session(environment: Self.environment)
      connection = try Connection.inTime(to: address, loop: loop, deadline: Self.deadline) {
        [unowned self] result in
        switch result {
        case .success: serve()
        case .failure(let error): fail(error.message)
        }
      }
    } catch {
      fail(error.message)
    }
  }

  /// Puts everything on the bus, and only then asks for the name, so that the call that started
  /// the daemon finds it complete.
  private func serve() {
    guard let connection else { return }
    connection.onDisconnect = { [unowned self] in fail($0.message) }
    connection.onNameLost(MemorizeBus.name) { [unowned self] in replaced() }
    connection.objects.export(MemorizeBus.interface, of: Versions(), at: MemorizeBus.path)
    game.export(to: connection.objects)
    connection.objects.export(ThemesContract.interface, of: themes, at: MemorizeBus.path)
    connection.objects.export(LogControl.interface, of: log, at: LogControl.path)
    connection.requestName(MemorizeBus.name, replaces: settings.replaces) { [unowned self] result in
      switch result {
      case .success(.owned): ready()
      case .success(.taken): tellOwner()
      case .failure(let error): fail("The bus does not give the name: \(error.message)")
      }
    }
  }

  private func ready() {
    guard !isEnding else { return }
    log.write(.info, "Ready as \(MemorizeBus.name).")
    manager.ready(status: game.status)
    game.onTransition = { [unowned self] in
      manager.statusChanged { [unowned self] in game.status }
    }
    if let limit = settings.idleLimit { endWhenIdle(for: limit) }
  }

  /// A call that comes for a unit which has ended before systemd saw it start would wait in vain:
  /// systemd takes the start that it still knows of for the one that is asked for.
  private func endWhenIdle(for limit: Duration) {
    let limit = manager.isThere ? max(limit, Self.managersPatience) : limit
    let idle = IdleTimer(loop: loop, limit: limit) { [unowned self] in
      guard !game.isOn else { return }
      endInOrder("nothing was asked for \(limit.inSeconds)")
    }
    self.idle = idle
    connection?.objects.onCall = { [unowned idle] in idle.touch() }
  }

  /// Themes come with the program, so there is nothing yet that could have changed.
  private func reload() {
    manager.reloading()
    log.write(.info, "SIGHUP: all themes are built in, nothing was read.")
    manager.reloaded()
  }

  private func tellOwner() {
    connection?.processID(of: MemorizeBus.name) { [unowned self] result in
      guard exitCode == nil else { return }
      let owner = (try? result.get()).map { ProcessDescription.of($0) } ?? "another process"
      log.write(
        .error,
        "The name \(MemorizeBus.name) belongs to \(owner). Stop that one first, or take its place "
          + "with --replace.")
      exitCode = ExitCode.nameTaken
    }
  }

  private func fail(_ reason: String) {
    guard exitCode == nil else { return }
    log.write(.error, reason)
    exitCode = ExitCode.failure
  }

  /// The bus told of the loss after the last call that was meant for us, so all are answered.
  private func replaced() {
    guard !isEnding else { return }
    isEnding = true
    log.write(.notice, "Another process has taken over \(MemorizeBus.name).")
    manager.stopping()
    exitCode = ExitCode.done
  }

  /// Gives the name back; every call that was sent to it comes before the bus' answer, and is
  /// answered by then.
  private func endInOrder(_ reason: String) {
    guard !isEnding else { return }
    isEnding = true
    log.write(.info, "Ending: \(reason).")
    manager.stopping()
    guard let connection, connection.uniqueName != nil else { return exitCode = ExitCode.done }
    connection.releaseName(MemorizeBus.name) { [unowned self] _ in
      exitCode = exitCode ?? ExitCode.done
    }
    loop.schedule(after: Self.deadline) { [unowned self] in exitCode = exitCode ?? ExitCode.done }
  }

  /// Lets the last answers go out.
  private func flush() {
    guard let connection, connection.isOpen else { return }
    var isLate = false
    loop.schedule(after: .seconds(1)) { isLate = true }
    loop.run { isLate || !connection.isOpen || connection.outgoingSize == 0 }
  }
}

/// The versions that the daemon tells.
private final class Versions: MemorizeService {
  let version = MemorizeBus.version
  let rulesVersion = UInt32(RulesVersion.current)
}
