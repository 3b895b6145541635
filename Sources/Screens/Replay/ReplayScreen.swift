import CellDrawing
package import EventLoop
import MemorizeBus
import MemoryGame
package import TerminalKit

/// Plays back a finished game on the terminal, its board in place.
package final class ReplayScreen {
  private let loop: Loop
  private let pace: ReplayPace
  private let screen: SceneScreen<ShownGame>
  private var replay: ReplayedGame
  private var timer: TimerID?

  /// Throws if the terminal cannot be drawn on.
  package init(
    _ replay: ReplayedGame, pace: ReplayPace, _ options: Options, on loop: Loop
  ) throws(TerminalError) {
    self.replay = replay
    self.pace = pace
    self.loop = loop
    var scene = GameScene(
      BoardLook(screen: options, options.faces ?? .large), keys: ShownGame.keyTable.hints)
    scene.show(.started, replay.view)
    screen = try SceneScreen(on: loop, ShownGame(scene: scene))
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
        if let timer { loop.cancel(timer) }
        step()
      }
    }
    try screen.run(awaitNext) { farewell(replay) }
  }

  /// Its keys, for the help of a verb.
  package static var keys: String { ShownGame.keyTable.text }

  /// Waits before the first transition and the end too, so that they can be seen.
  private func awaitNext() {
    let pause = replay.place == 0 || replay.isOver ? .seconds(1) : replay.pause
    guard let time = pace.time(for: pause) else { return }
    timer = loop.schedule(after: time) { [weak self] in self?.step() }
  }

  private func step() {
    timer = nil
    guard let transition = replay.next() else { return finish() }
    // Without the result, which would hide the board.
    var event = GameEvent(transition, replay.view)
    if case .won(let cards, _) = event { event = .won(cards, nil) }
    screen.scene.scene.show(event, replay.view)
    let card =
      transition.move.map { Int($0.second) }
      ?? transition.changes.first { $0.state == .up }?.number
    if let card { screen.scene.scene.choose(card) }
    awaitNext()
  }

  private func finish() {
    if let timer { loop.cancel(timer) }
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

/// A game that is shown but not played: keys continue or quit.
struct ShownGame: Scene {
  enum Command {
    case goOn, leave
  }

  var scene: GameScene

  static var keyTable: KeyTable<Command> {
    KeyTable([
      KeyBinding(
        "Enter, Space", "continue at once", [.enter: .goOn, " ": .goOn], key: .enter,
        does: "next move"),
      KeyBinding("q, Escape", "quit", ["q": .leave, .escape: .leave], key: "q", does: "quit"),
    ])
  }

  func layout(_ size: Size) -> GameSceneLayout { scene.layout(size) }

  func frame(on layout: GameSceneLayout) -> Frame { scene.frame(on: layout) }

  func handle(_ key: Key, on layout: GameSceneLayout) -> Command? {
    Self.keyTable[scene.pressed(key, on: layout)]
  }
}
