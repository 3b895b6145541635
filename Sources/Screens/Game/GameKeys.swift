import CellDrawing
import MemorizeBus
import Translation

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
        tr("arrows, h j k l", context: "keys"), tr("select a card"),
        CursorMove.keys.mapValues { .move($0) }, shown: symbols.arrowKeys,
        does: cards == nil ? nil : tr("move", context: "key"), rank: 6),
      KeyBinding("Home, End", tr("select the first or the last card")),
      KeyBinding("PgUp, PgDn", tr("select the first or the last row, or turn pages")),
      KeyBinding(
        tr("digits", context: "keys"), tr("select a card by its number"), digits,
        shown: "0-\(max((cards ?? 0) - 1, 0))",
        does: cards == nil ? nil : tr("select", context: "key"), rank: 7),
      KeyBinding(
        "Enter, Space", tr("turn the card up"), [.enter: .flip, " ": .flip], key: .enter,
        does: up.map(turningUp), rank: up ?? 0 > 1 ? 1 : 0, place: -1),
      KeyBinding(tr("mouse", context: "keys"), tr("click a card, a line or a key")),
      KeyBinding(
        "c, Backspace", tr("turn a mismatch face down"),
        ["c": .command(.conceal), .backspace: .deleteOrConceal],
        key: "c", does: up ?? 0 > 1 ? tr("turn face down", context: "key") : nil, place: -2),
      KeyBinding(
        "n", tr("start a new game"), ["n": .newGame], does: tr("new game", context: "key"), rank: 3),
      KeyBinding(
        "t", tr("choose a theme"), ["t": .command(.themes)], does: tr("themes", context: "key"),
        rank: 4),
      KeyBinding(
        "d", tr("play or resume today's daily game"), ["d": .command(.daily)],
        // Translators: the daily game.
        does: tr("daily", context: "key"), rank: 5),
      KeyBinding("r", tr("look back at what forgetting cost"), ["r": .lookBack]),
      KeyBinding("p", tr("practice word cards; the game is saved"), ["p": .command(.practice)]),
      KeyBinding("Ctrl-L", tr("draw the screen again")),
      KeyBinding(
        "?", tr("show these keys"), ["?": .help], does: tr("help", context: "key"), rank: 1),
      KeyBinding(
        "q, Ctrl-C", tr("quit; the game is saved"), ["q": .command(.quit)],
        does: tr("quit", context: "key"), rank: 2),
    ])
  }

  /// What turning a card up does if that many are up.
  private static func turningUp(_ up: Int) -> String {
    switch up {
    case 0: tr("turn up", context: "key")
    case 1: tr("turn up a second card", context: "key")
    default: tr("turn up another", context: "key")
    }
  }

  private static let digits = Dictionary(
    uniqueKeysWithValues: (0...9).map { (Key.character(Character("\($0)")), Action.digit($0)) })
}

extension GameScreen {
  /// Its keys, for the help of a verb.
  package static var keys: String { GameScene.keyTable().text }
}
