import CellDrawing
package import EventLoop
import MemorizeBus
package import TerminalKit

/// Plays back a finished game on the terminal, its board in place.
package final class ReplayScreen {
  private let loop: Loop
  private let pace: ReplayPace
  private let screen: SceneScreen<ShownGame>
  private var timer: TimerID?

  /// Throws if the terminal cannot be drawn on.
  package init(
    _ replay: ReplayedGame, pace: ReplayPace, _ options: Options, on loop: Loop
  ) throws(TerminalError) {
    self.pace = pace
    self.loop = loop
    let look = BoardLook(screen: options, options.faces ?? .large)
    screen = try SceneScreen(on: loop, ShownGame(replay, look))
  }

  /// Shows it until it is over, the user leaves or a signal arrives, then restores the terminal.
  ///
  /// Writes the farewell for the game as shown.
  package func run(_ farewell: (ReplayedGame) -> String) throws {
    screen.perform = { [unowned self] command in
      switch command {
      case .leave: finish()
      case .goOn:
        // A key shows the next transition early.
        stop()
        step()
      case .jump(let way):
        stop()
        screen.scene.jump(way)
      }
    }
    try screen.run(awaitNext) { farewell(screen.scene.replay) }
  }

  /// Its keys, for the help of a verb.
  package static var keys: String { ShownGame.keyTable().text }

  /// Waits before the first transition and the end too, so that they can be seen.
  private func awaitNext() {
    let replay = screen.scene.replay
    let pause = replay.place == 0 || replay.isOver ? .seconds(1) : replay.pause
    guard let time = pace.time(for: pause) else { return }
    timer = loop.schedule(after: time) { [weak self] in self?.step() }
  }

  private func step() {
    timer = nil
    guard screen.scene.step() else { return finish() }
    awaitNext()
  }

  private func stop() {
    if let timer { loop.cancel(timer) }
    timer = nil
  }

  private func finish() {
    stop()
    screen.finish()
  }
}

/// How long a replay waits before each transition.
package enum ReplayPace {
  /// The player's own pauses divided by `speed`; long ones are shortened.
  case own(speed: Double)
  case even(Duration)
  /// A key for each transition.
  case step

  /// Nothing happens on the board in longer ones.
  private static let longestPause = Duration.seconds(3)

  /// Nil if only a key ends the pause.
  package func time(for pause: Duration) -> Duration? {
    switch self {
    case .own(let speed): min(pause / speed, Self.longestPause)
    case .even(let time): time
    case .step: nil
    }
  }
}
