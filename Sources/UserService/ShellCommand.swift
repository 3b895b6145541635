package import EventLoop
internal import Glibc
internal import PlainText
internal import UserFiles

/// A command that runs in parallel, and continues when we exit.
package struct ShellCommand: Sendable {
  /// As a shell reads it, for the log.
  package let text: String
  /// The program's path and its arguments.
  package let words: [String]

  /// Our own variables, which the command does not inherit.
  private static let ownVariables = [
    "NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC", "XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID",
  ]

  /// A command as it is written in a shell.
  package init(text: String) {
    self.text = text
    words = ["/bin/sh", "-c", text]
  }

  /// A shell script in a new terminal, with the path of a program of ours as `$0`, and the
  /// arguments as `$1` and so on; nil without a terminal.
  package init?(inTerminal script: String, of program: String, _ arguments: [String] = []) {
    self.init(
      inTerminal: ["sh", "-c", script, Self.path(of: program)] + arguments,
      shown: "sh -c '\(script)'")
  }

  /// A program of ours in a new terminal; nil without one.
  package init?(inTerminal program: String, _ arguments: [String]) {
    self.init(
      inTerminal: [Self.path(of: program)] + arguments,
      shown: ([program] + arguments).joined(separator: " "))
  }

  private init?(inTerminal command: [String], shown: String) {
    guard let terminal = Self.terminal else { return nil }
    text = (terminal + [shown]).joined(separator: " ")
    words = ["/usr/bin/env"] + terminal + command
  }

  /// The words before a command that open a terminal for it; nil if no terminal is installed.
  ///
  /// The user's own comes first, as `xdg-terminal-exec` or `TERMINAL` says, then that of Debian and
  /// that of sway.
  private static var terminal: [String]? {
    let own = (environment("TERMINAL") ?? "").split(separator: " ").map(String.init)
    let known = [["xdg-terminal-exec"], own + ["-e"], ["x-terminal-emulator", "-e"], ["foot"]]
    return known.first { isInstalled($0[0]) }
  }

  /// A program of ours.
  package init(program: String, _ arguments: [String]) {
    text = ([program] + arguments).joined(separator: " ")
    words = ["/usr/bin/env", Self.path(of: program)] + arguments
  }

  /// The path of a program in the directory of this one, or else its name: `PATH` of a session need
  /// not lead to it.
  private static func path(of program: String) -> String {
    let own = FilePath.target(of: "/proc/self/exe") ?? ""
    let beside = own.prefix(upTo: own.lastIndex(of: "/") ?? own.startIndex) + "/" + program
    return access(String(beside), X_OK) == 0 ? String(beside) : program
  }

  /// Whether `PATH` contains the program, or it is there by its path.
  package static func isInstalled(_ program: String) -> Bool {
    if program.contains("/") { return access(program, X_OK) == 0 }
    let path = environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
    return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
  }

  /// Starts the command in its own session, with another descriptor as its standard output if one is
  /// given; the caller has to wait for its end.
  package func start(token: String?, output: Int32? = nil) throws(SystemError) -> Int32 {
    // A child would inherit our blocked and ignored signals.
    let start = ProcessStart(words[0], words)
    start.role = .sessionLeader
    start.blockedSignals = sigset_t.of([])
    start.resetsSignals = true
    start.removedVariables = Self.ownVariables
    start.addedVariables = Self.variables(token: token)
    start.open("/dev/null", O_RDONLY, as: STDIN_FILENO)
    if let output { start.pass(output, as: STDOUT_FILENO) }
    return try Result(catching: start.start)
      .mapError { SystemError("start “\(text.printable)”", code: $0.code) }.get()
  }

  /// The variables for a token, which lets a window come to the front on Wayland and on X11.
  package static func variables(token: String?) -> [String] {
    token.map { ["XDG_ACTIVATION_TOKEN=\($0)", "DESKTOP_STARTUP_ID=\($0)"] } ?? []
  }

  /// Waits for commands that have ended, and warns of those that failed.
  package static func reap(_ log: Log) {
    var status: Int32 = 0
    while case let process = waitpid(-1, &status, WNOHANG), process > 0 {
      guard let end = ProcessEnd(waitStatus: status), end != .exited(0) else { continue }
      log.write(.warning, "A command that was started (process \(process)) \(end).")
    }
  }
}
