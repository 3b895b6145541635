import BoardLayout
import EventLoop
import Glibc

/// Shows a game that is played again on the terminal, its board in place.
final class ReplayScreen {
  /// How it ends.
  enum Ending {
    /// All was shown, or enough of it.
    case over
    /// A signal ended it.
    case signal(Int32)
  }

  private let loop: EventLoop
  private let settings: Settings
  private let pace: ReplayPace
  private let signals: TerminalSignals
  private let display: Display
  private let drawing: SceneDrawing
  private var scene = Scene()
  private var replay: ReplayedGame
  private var timer: TimerID?
  private var keys: EventLoop.WatchID?
  private var end: Result<Ending, any Error>?

  /// Takes the terminal.
  ///
  /// - Parameters:
  ///   - replay: the game.
  ///   - pace: how long to wait before each transition.
  ///   - settings: the options.
  ///   - loop: what measures the time.
  /// - Throws: `ProgramError` where the terminal cannot be drawn on.
  init(
    _ replay: ReplayedGame, pace: ReplayPace, _ settings: Settings, on loop: EventLoop
  ) throws(ProgramError) {
    CellWidth.prepare()
    let terminal = Terminal(.results, color: settings.color)
    self.replay = replay
    self.pace = pace
    self.settings = settings
    self.loop = loop
    signals = try TerminalSignals(loop)
    // The record may have come by standard input: then keys come from where the board is drawn.
    let screen = try Screen(keysFrom: isatty(STDIN_FILENO) == 1 ? STDIN_FILENO : STDOUT_FILENO)
    display = Display(screen, loop)
    drawing = SceneDrawing(
      depth: screen.depth(of: terminal.depth, isForced: settings.color == .always),
      isASCII: settings.isASCII, hidesMatched: settings.hidesMatched)
  }

  /// Shows it until it is over, somebody has seen enough or a signal comes; the terminal is then as
  /// it was.
  ///
  /// - Parameter farewell: what is written below what was there before, of the game as it stands.
  /// - Returns: how it ended.
  func run(_ farewell: (ReplayedGame) -> String) -> Result<Ending, any Error> {
    let ending = show()
    guard case .success(.over) = ending else {
      display.leaveInAMoment()
      return ending
    }
    return .success(leave(farewell(replay)))
  }

  private func show() -> Result<Ending, any Error> {
    signals.take = { [unowned self] in take($0) }
    display.frame = { [unowned self] in frame() }
    display.hangUp = { [unowned self] in hangUp() }
    scene.take(.change(.started, replay.view))
    do {
      keys = try loop.watch(display.screen.input, for: .readable) { [unowned self] in readKeys($0) }
      try display.begin()
    } catch {
      return .failure(ProgramError(.unexpected, name: "Terminal", error.description))
    }
    awaitNext()
    loop.run { end != nil }
    return end ?? .success(.over)
  }

  /// Waits before the next transition; also before the first and the end, so that they are seen.
  private func awaitNext() {
    let pause = replay.place == 0 || replay.isOver ? .seconds(1) : replay.pause
    guard let time = pace.time(for: pause) else { return }
    timer = loop.schedule(after: time) { [weak self] in self?.step() }
  }

  private func step() {
    timer = nil
    guard end == nil else { return }
    guard let step = replay.next() else { return finish() }
    // A result would take the board's place.
    var happening = step.happening
    if case .won(let cards, _) = happening { happening = .won(cards, nil) }
    scene.take(.change(happening, replay.view))
    if let card = step.card { scene.choose(card) }
    display.drawSoon()
    awaitNext()
  }

  private func finish() {
    if end == nil { end = .success(.over) }
  }

  private func take(_ signal: TerminalSignals.Event) {
    switch signal {
    case .resized:
      display.screen.forget()
      display.drawSoon()
    case .stop:
      display.leaveInAMoment()
      signals.stopProcess()
      loop.enqueue { [weak self] in
        guard let self, !display.screen.isTaken else { return }
        resume()
      }
    case .continued: resume()
    case .end(let number): end = .success(.signal(number))
    }
  }

  private func resume() {
    guard end == nil else { return }
    display.screen.enter()
    display.drawSoon()
  }

  private func readKeys(_ readiness: Readiness) {
    if readiness.isOfTheEnd { return hangUp() }
    guard display.screen.isTaken else { return }
    while end == nil, let key = display.screen.keyboard.next() {
      switch key {
      case .character("q"), .escape: finish()
      case .enter, .character(" "):
        // With the other paces it shows the next one early.
        if let timer { loop.cancel(timer) }
        step()
      default: break
      }
    }
    if display.screen.keyboard.isGone { hangUp() }
  }

  private func hangUp() {
    if end == nil { end = .success(.signal(SIGHUP)) }
  }

  private func frame() -> Frame? {
    guard end == nil else { return nil }
    let size = Terminal(.results, color: settings.color).size
    return drawing.frame(scene, drawing.layout(scene, size: size))
  }

  /// Puts the terminal back; a signal ends the waiting for one that stands still.
  private func leave(_ farewell: String) -> Ending {
    var ending = Ending.over
    var isHurried: Bool { if case .signal = ending { true } else { false } }
    signals.take = { if case .end(let number) = $0 { ending = .signal(number) } }
    if let keys { loop.remove(keys) }
    display.leave { isHurried }
    if !isHurried { display.tell(farewell) { isHurried } }
    return ending
  }
}
