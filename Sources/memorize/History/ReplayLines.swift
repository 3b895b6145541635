import MemorizeBus
import PlainText
import Screens
import TerminalKit

/// Prints a finished game as `watch` would have done, one line per transition.
struct ReplayLines {
  private(set) var replay: ReplayedGame
  let pace: ReplayPace
  let form: Options.Form

  /// Throws if writing fails or the reader has gone.
  mutating func print() throws(Output.Failure) {
    try print(replay.beginning)
    while !replay.isOver {
      try Output.results.pause(for: pace.time(for: replay.pause) ?? .zero)
      guard let transition = replay.next() else { break }
      try print(transition)
    }
    if replay.isAbandoned { try Output.results.write(abandonment + "\n") }
  }

  private func print(_ transition: GameTransition) throws(Output.Failure) {
    let lines = GameLines(style: .form(form)).lines(of: .transition(transition, replay.view))
    try Output.results.write(lines.lines)
  }

  private var abandonment: String {
    switch form {
    case .text: return replay.abandonedLine
    case .plain: return replay.plainAbandonment
    case .json:
      let json: JSON = [
        "event": .string("abandoned"), "revision": .integer(replay.view.revision),
        "result": JSON(replay.result), "game": replay.view.summary,
      ]
      return json.text
    }
  }
}
