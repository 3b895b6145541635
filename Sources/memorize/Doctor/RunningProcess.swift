import DBus
import Glibc

/// A process as `/proc` shows it.
struct RunningProcess: Equatable {
  /// The process id.
  let identifier: UInt32
  /// The command and its arguments; empty where the system does not tell it.
  var command = ""
  /// Whether a signal has stopped it (SIGSTOP, or Ctrl-Z).
  var isStopped = false
  /// Whether the bus started it for a call.
  var isStartedByBus = false
  /// What keeps it in bounds.
  var bounds = Bounds()

  /// What keeps a process in bounds; nil where the system does not tell it.
  struct Bounds: Equatable {
    /// Whether it can never gain privileges.
    var gainsNothing: Bool?
    /// Whether a filter stands before its system calls.
    var filtersCalls: Bool?
    /// Whether it lives in a user namespace of its own.
    var hasOwnUsers: Bool?
    /// Whether it cannot write to the home directory.
    var seesHomeReadOnly: Bool?
  }

  /// Its number and its command: `process 12 (memorized)`.
  var description: String {
    command.isEmpty ? "process \(identifier)" : "process \(identifier) (\(command.printable))"
  }
}

extension RunningProcess {
  /// Looks at a process.
  static func look(at identifier: UInt32) -> RunningProcess {
    let directory = "/proc/\(identifier)"
    var process = RunningProcess(identifier: identifier)
    let words = SmallFile.read(directory + "/cmdline")?.split(separator: "\0") ?? []
    process.command = words.joined(separator: " ")
    let variables = SmallFile.read(directory + "/environ")?.split(separator: "\0") ?? []
    process.isStartedByBus = variables.contains { $0.hasPrefix("DBUS_STARTER_ADDRESS=") }
    process.read(status: SmallFile.read(directory + "/status") ?? "")
    if let own = SmallFile.link("/proc/self/ns/user"),
      let others = SmallFile.link(directory + "/ns/user")
    {
      process.bounds.hasOwnUsers = own != others
    }
    if let home = environment("HOME"), let mounts = SmallFile.read(directory + "/mountinfo") {
      process.bounds.seesHomeReadOnly = isReadOnly(home, in: mounts)
    }
    return process
  }

  /// Takes what `/proc/PID/status` tells.
  mutating func read(status: String) {
    for line in status.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let value = parts[1].drop { $0 == "\t" || $0 == " " }
      switch parts[0] {
      case "State": isStopped = value.hasPrefix("T")
      case "NoNewPrivs": bounds.gainsNothing = value == "1"
      // 2 is a filter; 1 the old strict mode, in which no daemon can live.
      case "Seccomp": bounds.filtersCalls = value == "2"
      default: break
      }
    }
  }

  /// Whether the mount that a path lies on is read-only, by the lines of `/proc/PID/mountinfo`.
  static func isReadOnly(_ path: String, in mounts: String) -> Bool? {
    var longest = -1
    var result: Bool?
    for line in mounts.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count > 5 else { continue }
      let point = unescaped(fields[4])
      let covers = point == "/" || path == point || path.hasPrefix(point + "/")
      // Of two mounts at one place the later one lies above.
      guard covers, point.utf8.count >= longest else { continue }
      longest = point.utf8.count
      result = fields[5].split(separator: ",").contains("ro")
    }
    return result
  }

  /// A blank in a path is written as `\040`.
  private static func unescaped(_ field: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(field.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(3), as: UTF8.self)
      if byte == UInt8(ascii: "\\"), digits.utf8.count == 3, let code = UInt8(digits, radix: 8) {
        bytes.append(code)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
