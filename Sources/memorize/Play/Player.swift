import BoardLayout
import DBus
import EventLoop
import Glibc
import MemorizeBus

/// Plays on the terminal: brings keys to the service and what the service tells to the screen.
final class Player {
  private let session: Session
  private let settings: Settings
  private let signals: TerminalSignals
  private let screen: Screen
  private let drawing: SceneDrawing
  private let concealAfter: Duration?
  private var table: GameTable?
  private var scene = Scene()
  private var layout: SceneLayout
  private var concealment: TimerID?
  private var isDrawingDue = false
  private var end: Result<Ending, any Error>?

  /// How a game on the terminal ends.
  enum Ending: Equatable {
    /// The player left.
    case left
    /// A signal ended it.
    case signal(Int32)
  }

  /// Takes the terminal.
  ///
  /// - Parameters:
  ///   - session: the connection, over which the service has answered.
  ///   - settings: the options.
  ///   - concealAfter: after which time a mismatch turns down by itself; nil for never.
  /// - Throws: `ProgramError` where the terminal cannot be played on.
  init(_ session: Session, _ settings: Settings, concealAfter: Duration?) throws(ProgramError) {
    CellWidth.prepare()
    let terminal = Terminal(.results, color: settings.color)
    self.session = session
    self.settings = settings
    self.concealAfter = concealAfter
    // Before the terminal is changed: from now on nothing ends the program without putting it back.
    signals = try TerminalSignals(session.connection.loop)
    screen = try Screen()
    drawing = SceneDrawing(
      depth: screen.depth(of: terminal.depth), isASCII: settings.isASCII,
      hidesMatched: settings.hidesMatched)
    layout = drawing.layout(scene, size: terminal.size)
  }

  /// Plays until the player leaves, a signal comes or the bus dies; the terminal is then as it was.
  func run() -> Result<Ending, any Error> {
    defer { screen.close() }
    let loop = session.connection.loop
    session.connection.onDisconnect = { [unowned self] _ in end = .failure(Self.busIsGone) }
    signals.take = { [unowned self] in take($0) }
    do {
      _ = try loop.watch(screen.input, for: .readable) { [unowned self] in readKeys($0) }
    } catch {
      return .failure(ProgramError(.unexpected, name: "Terminal", "\(error)"))
    }
    table = GameTable(session) { [unowned self] in take($0) }
    draw()
    loop.run { end != nil }
    return end ?? .success(.left)
  }

  private func take(_ signal: TerminalSignals.Event) {
    switch signal {
    case .resized:
      screen.forget()
      drawSoon()
    case .stop:
      screen.suspend()
      signals.stopProcess()
      resume()
    case .continued: resume()
    case .end(let number): end = .success(.signal(number))
    }
  }

  private func readKeys(_ readiness: Readiness) {
    var waiting: Int32 = 0
    // A terminal that is gone is readable for ever, and holds nothing.
    guard readiness.contains(.readable), ioctl(screen.input, UInt(FIONREAD), &waiting) == 0,
      waiting > 0
    else { return end = .success(.signal(SIGHUP)) }
    while end == nil, let key = screen.nextKey() {
      if let wish = scene.take(key, on: layout) { grant(wish) }
      // Much that was typed at once is drawn once.
      layout.chosen = scene.chosen
    }
    drawSoon()
  }

  private func grant(_ wish: Scene.Wish) {
    let refuse: (ProgramError?) -> Void = { [weak self] error in
      guard let self, let error else { return }
      scene.take(error)
      drawSoon()
    }
    switch wish {
    case .flip(let card): table?.flip(card, then: refuse)
    case .conceal: table?.conceal(then: refuse)
    case .deal(let theme): table?.deal(theme, then: refuse)
    case .quit: end = .success(.left)
    case .themes:
      table?.themes { [weak self] themes in
        switch themes {
        case .success(let themes): self?.offer(themes)
        case .failure(let error): refuse(error)
        }
      }
    }
  }

  private func offer(_ themes: [ThemeView]) {
    scene.offer(themes, isASCII: settings.isASCII)
    drawSoon()
  }

  private func take(_ news: GameTable.News) {
    scene.take(news)
    let loop = session.connection.loop
    if let concealment { loop.cancel(concealment) }
    concealment = nil
    if let concealAfter, scene.isOnline, scene.game?.hasMismatch == true {
      concealment = loop.schedule(after: concealAfter) { [weak self] in
        // Where somebody else was quicker there is nothing to say.
        self?.table?.conceal { _ in }
      }
    }
    drawSoon()
  }

  private func resume() {
    screen.resume()
    drawSoon()
  }

  /// Draws before the loop waits again: of what comes together only the last is drawn.
  private func drawSoon() {
    guard !isDrawingDue else { return }
    isDrawingDue = true
    session.connection.loop.enqueue { [weak self] in
      self?.isDrawingDue = false
      self?.draw()
    }
  }

  private func draw() {
    guard end == nil else { return }
    layout = drawing.layout(scene, size: Terminal(.results, color: settings.color).size)
    do {
      try screen.draw(drawing.frame(scene, layout))
    } catch {
      end = .failure(error)
    }
  }

  private static let busIsGone = ProgramError(
    .notAvailable, name: "Disconnected",
    "The connection to the session bus was lost; without it there is no game to play.")
}

extension GameView {
  /// Whether two cards are up that do not match.
  var hasMismatch: Bool { cards.filter { $0.state == .up }.count == 2 }
}
