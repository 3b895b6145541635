import BoardLayout
import MemorizeBus

/// Prints the lines of `watch`, no line twice in a row.
final class WatchPrinter {
  private let isJSON: Bool
  private var last: String?

  init(_ form: Settings.Form) {
    isJSON = form == .json
  }

  /// The state as it is.
  func state(_ game: GameView) throws(Output.Failure) {
    try print(isJSON ? event("state").with("game", game.json).text : game.statusLine)
  }

  /// The service is not there.
  func offline() throws(Output.Failure) {
    try print(isJSON ? event("offline").text : "offline")
  }

  /// One transition.
  func change(
    _ happening: Happening, _ transition: Transition, _ game: GameView
  ) throws(Output.Failure) {
    guard isJSON else {
      for line in happening.lines(game) { try print(line) }
      return
    }
    let line = event(happening.name)
      .with("revision", .integer(game.revision))
      .with("cards", .array(transition.changes.map(\.json)))
      .with("first", transition.move.map { .integer($0.first) })
      .with("second", transition.move.map { .integer($0.second) })
      .with("points", transition.move.map { .integer($0.points) })
      .with("result", transition.result?.json)
      .with("game", game.summary)
    try print(line.text)
  }

  private func event(_ name: String) -> JSON { ["event": .string(name)] }

  private func print(_ line: String) throws(Output.Failure) {
    guard line != last else { return }
    last = line
    try Output.results.write(line + "\n")
  }
}
