import Glibc

/// A file in which somebody has kept what `log --json` printed.
enum RecordFile {
  /// What is read at most: more than the longest log of the service comes to.
  static let largest = 1 << 26

  /// Reads a game.
  ///
  /// - Parameter path: the file; `-` for standard input.
  /// - Returns: the game, of which nothing is known to be true yet.
  /// - Throws: `ProgramError` that says what is wrong with the file, and where.
  static func game(at path: String) throws(ProgramError) -> RecordedGame {
    let name = path == "-" ? "Standard input" : "The file \(path.shortened)"
    return try game(in: try bytes(of: path, name), named: name)
  }

  /// Reads a game from what was in a file.
  ///
  /// - Parameters:
  ///   - bytes: what was in it.
  ///   - name: the file as a message names it.
  /// - Returns: the game.
  /// - Throws: `ProgramError` that says what is wrong, and where.
  static func game(in bytes: [UInt8], named name: String) throws(ProgramError) -> RecordedGame {
    let json: JSON
    do throws(JSONReader.Fault) {
      json = try JSONReader.value(of: bytes)
    } catch {
      throw unfit(name, "Line \(error.line), byte \(error.column): \(error.reason).")
    }
    do throws(JSONFields.Fault) {
      return try RecordedGame(json)
    } catch {
      throw unfit(name, error.message)
    }
  }

  private static func unfit(_ name: String, _ reason: String) -> ProgramError {
    ProgramError(
      .usage, name: "Input",
      "\(name) is not what “memorize log --json” prints of one game. \(reason)")
  }

  private static func bytes(of path: String, _ name: String) throws(ProgramError) -> [UInt8] {
    let file = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard file >= 0 else { throw unreadable(name, errno) }
    defer { if file != STDIN_FILENO { close(file) } }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(file, &chunk, chunk.count)
      if count == 0 { return bytes }
      if count < 0 {
        switch errno {
        case EINTR: continue
        case EAGAIN:
          // Somebody else made it non-blocking: it is shared with other processes.
          var wish = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
          poll(&wish, 1, -1)
          continue
        case let code: throw unreadable(name, code)
        }
      }
      bytes += chunk.prefix(count)
      guard bytes.count <= largest else {
        throw ProgramError(
          .usage, name: "Input",
          "\(name) has more than \(largest) bytes; “memorize log --json” prints one game.")
      }
    }
  }

  private static func unreadable(_ name: String, _ code: Int32) -> ProgramError {
    let reason = code == EBADF ? "it is not open for reading" : String(cString: strerror(code))
    return ProgramError(
      .usage, name: "Input",
      "\(name) cannot be read: \(reason). Name a file that “memorize log ID --json” was written to, "
        + "or - for standard input.")
  }
}
