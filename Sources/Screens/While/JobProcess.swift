import CLinux
import EventLoop
import Glibc
import TerminalKit
import UserService

/// The processes between `while` and the command, which are this program under a hidden verb.
///
/// Their terminal is the command's. The leader does what a shell does for its job: the process group
/// of a command without it would be orphaned, so Ctrl-Z would not stop it, and at its end the system
/// would hang up on what it leaves running.
package enum JobProcess: String {
  /// Leads the session, starts the command, and ends as it does.
  case leader = "__job"
  /// Becomes the command.
  case command = "__command"

  package func run(_ command: CommandWords) -> Never {
    switch self {
    case .leader: Self.lead(command)
    case .command:
      // If this fails, the leader has ended, and its terminal is gone.
      guard Self.takeForeground() else { exit(128 + SIGHUP) }
      command.replaceProgram()
    }
  }

  /// Starts the leader on `terminal`, in its own session and with `signals` blocked; or the command,
  /// in its own process group.
  func start(
    _ command: CommandWords, blocking signals: sigset_t? = nil, on terminal: String? = nil
  ) throws(SystemError) -> pid_t {
    let start = ProcessStart(ProcessStart.ourProgram, ["memorize", rawValue], then: command.words)
    if let terminal {
      // The first terminal that the leader of a session opens is the session's.
      start.open(terminal, O_RDWR, as: STDIN_FILENO)
      for stream in [STDOUT_FILENO, STDERR_FILENO] { start.pass(STDIN_FILENO, as: stream) }
    }
    start.role = terminal == nil ? .groupLeader : .sessionLeader
    start.blockedSignals = signals
    return try start.start()
  }

  private static func lead(_ command: CommandWords) -> Never {
    // In lists of processes it would be called “exe”.
    pthread_setname_np(pthread_self(), "memorize")
    // GnuPG asks for passphrases on the terminal named here; ours is read by `while`.
    if getenv("GPG_TTY") != nil, let name = ttyname(STDIN_FILENO) { setenv("GPG_TTY", name, 1) }
    guard let process = try? Self.command.start(command) else { command.replaceProgram() }
    while true {
      var status: Int32 = 0
      guard waitpid(process, &status, WUNTRACED) > 0 else {
        if errno == EINTR { continue }
        exit(ExitStatus.unexpected.rawValue)
      }
      if let end = ProcessEnd(waitStatus: status) {
        // The foreground is hung up when the leader ends; what the command has left runs on.
        _ = takeForeground()
        end.endProgram()
      }
      // Both stop, and continue together.
      kill(getpid(), SIGSTOP)
      kill(-process, SIGCONT)
    }
  }

  private static func takeForeground() -> Bool {
    var isTaken = false
    // SIGTTOU would stop a background process.
    TerminalSignals.holding(SIGTTOU) { isTaken = tcsetpgrp(STDIN_FILENO, getpgrp()) == 0 }
    return isTaken
  }
}
