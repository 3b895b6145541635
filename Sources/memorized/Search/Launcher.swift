internal import DBus
internal import EventLoop
internal import PlainText
internal import UserService

/// Starts commands for the user, which continue without the daemon.
///
/// Under systemd they become units of their own: in ours they would run in its sandbox and end with
/// it.
struct Launcher {
  private static let manager: BusName = "org.freedesktop.systemd1"
  private static let path: ObjectPath = "/org/freedesktop/systemd1"
  private static let interface: InterfaceName = "org.freedesktop.systemd1.Manager"

  private typealias Property = Struct<String, Value>

  let life: ServiceLife
  let log: Log

  /// Nil is a command for which there is no terminal.
  func start(_ command: ShellCommand?, token: String?) throws {
    guard let command else {
      throw BusError(
        .failed,
        "No terminal can be opened. Install xdg-terminal-exec, or name yours in TERMINAL.")
    }
    log.write(.debug, "Starting “\(command.text.printable)”.")
    if life.manager.exists, let connection = life.connection {
      return startUnit(of: command, token: token, connection)
    }
    do throws(SystemError) {
      _ = try command.start(token: token)
    } catch {
      throw BusError(.failed, "\(error)")
    }
  }

  private func startUnit(of command: ShellCommand, token: String?, _ connection: Connection) {
    let name = "app-org.memorized.Memorize-\(UInt64.random(in: 0 ... .max)).service"
    // systemd replaces what follows a dollar sign.
    let words = command.words.map { $0.split(separator: "$", omittingEmptySubsequences: false) }
      .map { $0.map(String.init).joined(by: "$$") }
    let properties = [
      Property("Description", .string("Memorize in a terminal")),
      Property("ExecStart", [Struct(words[0], words, false)].asValue),
      Property("Environment", ShellCommand.variables(token: token).asValue),
      // A terminal may continue in another process.
      Property("KillMode", .string("process")),
      Property("CollectMode", .string("inactive-or-failed")),
    ]
    let auxiliary: [Struct<String, [Property]>] = []
    connection.call(
      Self.manager, Self.path, Self.interface, "StartTransientUnit", name, "fail", properties,
      auxiliary, returning: ObjectPath.self, startsService: false
    ) { [log] answer in
      if case .failure(let error) = answer {
        log.write(.warning, "No terminal was opened: \(error.message)")
      }
    }
  }
}
