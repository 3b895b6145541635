import CLinux
import Glibc

/// Asks the terminal how far a text moves its cursor.
enum CursorProbe {
  /// What came of it.
  enum Outcome: Equatable {
    /// The cells of each text.
    case widths([Int])
    /// The terminal did not answer in time.
    case silent
    /// It was not asked; the reason, to stand after “for”.
    case notMeasured(String)
  }

  /// Writes each text at the first column, asks where the cursor is (`ESC [ 6 n`), and wipes the line.
  ///
  /// - Parameters:
  ///   - texts: the texts.
  ///   - limit: how long the terminal may take for all of them.
  /// - Returns: the cells, or why there are none.
  static func measure(_ texts: [String], within limit: Duration) -> Outcome {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1, isOneTerminal else {
      return .notMeasured("stdin and stdout are not one terminal")
    }
    // A job in the background is stopped when it changes the terminal.
    guard tcgetpgrp(STDIN_FILENO) == getpgrp() else {
      return .notMeasured("this is a job in the background")
    }
    let end = ContinuousClock.now + limit
    return withoutSignals {
      withoutEcho {
        guard !isReady(STDIN_FILENO, POLLIN, .zero) else {
          return .notMeasured("something has been typed ahead")
        }
        // Ctrl-S stops a terminal for as long as the user likes.
        guard isReady(STDOUT_FILENO, POLLOUT, .zero) else {
          return .notMeasured("the terminal is stopped")
        }
        let questions = texts.map { "\r" + $0 + "\u{1B}[6n" }.joined() + "\r\u{1B}[K"
        guard (try? Output.results.write(questions)) != nil else { return .silent }
        var bytes: [UInt8] = []
        while columns(in: bytes).count < texts.count {
          let remaining = ContinuousClock.now.duration(to: end)
          guard remaining > .zero, isReady(STDIN_FILENO, POLLIN, remaining),
            let more = readSome()
          else { return .silent }
          bytes += more
        }
        return .widths(columns(in: bytes).map { $0 - 1 })
      }
    }
  }

  /// The columns of all answers (`ESC [ ROW ; COLUMN R`) among what came from the terminal.
  static func columns(in bytes: [UInt8]) -> [Int] {
    bytes.split(separator: 0x1B).compactMap { answer in
      guard answer.first == UInt8(ascii: "["), let last = answer.firstIndex(of: UInt8(ascii: "R"))
      else { return nil }
      let numbers = answer[..<last].dropFirst().split(
        separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      guard numbers.count == 2, Int(String(decoding: numbers[0], as: UTF8.self)) != nil else {
        return nil
      }
      // An answer comes from outside, and no terminal is wider.
      return Int(String(decoding: numbers[1], as: UTF8.self)).flatMap {
        (1...10_000).contains($0) ? $0 : nil
      }
    }
  }

  private static var isOneTerminal: Bool {
    var input = stat()
    var output = stat()
    return fstat(STDIN_FILENO, &input) == 0 && fstat(STDOUT_FILENO, &output) == 0
      && input.st_rdev == output.st_rdev
  }

  /// Holds back every signal that would end or stop the program until the terminal is as it was.
  private static func withoutSignals(_ body: () -> Outcome) -> Outcome {
    var held = sigset_t()
    var before = sigset_t()
    sigfillset(&held)
    guard sigprocmask(SIG_BLOCK, &held, &before) == 0 else {
      return .notMeasured("signals cannot be held back")
    }
    defer { sigprocmask(SIG_SETMASK, &before, nil) }
    return body()
  }

  /// Lets answers come at once and unseen; the terminal's mode is put back in any case.
  private static func withoutEcho(_ body: () -> Outcome) -> Outcome {
    var before = termios()
    guard tcgetattr(STDIN_FILENO, &before) == 0 else {
      return .notMeasured("the terminal does not tell its mode")
    }
    var mode = before
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
    // A read takes what is there and waits for nothing: poll(2) has waited.
    withUnsafeMutableBytes(of: &mode.c_cc) {
      $0[Int(VMIN)] = 0
      $0[Int(VTIME)] = 0
    }
    guard tcsetattr(STDIN_FILENO, TCSANOW, &mode) == 0 else {
      return .notMeasured("the terminal's mode cannot be changed")
    }
    defer { tcsetattr(STDIN_FILENO, TCSANOW, &before) }
    let outcome = body()
    // Half an answer would be read by the shell as a command.
    if outcome == .silent { tcflush(STDIN_FILENO, TCIFLUSH) }
    return outcome
  }

  private static func isReady(_ descriptor: Int32, _ event: Int32, _ limit: Duration) -> Bool {
    var wish = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    return poll(&wish, 1, limit.milliseconds) == 1 && wish.revents & Int16(event) != 0
  }

  private static func readSome() -> [UInt8]? {
    var chunk = [UInt8](repeating: 0, count: 256)
    let count = read(STDIN_FILENO, &chunk, chunk.count)
    return count > 0 ? Array(chunk.prefix(count)) : nil
  }
}
