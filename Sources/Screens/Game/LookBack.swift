import CellDrawing
import MemorizeBus
import TerminalKit
import Translation

/// A won game that is looked back at, over the game itself.
extension GameScene {
  indirect enum View {
    case game
    /// Until the user leaves it or another game begins.
    case lookBack(ShownGame)
  }

  var shownGame: ShownGame? {
    if case .lookBack(let shown) = view { shown } else { nil }
  }

  /// The command that gets the log; nil before the game is won, since it names faces.
  mutating func lookBack() -> Command? {
    guard let game, game.phase == .won else {
      explain(tr("You can look back once the game is won."))
      return nil
    }
    guard game.regret > 0 else {
      explain(ShownGame.nothingLost)
      return nil
    }
    return .lookBack(game.id)
  }

  mutating func lookBack(on replay: ReplayedGame) -> Command? {
    guard replay.view.id == game?.id else { return nil }
    var shown = ShownGame(replay, look)
    shown.jump(.next)
    show(shown)
    return nil
  }

  /// The explanation is spoken as a remark.
  private mutating func show(_ shown: ShownGame) {
    view = .lookBack(shown)
    explain(shown.explanation)
  }

  mutating func handle(_ key: Key, in shownGame: ShownGame, _ layout: GameSceneLayout) {
    var shown = shownGame
    var isOver = false
    switch shown.handle(key, on: layout) {
    case .goOn: isOver = !shown.step()
    case .jump(let way): shown.jump(way)
    case .leave: isOver = true
    case nil: break
    }
    if !isOver { return show(shown) }
    view = .game
    explain("")
  }
}
