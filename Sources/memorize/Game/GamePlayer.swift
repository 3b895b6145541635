import DBus
import EventLoop
import MemorizeBus

/// Plays on the terminal: brings keys to the service, and what it publishes to the screen.
final class GamePlayer {
  private let connection: ServiceConnection
  private let concealAfter: Duration?
  private let screen: SceneScreen<GameScene>
  private var live: LiveGame?

  /// Takes the terminal; throws if it cannot be played on.
  init(
    _ connection: ServiceConnection, _ options: Options, concealAfter: Duration?
  ) throws(ProgramError) {
    self.connection = connection
    self.concealAfter = concealAfter
    let stage = try TerminalStage(connection.bus.loop)
    screen = SceneScreen(
      GameScene(GameScene.Look(options, on: stage)), on: stage, color: options.color)
  }

  /// Plays until the player leaves, a signal comes or the bus dies; the terminal is then as it was.
  func run() -> Result<TerminalStage.Ending, any Error> {
    connection.bus.onDisconnect = { [unowned self] _ in screen.finish(.failure(.gameIsGone)) }
    screen.grant = { [unowned self] in grant($0) }
    return screen.run {
      live = LiveGame(connection, concealAfter: concealAfter) { [unowned self] in
        take($0)
      }
    }
  }

  private func take(_ news: GameNews) {
    if case .failure(let error) = news {
      screen.scene.take(connection.explainAtOnce(error))
    } else {
      screen.scene.take(news)
    }
  }

  private func grant(_ wish: GameScene.Wish) {
    let refuse: (ProgramError?) -> Void = { [weak self] error in
      if let error { self?.screen.scene.take(error) }
    }
    switch wish {
    case .flip(let card): live?.flip(card, then: refuse)
    case .conceal: live?.conceal(then: refuse)
    case .deal(let theme): live?.deal(theme, then: refuse)
    case .quit: screen.finish()
    case .themes:
      live?.themes { [weak self] themes in
        switch themes {
        case .success(let themes): self?.screen.scene.offer(themes)
        case .failure(let error): refuse(error)
        }
      }
    }
  }
}

extension GameScene.Look {
  /// As the options ask and the terminal can.
  init(_ options: Options, on stage: TerminalStage) {
    CellWidth.prepare()
    depth = stage.display.screen.depth(
      of: Terminal(.results, color: options.color).depth, isForced: options.color == .always)
    isASCII = options.isASCII
    hidesMatched = options.hidesMatched
  }
}
