import CellDrawing
import TerminalKit

/// A game that is shown but not played: keys continue or leave.
struct ShownGame: Scene {
  package enum Command {
    case goOn, leave
  }

  var scene: GameScene

  func layout(_ size: (columns: Int, rows: Int)) -> GameSceneLayout { scene.layout(size) }

  func frame(on layout: GameSceneLayout) -> Frame { scene.frame(on: layout) }

  mutating func handle(_ key: Key, on layout: GameSceneLayout) -> Command? {
    switch key {
    case .character("q"), .escape: .leave
    case .enter, .character(" "): .goOn
    default: nil
    }
  }
}
