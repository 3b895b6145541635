import EventLoop
import MemorizeBus
import PlainText
import Screens
import TerminalKit

/// Prints a finished game as `watch` would have done, one line per transition.
final class ReplayLines {
  private let loop: Loop
  private let pace: ReplayPace
  private let style: LineStyle<GamePlaceholder>
  private let queue: OutputQueue
  private var replay: ReplayedGame
  private var end: Result<Void, Output.Failure>?

  init(
    _ replay: ReplayedGame, pace: ReplayPace, _ form: Options.Form, to output: Output = .results,
    on loop: Loop
  ) {
    self.replay = replay
    self.pace = pace
    style = .form(form)
    self.loop = loop
    queue = OutputQueue(output, on: loop)
  }

  /// Throws if writing fails or the reader has gone.
  func run() throws(Output.Failure) {
    queue.whenFailed = { [unowned self] in end = .failure($0) }
    queue.whenFree = { [unowned self] in printNext() }
    try print(replay.beginning)
    printNext()
    loop.run { end != nil }
    try end?.get()
  }

  /// Prints the next transition after its time, when there is room.
  private func printNext() {
    guard end == nil, queue.canAcceptMore() else { return }
    let time = pace.time(for: replay.pause) ?? .zero
    guard time > .zero, !replay.isOver else { return step() }
    loop.schedule(after: time) { [weak self] in self?.step() }
  }

  private func step() {
    do throws(Output.Failure) {
      guard let transition = replay.next() else {
        if replay.isAbandoned { try queue.write(abandonment + "\n") }
        return finish()
      }
      try print(transition)
      // Through the loop, since recursion over a long game would exhaust the stack. A busy queue
      // continues when it is free.
      if !queue.isBusy { loop.enqueue { [weak self] in self?.printNext() } }
    } catch {
      end = .failure(error)
    }
  }

  private func finish() {
    guard queue.isBusy else { return end = .success(()) }
    queue.whenFree = { [unowned self] in end = .success(()) }
  }

  private func print(_ transition: GameTransition) throws(Output.Failure) {
    let lines = GameLines(style: style).lines(of: .transition(transition, replay.view))
    try queue.write(lines.lines)
  }

  private var abandonment: String {
    switch style {
    case .form(.text): return replay.abandonedLine
    case .form(.plain): return replay.plainAbandonment
    case .form(.json), .format: break
    }
    let json: JSON = [
      "event": .string("abandoned"), "revision": .integer(replay.view.revision),
      "result": JSON(replay.result), "game": replay.view.summary,
    ]
    return json.text
  }
}
