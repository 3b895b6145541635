import BoardLayout
import MemorizeBus
import MemoryGame
import TestSupport
import Testing

@testable import CellDrawing
@testable import Screens
@testable import memorize
/// A game with panels over its board.
protocol PanelStage {}

extension PanelStage {
  static func scene(
    _ state: String = "playing", look: BoardLook = BoardLook(), daily: String = ""
  ) -> GameScene {
    var game = Fake.game(
      state: state, theme: "Halloween", icon: "🎃",
      cards: state == "no-game" ? [] : Array(repeating: (.down, ""), count: 16), pairs: 8,
      matched: 3, flips: 6)
    game.daily = daily
    var scene = GameScene(look)
    scene.handle(.state(game))
    return scene
  }

  static var statistics: GameStatistics {
    var best = GameStatistics.Best()
    (best.theme, best.pairs, best.scoring, best.score, best.regret) =
      ("Sea", 9, "classic", 14, 0.5)
    var statistics = GameStatistics()
    (statistics.best, statistics.dailyStreak) = ([best], 4)
    return statistics
  }

  static func result(_ grade: String = "gold", luck: Double = -1.9) -> FinalResult {
    var result = FinalResult()
    (result.score, result.moves, result.par, result.regret) = (12, 10, 7.4, 0.5)
    (result.luck, result.grade, result.theme, result.pairs) = (luck, Word(text: grade), "Sea", 9)
    return result
  }

  static func won(_ result: FinalResult, look: BoardLook = BoardLook()) -> GameScene {
    var scene = scene(look: look)
    let game = Fake.game(state: "won", cards: Array(repeating: (.matched, "a"), count: 18))
    scene.show(.won([], result), game)
    return scene
  }
}
