import CellDrawing
import MemorizeBus
import MemorizeText
import MemoryGame
import TerminalKit
import Translation

/// A finished game that is shown but not played: keys continue, jump to the moves that forgetting
/// cost, or leave.
struct ShownGame: Scene {
  enum Command {
    case goOn, leave
    case jump(Way)
  }

  enum Way { case next, previous }

  private(set) var replay: ReplayedGame
  private var scene: GameScene
  private let costly: [CostlyMove]

  init(_ replay: ReplayedGame, _ look: BoardLook) {
    self.replay = replay
    costly = replay.costlyMoves
    scene = GameScene(
      look, keys: Self.keyTable(jumps: !costly.isEmpty).hints, explains: !costly.isEmpty)
    scene.show(.started, replay.view)
  }

  static func keyTable(jumps: Bool = true) -> KeyTable<Command> {
    KeyTable([
      KeyBinding(
        "Enter, Space", tr("continue at once"), [.enter: .goOn, " ": .goOn], key: .enter,
        does: tr("next move", context: "key")),
      KeyBinding(
        "r, R", tr("go to the next or previous move lost to forgetting, and stop there"),
        ["r": .jump(.next), "R": .jump(.previous)], key: "r",
        // Translators: the next move that was lost to forgetting.
        does: jumps ? tr("next loss", context: "key") : nil),
      KeyBinding(
        "q, Escape", tr("quit", context: "key"), ["q": .leave, .escape: .leave], key: "q",
        does: tr("quit", context: "key")),
    ])
  }

  static var nothingLost: String { tr("No move was lost to forgetting.") }

  /// What it says of the move that was jumped to.
  var explanation: String { scene.remark }

  /// Shows the next transition; returns false if there is none.
  mutating func step() -> Bool {
    guard let transition = replay.next() else { return false }
    // Without the result, which would hide the board.
    let view = replay.view.shown
    var event = GameEvent(transition.shown(ofTheme: view.theme), view)
    if case .won(let cards, _) = event { event = .won(cards, nil) }
    scene.show(event, view)
    let card =
      transition.move.map { Int($0.second) }
      ?? transition.changes.first { $0.state == .up }?.number
    if let card { scene.choose(card) }
    return true
  }

  /// Goes to the end of the nearest move lost to forgetting, from the last one on to the first, and
  /// says what was known; the frame marks the card that was.
  mutating func jump(_ way: Way) {
    let place = replay.place
    let found =
      switch way {
      case .next: costly.firstIndex { $0.end > place } ?? costly.indices.first
      case .previous: costly.lastIndex { $0.end < place } ?? costly.indices.last
      }
    guard let found else { return scene.explain(Self.nothingLost) }
    let move = costly[found]
    if move.end < place {
      replay.restart()
      scene.show(.started, replay.view)
    }
    while replay.place < move.end, step() {}
    if let known = move.known.last { scene.choose(known.card) }
    scene.explain(
      move.text(place: found + 1, of: costly.count, inGameOf: replay.view.theme))
  }

  func layout(_ size: Size) -> GameSceneLayout { scene.layout(size) }

  func frame(on layout: GameSceneLayout) -> Frame { scene.frame(on: layout) }

  func handle(_ key: Key, on layout: GameSceneLayout) -> Command? {
    Self.keyTable()[scene.pressed(key, on: layout)]
  }
}
