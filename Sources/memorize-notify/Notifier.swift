internal import DBus
internal import EventLoop
internal import Glibc
internal import MemorizeBus
internal import UserService

/// The notifier's life: connect, take the name, follow game and server, end in order.
final class Notifier {
  /// By this name there is one notifier in a session, and no bubble comes twice.
  static let name: BusName = "org.memorized.MemorizeNotify1"
  /// How long the bus may take to let us in, and the daemon to answer.
  private static let deadline: Duration = .seconds(5)
  /// How long an orderly end may take.
  private static let lastDeadline: Duration = .seconds(2)

  private let log: Log
  private let loop: EventLoop
  private let manager: ServiceManager
  private let playCommand: ShellCommand?
  private var narrator: Narrator
  private var connection: Connection?
  private var server: NotificationServer?
  private var follower: GameFollower?
  private var isReady = false
  private var isEnding = false
  private var exitCode: Int32?

  init(_ settings: Arguments.Settings, log: Log) throws(SystemError) {
    self.log = log
    log.level = settings.logLevel
    loop = try EventLoop()
    manager = ServiceManager(loop: loop, environment: Self.environment)
    playCommand = Self.command(settings.playCommand)
    narrator = Narrator(showsFlips: settings.showsFlips)
  }

  /// Runs until the notifier is told to end or loses the bus, and says how that went.
  func run() throws(SystemError) -> Int32 {
    EventLoop.ignoreBrokenPipes()
    try loop.handleSignals([
      SIGTERM: { [unowned self] in endInOrder("SIGTERM") },
      SIGINT: { [unowned self] in endInOrder("SIGINT") },
      SIGCHLD: { [unowned self] in reapChildren() },
    ])
    connect()
    loop.run { exitCode != nil }
    connection?.close()
    return exitCode ?? ExitCode.failure
  }

  private static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  private static func command(_ given: String?) -> ShellCommand? {
    guard let given else {
      return ShellCommand.isInstalled(ShellCommand.terminal) ? .play : nil
    }
    return given.isEmpty ? nil : ShellCommand(text: given)
  }

  private func connect() {
    do {
      let address = try BusAddress.session(environment: Self.environment)
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

  private func serve() {
    guard let connection else { return }
    connection.onDisconnect = { [unowned self] in fail($0.message) }
    connection.onNameLost(Self.name) { [unowned self] in endInOrder("the name was taken over") }
    connection.objects.export(LogControl.interface, of: log, at: LogControl.path)
    connection.requestName(Self.name) { [unowned self] result in
      switch result {
      case .success(.owned): follow(connection)
      case .success(.taken): tellOwner(connection)
      case .failure(let error): fail("The bus does not give the name: \(error.message)")
      }
    }
  }

  /// The server is asked for first, so that it is known when there is something to show.
  private func follow(_ connection: Connection) {
    guard !isEnding else { return }
    let actions = Bubble.Action.allCases.filter { $0 != .play || playCommand != nil }
    let server = NotificationServer(connection, actions: actions, log: log)
    server.onAction = { [unowned self] in perform($0, token: $1) }
    server.onChange = { [unowned self] in
      if isReady { manager.statusChanged { [unowned self] in status } }
    }
    self.server = server
    let game = Proxy(
      connection, to: MemorizeBus.name, at: MemorizeBus.path, deadline: Self.deadline)
    follower = GameFollower(game) { [unowned self] in take($0) }
  }

  private func take(_ news: GameFollower.News) {
    if case .failure(let error) = news {
      log.write(.warning, "The game cannot be followed until it changes: \(error.message)")
    }
    switch narrator.step(news) {
    case .show(let bubble): server?.show(bubble)
    case .hideFaces: server?.hideFaces()
    }
    guard !isReady, !isEnding else { return }
    isReady = true
    log.write(.info, "Ready as \(Self.name).")
    manager.ready(status: status)
  }

  /// How things stand, in a line for the service manager.
  private var status: String {
    server?.isThere == true ? "Showing what is found" : "No notification server"
  }

  private func perform(_ action: Bubble.Action, token: String?) {
    switch action {
    case .newGame: startGame()
    case .play: play(token: token)
    }
  }

  private func startGame() {
    guard let connection else { return }
    let game = Proxy(connection, to: MemorizeBus.name, at: MemorizeBus.path)
    game.call(GameContract.newGame, of: GameContract.interface, [:]) { [weak self] answer in
      if case .failure(let error) = answer {
        self?.log.write(.warning, "No game was started: \(error.message)")
      }
    }
  }

  private func play(token: String?) {
    do {
      guard let process = try playCommand?.start(token: token) else { return }
      log.write(.debug, "Play runs as process \(process).")
    } catch {
      log.write(.warning, "\(error)")
    }
  }

  private func reapChildren() {
    var status: Int32 = 0
    while case let process = waitpid(-1, &status, WNOHANG), process > 0 {
      guard status != 0 else { continue }
      let how = status & 0x7f == 0 ? "exit code \(status >> 8)" : "signal \(status & 0x7f)"
      log.write(.warning, "What Play has run, process \(process), ended with \(how).")
    }
  }

  private func tellOwner(_ connection: Connection) {
    connection.processID(of: Self.name) { [unowned self] result in
      guard exitCode == nil else { return }
      let owner = (try? result.get()).map { ProcessDescription.of($0) } ?? "another process"
      log.write(.error, "Notifications are shown already, by \(owner). Stop that one first.")
      exitCode = ExitCode.nameTaken
    }
  }

  private func fail(_ reason: String) {
    guard exitCode == nil else { return }
    log.write(.error, reason)
    exitCode = ExitCode.failure
  }

  /// Leaves no open faces on the screen, and gives the name back for the next one.
  private func endInOrder(_ reason: String) {
    guard !isEnding else { return }
    isEnding = true
    log.write(.info, "Ending: \(reason).")
    manager.stopping()
    guard let connection, connection.uniqueName != nil else { return exitCode = ExitCode.done }
    loop.schedule(after: Self.lastDeadline) { [unowned self] in
      exitCode = exitCode ?? ExitCode.done
    }
    let release = { [unowned self] in
      connection.releaseName(Self.name) { [unowned self] _ in
        exitCode = exitCode ?? ExitCode.done
      }
    }
    if let server { server.end(completion: release) } else { release() }
  }
}
