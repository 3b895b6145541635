import Glibc

/// The terminal of this program, while a command's output and keys pass through it.
final class OwnTerminal {
  enum Mode {
    /// As the shell has left it.
    case usual
    /// Bytes pass unchanged: the command's own terminal does all the rest.
    case passing
    /// Output passes unchanged; keys are not echoed, and those of signals work.
    case silent
    /// Output passes unchanged; keys are left for the shell.
    case printing
  }

  /// Where keys come from.
  let input: Int32
  let output: (descriptor: Int32, isNonBlocking: Bool)
  let modes: termios

  init() {
    input = Screen.reopened(STDIN_FILENO, O_RDONLY).descriptor
    output = Screen.reopened(STDOUT_FILENO, O_WRONLY)
    var modes = termios()
    tcgetattr(STDOUT_FILENO, &modes)
    self.modes = modes
  }

  deinit { close(input) }

  /// Does nothing in the background: another program has the terminal.
  func set(_ mode: Mode) {
    guard !Terminal.isInBackground else { return }
    var modes = modes
    switch mode {
    case .usual: break
    case .passing: cfmakeraw(&modes)
    case .silent:
      modes.c_lflag &= ~tcflag_t(ICANON | ECHO)
      modes.c_oflag &= ~tcflag_t(OPOST)
    case .printing: modes.c_oflag &= ~tcflag_t(OPOST)
    }
    tcsetattr(STDOUT_FILENO, TCSANOW, &modes)
  }

  /// Forgets keys that nobody has read, and returns whether there were some.
  ///
  /// Does nothing in the background: they are another program's.
  func dropKeys() -> Bool {
    var count: Int32 = 0
    guard !Terminal.isInBackground, ioctl(input, UInt(FIONREAD), &count) == 0, count > 0 else {
      return false
    }
    return tcflush(STDOUT_FILENO, TCIFLUSH) == 0
  }

  /// Whether a key among them is one by which a terminal interrupts a program.
  func interrupts(_ keys: [UInt8]) -> Bool {
    withUnsafeBytes(of: modes.c_cc) { characters in
      [VINTR, VQUIT].map { characters[Int($0)] }.contains { $0 != 0 && keys.contains($0) }
    }
  }

  /// The keys that have been pressed; nil if the terminal is gone.
  func readKeys() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(input, &bytes, bytes.count)
    if count < 0, [EAGAIN, EINTR].contains(errno) { return [] }
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }
}
