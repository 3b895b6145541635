import CellDrawing
import MemorizeBus

extension GameScene {
  /// What the player wants a key to do.
  enum Action: Equatable {
    case move(CursorMove)
    case flip
    /// Delete the last digit of a number, else turn a mismatch face down.
    case deleteOrConceal
    case digit(Int)
    case newGame, help, lookBack
    case command(Command)
  }

  var keyTable: KeyTable<Action> {
    let canFlip = isInProgress && game?.refusal(inTurnOf: bot) == nil
    return Self.keyTable(
      cards: isInProgress ? count : nil, up: canFlip ? game?.up.count : nil, symbols)
  }

  /// `cards` is nil without a game in progress, and `up` if no card can be turned up.
  fileprivate static func keyTable(
    cards: Int? = nil, up: Int? = nil, _ symbols: Symbols = .unicode
  ) -> KeyTable<Action> {
    KeyTable([
      KeyBinding(
        "arrows, h j k l", "select a card", CursorMove.keys.mapValues { .move($0) },
        shown: symbols.arrowKeys, does: cards == nil ? nil : "move", rank: 6),
      KeyBinding("Home, End", "select the first or the last card"),
      KeyBinding("PgUp, PgDn", "select the first or the last row, or turn pages"),
      KeyBinding(
        "digits", "select a card by its number", digits, shown: "0-\(max((cards ?? 0) - 1, 0))",
        does: cards == nil ? nil : "select", rank: 7),
      KeyBinding(
        "Enter, Space", "turn the card up", [.enter: .flip, " ": .flip], key: .enter,
        does: up.map { ["turn up", "turn up a second card", "turn up another"][min($0, 2)] },
        rank: up ?? 0 > 1 ? 1 : 0, place: -1),
      KeyBinding("mouse", "click a card, a line or a key"),
      KeyBinding(
        "c, Backspace", "turn a mismatch face down",
        ["c": .command(.conceal), .backspace: .deleteOrConceal],
        key: "c", does: up ?? 0 > 1 ? "turn face down" : nil, place: -2),
      KeyBinding("n", "start a new game", ["n": .newGame], does: "new game", rank: 3),
      KeyBinding("t", "choose a theme", ["t": .command(.themes)], does: "themes", rank: 4),
      KeyBinding(
        "d", "play or resume today's daily game", ["d": .command(.daily)], does: "daily", rank: 5),
      KeyBinding("r", "look back at what forgetting cost", ["r": .lookBack]),
      KeyBinding("p", "practice word cards; the game is saved", ["p": .command(.practice)]),
      KeyBinding("Ctrl-L", "draw the screen again"),
      KeyBinding("?", "show these keys", ["?": .help], does: "help", rank: 1),
      KeyBinding(
        "q, Ctrl-C", "quit; the game is saved", ["q": .command(.quit)], does: "quit", rank: 2),
    ])
  }

  private static let digits = Dictionary(
    uniqueKeysWithValues: (0...9).map { (Key.character(Character("\($0)")), Action.digit($0)) })
}

extension GameScreen {
  /// Its keys, for the help of a verb.
  package static var keys: String { GameScene.keyTable().text }
}
