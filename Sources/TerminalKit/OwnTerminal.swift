package import Glibc

/// The terminal of this program, while a command's output and keys pass through it.
package final class OwnTerminal {
  package enum Mode {
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
  package let input: Int32
  package let output: (descriptor: Int32, isNonBlocking: Bool)
  package let modes: termios

  package init() {
    input = Screen.reopened(STDIN_FILENO, O_RDONLY).descriptor
    output = Screen.reopened(STDOUT_FILENO, O_WRONLY)
    var modes = termios()
    tcgetattr(STDOUT_FILENO, &modes)
    self.modes = modes
  }

  deinit { close(input) }

  /// Does nothing in the background: another program has the terminal.
  package func set(_ mode: Mode) {
    guard !Terminal.isInBackground else { return }
    var modes = modes
    switch mode {
    case .usual: break
    case .passing: cfmakeraw(&modes)
    case .silent:
      modes.c_lflag &= ~tcflag_t(ICANON | ECHO)
      modes.c_oflag &= ~tcflag_t(OPOST)
      // With 0, a read without keys would look like the end of the terminal.
      withUnsafeMutableBytes(of: &modes.c_cc) { $0[Int(VMIN)] = 1 }
    case .printing: modes.c_oflag &= ~tcflag_t(OPOST)
    }
    tcsetattr(STDOUT_FILENO, TCSANOW, &modes)
  }

  /// A terminal's answers to a program, such as the place of its cursor; the other bytes are keys.
  package static func answers(in bytes: [UInt8]) -> [UInt8] {
    // Each byte becomes one scalar, since it need not be UTF-8.
    String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })).matches(of: answer).flatMap {
      $0.output.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }
  }

  /// Unlike a key, an answer is private, or has one of a few ends, or is a text up to BEL or ST.
  private static var answer: Regex<Substring> {
    #/
      \u{1B}\[(?:[?>=][\u{20}-?]*[^\u{20}-?] | [\u{20}-?]+[Rnty])
      # OSC, DCS and APC.
      | \u{1B}[\]P_][^\u{7}\u{1B}]*(?:\u{7}|\u{1B}\\)
    /#.matchingSemantics(.unicodeScalar)
  }

  /// Whether one of the keys makes a terminal interrupt a program.
  package func interrupts(_ keys: [UInt8]) -> Bool {
    withUnsafeBytes(of: modes.c_cc) { characters in
      [VINTR, VQUIT].map { characters[Int($0)] }.contains { $0 != 0 && keys.contains($0) }
    }
  }

  /// The keys that have been pressed; nil if the terminal is gone.
  package func readKeys() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(input, &bytes, bytes.count)
    if count < 0, [EAGAIN, EINTR].contains(errno) { return [] }
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }
}
