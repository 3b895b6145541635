import EventLoop
import Glibc
import UserService

/// A command that runs on a terminal of its own.
final class Job {
  let command: CommandWords
  let terminal: JobTerminal
  /// Nil while it runs.
  private(set) var end: ProcessEnd?
  private(set) var isStopped = false
  /// Called when it has stopped or ended.
  var onChange: () -> Void = {}
  private var leader = pid_t()
  private var start = MonotonicTime.now
  private var ending: MonotonicTime?
  private var lastOutput = MonotonicTime.now
  /// A command that asks for something is silent for at least this time.
  static let silence = Duration.seconds(2)

  /// Creates its terminal, with these modes; throws if the system has none left.
  init(_ command: CommandWords, modes: termios) throws(SystemError) {
    self.command = command
    terminal = try JobTerminal(like: modes)
  }

  /// Starts the command with these signals blocked, and follows it until it ends.
  func start(blocking signals: sigset_t, on loop: Loop) throws(SystemError) {
    // Our parent may have ignored it; then we would not learn of the end.
    signal(SIGCHLD, SIG_DFL)
    try loop.handleSignals([SIGCHLD: { [weak self] in self?.checkStatus() }])
    // A terminal that no process has open counts as hung up.
    let inside = open(terminal.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    defer { close(inside) }
    start = .now
    leader = try JobProcess.leader.start(command, blocking: signals, on: terminal.path)
  }

  private func checkStatus() {
    var status: Int32 = 0
    guard end == nil, waitpid(leader, &status, WNOHANG | WUNTRACED) == leader else { return }
    end = ProcessEnd(waitStatus: status)
    isStopped = end == nil
    if end != nil { ending = .now }
    onChange()
  }

  /// Sends a signal to what runs in the foreground of its terminal.
  func send(_ signal: Int32) {
    guard end == nil, let group = terminal.foreground else { return }
    kill(-group, signal)
  }

  /// Continues it after a stop.
  func resume() {
    isStopped = false
    if end == nil { kill(leader, SIGCONT) }
  }

  var duration: Duration { (ending ?? .now) - start }

  /// Some of its output; nil if none is available yet, or the output has ended.
  func read() -> [UInt8]? {
    let bytes = terminal.read()
    if bytes != nil { lastOutput = .now }
    return bytes
  }

  var isSilent: Bool { .now - lastOutput >= Self.silence }

  var isReading: Bool { TerminalReader.exists(below: leader, on: terminal.path) }
}
