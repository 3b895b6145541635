internal import DBus
internal import EventLoop
internal import Glibc
internal import MemorizeBus
internal import MemoryGame

/// The daemon's life: connect, put the objects on the bus, take the name last, run, end in order.
final class Daemon {
  /// How long the bus may take to let us in, and how long an orderly end may take.
  private static let deadline: Duration = .seconds(5)

  private let log: Log
  private let loop: EventLoop
  private let game: GameOnBus
  private let themes: ThemesOnBus
  private var connection: Connection?
  private var isEnding = false
  private var exitCode: Int32?

  init(log: Log) throws(SystemError) {
    self.log = log
    loop = try EventLoop()
    game = GameOnBus(model: GameViewModel(themes: .builtIn), log: log)
    themes = ThemesOnBus(themes: .builtIn)
  }

  /// Runs until the daemon is told to end or loses the bus, and says how that went.
  func run() throws(SystemError) -> Int32 {
    EventLoop.ignoreBrokenPipes()
    try loop.handleSignals([
      SIGTERM: { [unowned self] in endInOrder("SIGTERM") },
      SIGINT: { [unowned self] in endInOrder("SIGINT") },
    ])
    connect()
    loop.run { exitCode != nil }
    flush()
    // What still waits for an answer is told so while there is somebody to tell.
    connection?.close()
    return exitCode ?? ExitCode.failure
  }

  private func connect() {
    do {
      let address = try BusAddress.session { getenv($0).map { String(cString: $0) } }
      connection = try Connection(to: address, loop: loop, deadline: Self.deadline) {
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
    connection.onNameLost(MemorizeBus.name) { [unowned self] in
      guard !isEnding else { return }
      log.write(.notice, "Another process has taken over \(MemorizeBus.name).")
      exitCode = ExitCode.done
    }
    connection.objects.export(MemorizeBus.interface, of: Versions(), at: MemorizeBus.path)
    game.export(to: connection.objects)
    connection.objects.export(ThemesContract.interface, of: themes, at: MemorizeBus.path)
    connection.requestName(MemorizeBus.name) { [unowned self] result in
      switch result {
      case .success(.owned): log.write(.info, "Ready as \(MemorizeBus.name).")
      case .success(.taken): tellOwner()
      case .failure(let error): fail("The bus does not give the name: \(error.message)")
      }
    }
  }

  private func tellOwner() {
    connection?.processID(of: MemorizeBus.name) { [unowned self] result in
      guard exitCode == nil else { return }
      let owner = (try? result.get()).map { ProcessDescription.of($0) } ?? "another process"
      log.write(
        .error, "The name \(MemorizeBus.name) belongs to \(owner). Stop that one first.")
      exitCode = ExitCode.nameTaken
    }
  }

  private func fail(_ reason: String) {
    guard exitCode == nil else { return }
    log.write(.error, reason)
    exitCode = ExitCode.failure
  }

  /// Gives the name back; every call that was sent to it comes before the bus' answer, and is
  /// answered by then.
  private func endInOrder(_ reason: String) {
    guard !isEnding else { return }
    isEnding = true
    log.write(.info, "Ending: \(reason).")
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
