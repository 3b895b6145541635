import CellDrawing
import Glibc
import PlainText
import Translation
import UserService

/// The state of the command of `memorize while`, for the practice screen.
struct RunningCommand: Equatable {
  let name: String
  var duration = Duration.zero
  /// The last line that it has printed.
  var lastLine = ""
  /// Nil while it runs.
  var end: ProcessEnd?
  private static let nameCells = 30

  init(_ command: CommandWords) { name = command.text }

  /// One line; the time and the exit status come first, so that they are never cut.
  func line(leavingBy key: String, _ symbols: Symbols) -> String {
    let name = name.clipped(to: Self.nameCells, symbols.ellipsis)
    let time = duration.clock
    switch end {
    case nil: return "\(time)  \(name)" + (lastLine.isEmpty ? "" : "  \(lastLine)")
    case let end?:
      // Translators: {key} is a key to press, {command} the command whose output it shows.
      let output = tr("{key} shows the output: {command}", ["key": key, "command": name])
      return "\(end.text(after: time)) \(symbols.dot) \(output)"
    }
  }
}

extension ProcessEnd {
  fileprivate func text(after time: String) -> String {
    switch self {
    // Translators: about a command; {time} is as “1:05”.
    case .exited(0): tr("Done after {time}", ["time": time])
    case .exited(let status):
      tr("Failed with status {status} after {time}", ["status": status, "time": time])
    case .killed(SIGINT): tr("Interrupted after {time}", ["time": time])
    case .killed(let number):
      tr("Ended by signal {signal} after {time}", ["signal": number, "time": time])
    }
  }
}

extension Duration {
  /// `1:05`, or `1:00:05` from an hour on.
  fileprivate var clock: String {
    let (seconds, _) = components
    let parts = [seconds / 3600, seconds / 60 % 60, seconds % 60]
    let shown = parts[0] > 0 ? parts : Array(parts.dropFirst())
    return "\(shown[0])" + shown.dropFirst().map { ":" + Int32($0).zeroPadded(to: 2) }.joined()
  }
}
