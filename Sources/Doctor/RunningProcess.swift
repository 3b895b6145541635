import DBus
import EventLoop
import Glibc
import PlainText
import UserFiles
import UserService

enum NameOwner: Equatable {
  case nobody
  /// Nil if the bus does not know the process.
  case process(RunningProcess?)
  /// The bus did not say.
  case unknown

  /// Takes the reply to `GetConnectionUnixProcessID`.
  init(_ answer: Result<UInt32, BusError>) {
    switch answer {
    case .success(let identifier): self = .process(RunningProcess(reading: identifier))
    case .failure(let error) where error.name == .nameHasNoOwner: self = .nobody
    case .failure(let error):
      let isThere = error.name == "org.freedesktop.DBus.Error.UnixProcessIdUnknown"
      self = isThere ? .process(nil) : .unknown
    }
  }

  var exists: Bool {
    if case .process = self { true } else { false }
  }

  var process: RunningProcess? {
    if case .process(let process) = self { process } else { nil }
  }

  /// The process id if a signal has stopped it (SIGSTOP, or Ctrl-Z).
  var stopped: UInt32? { process.flatMap { $0.isStopped ? $0.identifier : nil } }

  var description: String {
    process?.description ?? english("a process that the bus does not name")
  }
}

/// As `/proc` shows it.
struct RunningProcess: Equatable {
  let identifier: UInt32
  /// With its command, if the system shows it.
  var description = ""
  /// `NAME=value`.
  var variables: [String] = []
  var isStopped = false
  /// Whether each one is in force; restrictions that the system does not report are missing.
  var restrictions: [Restriction: Bool] = [:]

  /// Whether the bus started it for a call.
  var isStartedByBus: Bool { variables.contains { $0.hasPrefix("DBUS_STARTER_ADDRESS=") } }

  /// Our path to what the process sees at `path`, which must not contain links.
  func view(of path: String) -> String { "/proc/\(identifier)/root" + path }
}

extension RunningProcess {
  init(reading identifier: UInt32) {
    self.init(identifier: identifier)
    func text(_ name: String) -> String { FilePath.text("/proc/\(identifier)/\(name)") ?? "" }
    description = describe(process: identifier)
    variables = text("environ").split(separator: "\0").map(String.init)
    parse(status: text("status"))
    if let own = Self.userNamespace(of: "self"),
      let theirs = Self.userNamespace(of: "\(identifier)")
    {
      restrictions[.users] = own != theirs
    }
    if let home = environment("HOME").map(FilePath.canonical) {
      switch FilePath.failureToWrite(view(of: home)) {
      case nil: restrictions[.home] = false
      case EROFS?: restrictions[.home] = true
      default: break
      }
    }
  }

  private static func userNamespace(of process: String) -> ino_t? {
    var status = stat()
    return stat("/proc/\(process)/ns/user", &status) == 0 ? status.st_ino : nil
  }

  /// Takes lines of `/proc/PID/status`.
  mutating func parse(status: String) {
    var fields: [Substring: Substring] = [:]
    for line in status.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2 { fields[parts[0]] = parts[1].drop(while: \.isWhitespace) }
    }
    isStopped = fields["State"]?.hasPrefix("T") == true
    restrictions[.privileges] = fields["NoNewPrivs"].map { $0 == "1" }
    // 2 is a filter; 1 is the old strict mode, in which no daemon can run.
    restrictions[.calls] = fields["Seccomp"].map { $0 == "2" }
  }
}
