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
  private let display: Display
  private let drawing: SceneDrawing
  private let concealAfter: Duration?
  private var table: GameTable?
  private var scene = Scene()
  private var layout: SceneLayout
  private var concealment: TimerID?
  private var keys: EventLoop.WatchID?
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
    // ncurses waits in its writes, which no signal ends any more. They take less than there is room
    // for now; only a terminal that stops in this very moment holds it up until it goes on.
    signals = try TerminalSignals(session.connection.loop)
    let screen = try Screen()
    display = Display(screen, session.connection.loop)
    drawing = SceneDrawing(
      depth: screen.depth(of: terminal.depth, isForced: settings.color == .always),
      isASCII: settings.isASCII, hidesMatched: settings.hidesMatched)
    layout = drawing.layout(scene, size: terminal.size)
  }

  /// Plays until the player leaves, a signal comes or the bus dies; the terminal is then as it was.
  func run() -> Result<Ending, any Error> {
    defer { leave() }
    let loop = session.connection.loop
    session.connection.onDisconnect = { [unowned self] _ in end = .failure(Self.busIsGone) }
    signals.take = { [unowned self] in take($0) }
    display.frame = { [unowned self] in frame() }
    display.hangUp = { [unowned self] in hangUp() }
    do {
      keys = try loop.watch(display.screen.input, for: .readable) { [unowned self] in readKeys($0) }
      try display.begin()
    } catch {
      return .failure(ProgramError(.unexpected, name: "Terminal", "\(error)"))
    }
    table = GameTable(session) { [unowned self] in take($0) }
    loop.run { end != nil }
    return end ?? .success(.left)
  }

  private func take(_ signal: TerminalSignals.Event) {
    switch signal {
    case .resized:
      display.screen.forget()
      display.drawSoon()
    case .stop:
      display.leaveInAMoment()
      signals.stopProcess()
      // Signals that came meanwhile are taken first: one that ends the program needs no screen.
      session.connection.loop.enqueue { [weak self] in
        guard let self, !display.screen.isTaken else { return }
        resume()
      }
    case .continued: resume()
    case .end(let number): end = .success(.signal(number))
    }
  }

  private func readKeys(_ readiness: Readiness) {
    if readiness.isOfTheEnd { return hangUp() }
    // While the shell had the terminal it has read what was told here.
    guard display.screen.isTaken else { return }
    while end == nil, let key = display.screen.keyboard.next() {
      if let wish = scene.take(key, on: layout) { grant(wish) }
      // Much that was typed at once is drawn once.
      layout.chosen = scene.chosen
    }
    if display.screen.keyboard.isGone { hangUp() }
    display.drawSoon()
  }

  private func hangUp() {
    if end == nil { end = .success(.signal(SIGHUP)) }
  }

  private func grant(_ wish: Scene.Wish) {
    let refuse: (ProgramError?) -> Void = { [weak self] error in
      guard let self, let error else { return }
      scene.take(error)
      display.drawSoon()
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
    display.drawSoon()
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
    display.drawSoon()
  }

  private func resume() {
    guard end == nil else { return }
    display.screen.enter()
    display.drawSoon()
  }

  private func frame() -> Frame? {
    guard end == nil else { return nil }
    layout = drawing.layout(scene, size: Terminal(.results, color: settings.color).size)
    return drawing.frame(scene, layout)
  }

  /// Puts the terminal back; a signal ends the waiting for one that stands still.
  private func leave() {
    if case .success(.signal) = end { return display.leaveInAMoment() }
    var isHurried = false
    signals.take = { if case .end = $0 { isHurried = true } }
    if let keys { session.connection.loop.remove(keys) }
    display.leave { isHurried }
  }

  private static let busIsGone = ProgramError(
    .notAvailable, name: "Disconnected",
    "The connection to the session bus was lost; without it there is no game to play.")
}

extension GameView {
  /// Whether two cards are up that do not match.
  var hasMismatch: Bool { cards.filter { $0.state == .up }.count == 2 }
}
