import EventLoop
import MemorizeBus

/// Plays back a finished game in lines, one a transition, as `watch` would have printed it.
final class ReplayLines {
  private let loop: Loop
  private let pace: ReplayPace
  private let isJSON: Bool
  private let printer: WatchPrinter
  private var replay: ReplayedGame
  private var end: Result<Void, Output.Failure>?

  init(_ replay: ReplayedGame, pace: ReplayPace, isJSON: Bool, on loop: Loop) {
    self.replay = replay
    self.pace = pace
    self.isJSON = isJSON
    self.loop = loop
    printer = WatchPrinter(isJSON ? .json : .text, on: loop)
  }

  /// Throws if it cannot be written, or its reader has gone.
  func run() throws(Output.Failure) {
    printer.queue.whenFailed = { [unowned self] in end = .failure($0) }
    printer.queue.whenFree = { [unowned self] in goOn() }
    try print(replay.beginning)
    goOn()
    loop.run { end != nil }
    try end?.get()
  }

  /// Prints the next transition after its time, when there is room.
  private func goOn() {
    guard end == nil, printer.queue.takesMore() else { return }
    let time = pace.time(for: replay.pause) ?? .zero
    guard time > .zero, !replay.isOver else { return step() }
    loop.schedule(after: time) { [weak self] in self?.step() }
  }

  private func step() {
    do throws(Output.Failure) {
      guard let transition = replay.next() else {
        if replay.isAbandoned { try printer.queue.write(abandonment + "\n") }
        return finish()
      }
      try print(transition)
      // Through the loop, not recursively: a game may have any number of transitions.
      loop.enqueue { [weak self] in self?.goOn() }
    } catch {
      end = .failure(error)
    }
  }

  private func finish() {
    guard printer.queue.isBusy else { return end = .success(()) }
    printer.queue.whenFree = { [unowned self] in end = .success(()) }
  }

  private func print(_ transition: GameTransition) throws(Output.Failure) {
    try printer.print(.transition(transition, replay.view))
  }

  private var abandonment: String {
    guard isJSON else { return replay.abandonedLine }
    let json: JSON = [
      "event": .string("abandoned"), "revision": .integer(replay.view.revision),
      "result": JSON(replay.result), "game": replay.view.summary,
    ]
    return json.text
  }
}
