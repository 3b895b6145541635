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
    var (answers, rest): ([UInt8], ArraySlice<UInt8>) = ([], bytes[...])
    while let start = rest.firstIndex(of: 0x1B) {
      let end = endOfAnswer(in: rest[start...])
      if let end { answers += rest[start..<end] }
      rest = rest[(end ?? start + 1)...]
    }
    return answers
  }

  /// The end of the sequence at the start of the bytes; nil for that of a key, or an incomplete one.
  private static func endOfAnswer(in bytes: ArraySlice<UInt8>) -> Int? {
    let content = bytes.dropFirst(2)
    switch bytes.dropFirst().first {
    case UInt8(ascii: "["):
      guard let last = content.firstIndex(where: { !(0x20...0x3F).contains($0) }) else {
        return nil
      }
      let isPrivate = "?>=".utf8.contains(bytes[content.startIndex])
      let isAnswer =
        isPrivate || last > content.startIndex && "Rnty".utf8.contains(bytes[last])
      return isAnswer ? last + 1 : nil
    // Up to BEL or ST, ESC and a backslash: of OSC, DCS and APC.
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"):
      guard let last = content.firstIndex(where: { $0 == 0x07 || $0 == 0x1B }) else { return nil }
      if bytes[last] == 0x07 { return last + 1 }
      return bytes[last...].dropFirst().first == UInt8(ascii: "\\") ? last + 2 : nil
    default: return nil
    }
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
