import EventLoop
import MemorizeBus
import MemoryGame

/// Prints a game that is played again, a line a transition, as `watch` would have done.
final class ReplayLines {
  private let loop: Loop
  private let outlet: Outlet
  private let pace: ReplayPace
  private let isJSON: Bool
  private var replay: ReplayedGame
  private var end: Result<Void, Output.Failure>?

  /// Prepares to print.
  ///
  /// - Parameters:
  ///   - replay: the game.
  ///   - pace: how long to wait before each line.
  ///   - isJSON: whether a line is an event as JSON.
  ///   - loop: what measures the time and looks after the reader.
  init(_ replay: ReplayedGame, pace: ReplayPace, isJSON: Bool, on loop: Loop) {
    self.replay = replay
    self.pace = pace
    self.isJSON = isJSON
    self.loop = loop
    outlet = Outlet(on: loop)
  }

  /// Prints all of it.
  ///
  /// - Throws: `Output.Failure` where it cannot be written, or its reader has gone.
  func run() throws(Output.Failure) {
    outlet.whenFailed = { [unowned self] in end = .failure($0) }
    outlet.whenFree = { [unowned self] in goOn() }
    try tell(begin())
    goOn()
    loop.run { end != nil }
    try end?.get()
  }

  /// Tells the next transition after its time; what has no room yet is waited for first.
  private func goOn() {
    guard end == nil, outlet.takesMore() else { return }
    let time = pace.time(for: replay.pause) ?? .zero
    guard time > .zero, !replay.isOver else { return step() }
    loop.schedule(after: time) { [weak self] in self?.step() }
  }

  private func step() {
    do throws(Output.Failure) {
      guard let step = replay.next() else {
        if replay.isAbandoned { try tell(abandonment()) }
        return finish()
      }
      try tell(lines(step))
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

  private func tell(_ lines: [String]) throws(Output.Failure) {
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

  private func event(_ name: String, _ game: GameView) -> JSON {
    ["event": .string(name), "revision": .integer(game.revision)]
  }
}
