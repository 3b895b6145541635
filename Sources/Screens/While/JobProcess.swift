import CLinux
import EventLoop
import TerminalKit
// The list of variables is a global of the C library, which only the leader changes, at its start.
@preconcurrency import Glibc

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

  package func run(_ command: GivenCommand) -> Never {
    switch self {
    case .leader: Self.lead(command)
    case .command:
      // Otherwise the leader has ended, and its terminal is gone.
      guard Self.takeForeground() else { exit(128 + SIGHUP) }
      command.replaceProgram()
    }
  }

  /// Starts it: the leader with those blocked signals in a session of its own on that terminal, the
  /// command in a process group of its own.
  func start(
    _ command: GivenCommand, blocking signals: sigset_t? = nil, on terminal: String? = nil
  ) throws(SystemError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let terminal {
      // The first terminal that the leader of a session opens is the session's.
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, terminal, O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
      posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var flags = terminal == nil ? POSIX_SPAWN_SETPGROUP : POSIX_SPAWN_SETSID
    if var signals {
      posix_spawnattr_setsigmask(&attributes, &signals)
      flags |= POSIX_SPAWN_SETSIGMASK
    }
    posix_spawnattr_setflags(&attributes, Int16(flags))
    let own = (["memorize", rawValue] as [String]).map { strdup($0) }
    defer { own.forEach { free($0) } }
    var process = pid_t()
    let failure = posix_spawn(
      &process, "/proc/self/exe", &actions, &attributes, own + command.words, environ)
    guard failure == 0 else { throw SystemError("start the command", code: failure) }
    return process
  }

  private static func lead(_ command: GivenCommand) -> Never {
    // In lists of processes it would be called “exe”.
    pthread_setname_np(pthread_self(), "memorize")
    // GnuPG asks for passphrases on this terminal; ours is read by somebody else.
    if getenv("GPG_TTY") != nil, let name = ttyname(STDIN_FILENO) { setenv("GPG_TTY", name, 1) }
    guard let process = try? Self.command.start(command) else { command.replaceProgram() }
    while true {
      var status: Int32 = 0
      guard waitpid(process, &status, WUNTRACED) > 0 else {
        if errno == EINTR { continue }
        exit(ExitStatus.unexpected.rawValue)
      }
      if let end = JobEnd(waitStatus: status) {
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
