internal import CLinux
internal import DBus
internal import EventLoop
// The list of variables is a global of the C library, which nothing in this program changes.
@preconcurrency internal import Glibc

/// A command that runs in parallel, and continues when we exit.
struct ShellCommand {
  let text: String

  static let play = ShellCommand(text: "\(terminal) memorize play")
  static let practise = ShellCommand(text: "\(terminal) memorize practice")
  /// Opens the user's preferred terminal.
  static let terminal = "xdg-terminal-exec"

  /// Our own variables, which the command does not inherit.
  private static let ownVariables = [
    "NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC", "XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID",
  ]

  /// Whether `PATH` contains the program.
  static func isInstalled(_ program: String) -> Bool {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
    return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
  }

  /// Starts the command with `/bin/sh` in its own session; the caller has to wait for its end.
  ///
  /// The token lets its window come to the front, on Wayland and on X11.
  func start(token: String?) throws(SystemError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)

    // A child would inherit our blocked and ignored signals.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    let words = (["/bin/sh", "-c", text] as [String]).map { strdup($0) }
    let variables = Self.environment(token: token).map { strdup($0) }
    defer { (words + variables).forEach { free($0) } }
    var process = pid_t()
    let failure = posix_spawn(
      &process, "/bin/sh", &actions, &attributes, words + [nil], variables + [nil])
    guard failure == 0 else {
      throw SystemError("start “\(text.printable)”", code: failure)
    }
    return process
  }

  private static func environment(token: String?) -> [String] {
    var variables: [String] = []
    var next = environ
    while let variable = next.pointee {
      variables.append(String(cString: variable))
      next += 1
    }
    variables.removeAll { variable in ownVariables.contains { variable.hasPrefix("\($0)=") } }
    guard let token else { return variables }
    return variables + ["XDG_ACTIVATION_TOKEN=\(token)", "DESKTOP_STARTUP_ID=\(token)"]
  }
}
