package import DBus
package import EventLoop
internal import Glibc
internal import PlainText
internal import UserFiles

/// The life of a service on the session bus: connect, export the objects, request the name last,
/// run, and shut down in order.
package final class ServiceLife {
  /// How long the bus may take to accept us, and how long an orderly shutdown may take.
  private static let deadline: Duration = .seconds(5)

  package let name: BusName
  package let loop: Loop
  package let manager: ServiceManager
  package let log: Log
  package private(set) var connection: Connection?
  package private(set) var isEnding = false

  /// Exports the objects before the name is requested, so that the call that starts the service
  /// finds them.
  package var onConnect: ((Connection) -> Void)?
  package var onName: ((Connection) -> Void)?
  /// Called when shutdown begins, to answer the waiting calls.
  package var onEnd: (() -> Void)?
  /// Called before the name is released; calls its argument when done.
  package var beforeEnd: ((@escaping () -> Void) -> Void)?
  package var onCall: (() -> Void)?
  /// The error for a name that is taken, with advice; its argument describes the owner.
  package var explainTaken: (String) -> String

  private let replaces: Bool
  private var exitCode: ExitCode?

  /// `replaces` takes the name from its owner.
  package init(name: BusName, replaces: Bool = false, log: Log) throws(SystemError) {
    self.name = name
    self.replaces = replaces
    self.log = log
    loop = try Loop()
    manager = ServiceManager(loop: loop, environment: environment)
    explainTaken = { "The name \(name) belongs to \($0). Stop that process first." }
  }

  /// Runs until SIGTERM or SIGINT, the loss of the bus or of the name, or ``end(_:)``; `signals`
  /// has the handlers of other Unix signals.
  package func run(signals: [Int32: () -> Void] = [:]) throws(SystemError) -> ExitCode {
    Loop.ignoreBrokenPipes()
    let common: [Int32: () -> Void] = [
      SIGTERM: { [unowned self] in end("SIGTERM") }, SIGINT: { [unowned self] in end("SIGINT") },
      SIGHUP: { [log] in log.write(.info, "SIGHUP: nothing to reload.") },
    ]
    try loop.handleSignals(signals.merging(common) { own, _ in own })
    connect()
    loop.run { exitCode != nil }
    flush()
    // Pending calls fail while their handlers are still there.
    connection?.close()
    return exitCode ?? .failure
  }

  package func ready(status: String) {
    guard !isEnding else { return }
    log.write(.info, "Ready as \(name).")
    manager.ready(status: status)
  }

  /// Releases the name, then ends.
  ///
  /// All calls sent before are answered first: the bus delivers them before its reply.
  package func end(_ reason: String) {
    end(.info, "Ending: \(reason).") { [unowned self] done in
      guard let connection, connection.uniqueName != nil else { return done() }
      connection.releaseName(name) { _ in done() }
    }
  }

  /// The bus reports the loss after the last call that was meant for us, so all are answered.
  private func replaced() {
    end(.notice, "Another process has taken over \(name).") { $0() }
  }

  private func end(
    _ level: LogLevel, _ message: String, release: @escaping (@escaping () -> Void) -> Void
  ) {
    guard !isEnding else { return }
    isEnding = true
    log.write(level, message)
    manager.stopping()
    // Do this before releasing anything: the waiting calls may need it.
    onEnd?()
    connection?.objects.handleWaiting()
    let done = { [unowned self] in exitCode = exitCode ?? .done }
    loop.schedule(after: Self.deadline, handler: done)
    if let beforeEnd { beforeEnd { release(done) } } else { release(done) }
  }

  private func connect() {
    do {
      let address = try BusAddress.session(environment: environment)
      connection = try Connection.inTime(
        to: address, loop: loop, deadline: Self.deadline, unless: Self.isAskedToEnd
      ) { [unowned self] result in
        switch result {
        case .success: serve()
        case .failure(let error): fail(error.message)
        }
      }
    } catch {
      if !Self.isAskedToEnd() { fail(error.message) }
    }
  }

  /// Whether SIGTERM or SIGINT is pending.
  private static func isAskedToEnd() -> Bool {
    var pending = sigset_t()
    sigpending(&pending)
    return sigismember(&pending, SIGTERM) == 1 || sigismember(&pending, SIGINT) == 1
  }

  private func serve() {
    guard let connection else { return }
    connection.onDisconnect = { [unowned self] in fail($0.message) }
    connection.onNameLost(name, onFailure: { [unowned self] in fail($0.message) }) {
      [unowned self] in replaced()
    }
    connection.objects.export(LogControl.interface, of: log, at: LogControl.path)
    connection.objects.onCall = { [unowned self] in didAnswer($0, $1) }
    onConnect?(connection)
    connection.requestName(name, replaces: replaces) { [unowned self] result in
      switch result {
      case .success(.owned): if !isEnding { onName?(connection) }
      case .success(.taken): reportOwner(connection)
      case .failure(let error): fail("The bus refused the name: \(error.message)")
      }
    }
  }

  /// Arguments are not logged: they contain the game's secrets.
  private func didAnswer(_ call: Message, _ error: BusError?) {
    onCall?()
    log.write(
      .debug,
      "\(call.sender?.rawValue ?? "Somebody") called \(call.member?.rawValue ?? "nothing"): "
        + (error.map { $0.name.rawValue } ?? "done"))
  }

  private func reportOwner(_ connection: Connection) {
    connection.processID(of: name) { [unowned self] result in
      guard exitCode == nil else { return }
      let owner = (try? result.get()).map { describe(process: $0) } ?? "another process"
      log.write(.error, explainTaken(owner))
      exitCode = .nameTaken
    }
  }

  /// Ends at once with exit code 1, so that the service manager starts it again.
  package func fail(_ reason: String) {
    guard exitCode == nil else { return }
    log.write(.error, reason)
    exitCode = .failure
  }

  /// Sends the last answers.
  private func flush() {
    guard let connection, connection.isOpen else { return }
    var isLate = false
    loop.schedule(after: .seconds(1)) { isLate = true }
    loop.run { isLate || !connection.isOpen || connection.outgoingSize == 0 }
  }
}

/// The exit codes of a service, for systemd and for scripts.
package enum ExitCode: Int32, Sendable {
  /// It stopped on request.
  case done = 0
  /// There is no bus, or it is gone.
  case failure = 1
  /// The arguments are wrong.
  case usage = 2
  /// Another process has the name.
  case nameTaken = 4
}

/// Describes a process for a person who has to find it: `process 12 (memorized)`.
package func describe(process: UInt32) -> String {
  let bytes = (try? UserFile.start(of: "/proc/\(process)/cmdline", 4096)) ?? []
  if bytes.isEmpty { return english("process \(process)") }
  let words = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  let command = words.joined(separator: " ").printable
  return english("process \(process) (\(command))")
}
