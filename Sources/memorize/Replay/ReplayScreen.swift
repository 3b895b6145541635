import BoardLayout
import EventLoop
import Glibc

/// Shows a game that is played again on the terminal, its board in place.
final class ReplayScreen {
  private let loop: Loop
  private let options: Options
  private let pace: ReplayPace
  private let stage: TerminalStage
  private let drawing: SceneDrawing
  private var scene = Scene()
  private var replay: ReplayedGame
  private var timer: TimerID?

  /// Takes the terminal.
  ///
  /// - Parameters:
  ///   - replay: the game.
  ///   - pace: how long to wait before each transition.
  ///   - options: the options.
  ///   - loop: what measures the time.
  /// - Throws: `ProgramError` where the terminal cannot be drawn on.
  init(
    _ replay: ReplayedGame, pace: ReplayPace, _ options: Options, on loop: Loop
  ) throws(ProgramError) {
    CellWidth.prepare()
    let terminal = Terminal(.results, color: options.color)
    self.replay = replay
    self.pace = pace
    self.options = options
    self.loop = loop
    // The record may have come by standard input: then keys come from where the board is drawn.
    stage = try TerminalStage(
      loop, keysFrom: isatty(STDIN_FILENO) == 1 ? STDIN_FILENO : STDOUT_FILENO)
    drawing = SceneDrawing(
      depth: stage.display.screen.depth(of: terminal.depth, isForced: options.color == .always),
      isASCII: options.isASCII, hidesMatched: options.hidesMatched)
  }

  /// Shows it until it is over, somebody has seen enough or a signal comes; the terminal is then as
  /// it was.
  ///
  /// - Parameter farewell: what is written below what was there before, of the game as it stands.
  /// - Returns: how it ended.
  func run(_ farewell: (ReplayedGame) -> String) -> Result<TerminalStage.Ending, any Error> {
    stage.take = { [unowned self] in take($0) }
    stage.frame = { [unowned self] in frame() }
    scene.take(.change(.started, replay.view))
    return stage.run(awaitNext) { farewell(replay) }
  }

  /// Waits before the next transition; also before the first and the end, so that they are seen.
  private func awaitNext() {
    let pause = replay.place == 0 || replay.isOver ? .seconds(1) : replay.pause
    guard let time = pace.time(for: pause) else { return }
    timer = loop.schedule(after: time) { [weak self] in self?.step() }
  }

  private func step() {
    timer = nil
    guard let step = replay.next() else { return finish() }
    // A result would take the board's place.
    var happening = step.happening
    if case .won(let cards, _) = happening { happening = .won(cards, nil) }
    scene.take(.change(happening, replay.view))
    if let card = step.card { scene.choose(card) }
    stage.display.drawSoon()
    awaitNext()
  }

  private func finish() {
    if let timer { loop.cancel(timer) }
    stage.finish(.success(.left))
  }

  private func take(_ key: Key) {
    switch key {
    case .character("q"), .escape: finish()
    case .enter, .character(" "):
      // With the other paces it shows the next one early.
      if let timer { loop.cancel(timer) }
      step()
    default: break
    }
  }

  private func frame() -> Frame? {
    let size = Terminal(.results, color: options.color).size
    return drawing.frame(scene, drawing.layout(scene, size: size))
  }
}
