import DBus
import EventLoop
import MemorizeBus
import TerminalKit

/// A game on the screen: connects keys to the service, and its news to the scene.
package final class GameScreen {
  /// What to do after the screen.
  package enum Ending {
    case quit, practice
  }

  private let screen: SceneScreen<GameScene>
  private let connection: ServiceConnection
  private let concealAfter: Duration?
  private let duel: Duel?
  /// Nil for somebody who sees the game.
  private let speech: GameSpeech?
  private var client: GameClient?
  private var ending = Ending.quit

  /// Takes the terminal; throws if it cannot be drawn on.
  ///
  /// `opening` is shown with the first state.
  package init(
    over connection: ServiceConnection, _ duel: Duel?, concealAfter: Duration?, opening: String?,
    speaks: Bool = false
  ) throws {
    (self.connection, self.duel, self.concealAfter) = (connection, duel, concealAfter)
    // Before the screen is taken.
    var fault: (SoundFault) -> Void = { _ in }
    speech = speaks ? try GameSpeech(connection) { fault($0) } : nil
    let screen = try SceneScreen(
      on: connection.bus.loop,
      GameScene(
        BoardLook(screen: connection.options, connection.faces()), opening: opening))
    self.screen = screen
    fault = { [weak screen] in screen?.scene.show($0.error) }
    screen.whenDrawn = { [unowned self] in speech?.follow(self.screen.scene) }
    screen.whenLeft = { [unowned self] in speech?.stop() }
    screen.scene.bot = duel?.bot
    screen.perform = { [unowned self] in perform($0) }
    connection.bus.onDisconnect = { [weak self, unowned connection] _ in
      self?.screen.finish(.failure(connection.loss(of: .game)))
    }
  }

  /// Shows the game until the user leaves.
  package func run() throws -> Ending {
    try screen.run {
      askForGraphics()
      client = GameClient(connection, concealAfter: concealAfter, duel: duel) { [unowned self] in
        handle($0)
      }
    }
    return ending
  }

  private func askForGraphics() {
    guard screen.scene.look.pictures != nil else { return }
    screen.askForGraphics(on: connection.bus.loop) { [weak screen] in
      screen?.scene.useTerminalPictures(from: $0)
    }
  }

  private func handle(_ news: GameNews) {
    if let command = screen.scene.handle(news) { perform(command) }
    speech?.handle(news)
    if screen.scene.wave == 0 { moveWaveSoon() }
    let highlighted = screen.scene.highlighted
    if !highlighted.isEmpty {
      connection.bus.loop.schedule(after: GameScene.highlightTime) { [weak screen] in
        screen?.scene.endHighlight(highlighted)
      }
    }
    if case .failure(let error) = news {
      screen.scene.show(connection.explain(error, asksVersion: false, isRead: true))
    }
  }

  private func moveWaveSoon() {
    connection.bus.loop.schedule(after: GameScene.waveStep) { [weak self] in
      guard let self, screen.scene.moveWave() else { return }
      moveWaveSoon()
    }
  }

  private func perform(_ command: GameScene.Command) {
    switch command {
    case .flip(let card):
      speech?.stop()
      client?.flip(card, then: refuse)
    case .conceal: client?.conceal(then: refuse)
    case .deal(let theme): client?.deal(theme, then: screen.awaiting(refuse))
    case .dealDaily: client?.deal(isDaily: true, then: screen.awaiting(refuse))
    case .quit: screen.finish()
    case .practice:
      ending = .practice
      screen.finish()
    case .daily: connection.requestDaily(then: screen.awaiting(pass { $0.show($1) }))
    case .themes:
      connection.requestThemes(then: screen.awaiting(pass { $0.show($1.0, $1.1) }))
    case .lookBack(let game):
      connection.requestReplay(of: game, then: screen.awaiting(pass { $0.lookBack(on: $1) }))
    case .statistics: connection.request(HistoryContract.statistics, then: pass { $0.learn($1) })
    case .pairs(let theme):
      connection.request(
        ThemesContract.pairs, theme, 0, ThemePicker.shownPairs,
        then: pass { $0.learn($1, of: theme) })
    }
  }

  private var refuse: (ProgramError?) -> Void {
    { [weak screen] in if let error = $0 { screen?.scene.show(error) } }
  }

  /// Passes the content of a panel on to the scene.
  private func pass<T>(
    _ show: @escaping (inout GameScene, T) -> GameScene.Command?
  ) -> (Result<T, ProgramError>) -> Void {
    { [weak self] answer in
      guard let self else { return }
      refuse(answer.failure)
      if case .success(let value) = answer, let next = show(&screen.scene, value) { perform(next) }
    }
  }
}
