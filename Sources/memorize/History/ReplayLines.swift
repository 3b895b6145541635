import EventLoop
import MemorizeBus
import MemoryGame

/// Plays a finished game back in lines, one for each transition, as `watch` would have printed it.
final class ReplayLines {
  private let loop: Loop
  private let outlet: Outlet
  private let pace: ReplayPace
  private let isJSON: Bool
  private var replay: ReplayedGame
  private var end: Result<Void, Output.Failure>?

  init(_ replay: ReplayedGame, pace: ReplayPace, isJSON: Bool, on loop: Loop) {
    self.replay = replay
    self.pace = pace
    self.isJSON = isJSON
    self.loop = loop
    outlet = Outlet(on: loop)
  }

  /// Prints all of it; throws if it cannot be written, or its reader has gone.
  func run() throws(Output.Failure) {
    outlet.whenFailed = { [unowned self] in end = .failure($0) }
    outlet.whenFree = { [unowned self] in goOn() }
    try printLines(begin())
    goOn()
    loop.run { end != nil }
    try end?.get()
  }

  /// Prints the next transition after its time; waits for room first.
  private func goOn() {
    guard end == nil, outlet.takesMore() else { return }
    let time = pace.time(for: replay.pause) ?? .zero
    guard time > .zero, !replay.isOver else { return step() }
    loop.schedule(after: time) { [weak self] in self?.step() }
  }

  private func step() {
    do throws(Output.Failure) {
      guard let step = replay.next() else {
        if replay.isAbandoned { try printLines(abandonment()) }
        return finish()
      }
      try printLines(lines(step))
      // Not by a call within a call: a game may have any number of transitions.
      loop.enqueue { [weak self] in self?.goOn() }
    } catch {
      end = .failure(error)
    }
  }

  private func finish() {
    guard outlet.isBusy else { return end = .success(()) }
    outlet.whenFree = { [unowned self] in end = .success(()) }
  }

  private func printLines(_ lines: [String]) throws(Output.Failure) {
    try outlet.write(lines.map { $0 + "\n" }.joined())
  }

  private func begin() -> [String] {
    let game = replay.summary
    guard isJSON else { return Happening.started.lines(game) }
    return [event("started", game).with("cards", .array([])).with("game", game.summary).text]
  }

  private func abandonment() -> [String] {
    guard isJSON else { return [replay.abandonedLine] }
    let game = replay.summary
    return [
      event("abandoned", game).with("result", JSON(replay.result)).with("game", game.summary).text
    ]
  }

  private func lines(_ step: ReplayedGame.Step) -> [String] {
    let game = replay.summary
    guard isJSON else { return step.happening.lines(game) }
    let line = event(step.happening.name, game)
      .with("cards", .array(step.changes.map(\.json)))
      .with("first", step.move.map { .integer($0.first) })
      .with("second", step.move.map { .integer($0.second) })
      .with("points", step.move.map { .integer($0.points) })
      .with("result", step.result.map { JSON($0) })
      .with("game", game.summary)
    return [line.text]
  }

  private func event(_ name: String, _ game: GameState) -> JSON {
    ["event": .string(name), "revision": .integer(game.revision)]
  }
}
