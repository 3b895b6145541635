import BoardLayout
import DBus
import EventLoop
import MemorizeBus

/// Plays on the terminal: brings keys to the service and what the service tells to the screen.
final class Player {
  private let connection: ServiceConnection
  private let options: Options
  private let stage: TerminalStage
  private let drawing: SceneDrawing
  private let concealAfter: Duration?
  private var table: GameTable?
  private var scene = Scene()
  private var layout: SceneLayout
  private var concealment: TimerID?

  /// Takes the terminal.
  ///
  /// - Parameters:
  ///   - connection: the connection, over which the service has answered.
  ///   - options: the options.
  ///   - concealAfter: after which time a mismatch turns down by itself; nil for never.
  /// - Throws: `ProgramError` where the terminal cannot be played on.
  init(_ connection: ServiceConnection, _ options: Options, concealAfter: Duration?)
    throws(ProgramError)
  {
    CellWidth.prepare()
    let terminal = Terminal(.results, color: options.color)
    self.connection = connection
    self.options = options
    self.concealAfter = concealAfter
    stage = try TerminalStage(connection.bus.loop)
    drawing = SceneDrawing(
      depth: stage.display.screen.depth(
        of: terminal.depth, isForced: options.color == .always),
      isASCII: options.isASCII, hidesMatched: options.hidesMatched)
    layout = drawing.layout(scene, size: terminal.size)
  }

  /// Plays until the player leaves, a signal comes or the bus dies; the terminal is then as it was.
  func run() -> Result<TerminalStage.Ending, any Error> {
    connection.bus.onDisconnect = { [unowned self] _ in
      stage.finish(.failure(Self.busIsGone))
    }
    stage.take = { [unowned self] in take($0) }
    stage.frame = { [unowned self] in frame() }
    return stage.run { table = GameTable(connection) { [unowned self] in take($0) } }
  }

  private func take(_ key: Key) {
    if let wish = scene.take(key, on: layout) { grant(wish) }
    layout.chosen = scene.chosen
  }

  private func grant(_ wish: Scene.Wish) {
    let refuse: (ProgramError?) -> Void = { [weak self] error in
      guard let self, let error else { return }
      scene.take(error)
      stage.display.drawSoon()
    }
    switch wish {
    case .flip(let card): table?.flip(card, then: refuse)
    case .conceal: table?.conceal(then: refuse)
    case .deal(let theme): table?.deal(theme, then: refuse)
    case .quit: stage.finish(.success(.left))
    case .themes:
      table?.themes { [weak self] themes in
        switch themes {
        case .success(let themes): self?.offer(themes)
        case .failure(let error): refuse(error)
        }
      }
    }
  }

  private func offer(_ themes: [ThemeSummary]) {
    scene.offer(themes, isASCII: options.isASCII)
    stage.display.drawSoon()
  }

  private func take(_ news: GameTable.News) {
    scene.take(news)
    let loop = connection.bus.loop
    if let concealment { loop.cancel(concealment) }
    concealment = nil
    if let concealAfter, scene.isOnline, scene.game?.hasMismatch == true {
      concealment = loop.schedule(after: concealAfter) { [weak self] in
        // Where somebody else was quicker there is nothing to say.
        self?.table?.conceal { _ in }
      }
    }
    stage.display.drawSoon()
  }

  private func frame() -> Frame {
    layout = drawing.layout(scene, size: Terminal(.results, color: options.color).size)
    return drawing.frame(scene, layout)
  }

  private static let busIsGone = ProgramError(
    .notAvailable, name: "Disconnected",
    "The connection to the session bus was lost; without it there is no game to play.")
}

extension GameView {
  /// Whether two cards are up that do not match.
  var hasMismatch: Bool { cards.filter { $0.state == .up }.count == 2 }
}
