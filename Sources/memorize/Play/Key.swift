/// What the player did with keyboard or mouse, whatever the terminal sends for it.
enum Key: Hashable {
  case up, down, left, right
  case home, end, pageUp, pageDown
  case enter, backspace, delete, escape
  /// All that was typed of a line is to go (Ctrl-U).
  case eraseLine
  /// A key that writes a character.
  case character(Character)
  /// The first button of the mouse, pressed on a cell; column and row from 0.
  case click(column: Int, row: Int)
}

/// What the player wants while the board is shown.
enum Intent: Hashable {
  /// The cursor is to go to another card.
  case walk(Walk)
  /// The chosen card is to be turned up.
  case flip
  /// A mismatch is to be turned down.
  case conceal
  /// What was typed of a number is to be taken back, or else a mismatch turned down.
  case takeBack
  /// A digit of a card's number.
  case digit(Int)
  /// The card at a cell is to be turned up.
  case flipAt(column: Int, row: Int)
  /// A new game.
  case newGame
  /// The themes are to be shown.
  case themes
  /// The keys are to be told.
  case help
  /// The end.
  case quit

  /// Reads a key; nil for one that means nothing on the board.
  init?(_ key: Key) {
    switch key {
    case .up: self = .walk(.up)
    case .down: self = .walk(.down)
    case .left: self = .walk(.left)
    case .right: self = .walk(.right)
    case .home: self = .walk(.first)
    case .end: self = .walk(.last)
    case .pageUp: self = .walk(.pageUp)
    case .pageDown: self = .walk(.pageDown)
    case .enter: self = .flip
    case .backspace: self = .takeBack
    case .escape, .delete, .eraseLine: return nil
    case .click(let column, let row): self = .flipAt(column: column, row: row)
    case .character(let character):
      guard let intent = Self.letters[character] ?? Self.digit(character) else { return nil }
      self = intent
    }
  }

  private static let letters: [Character: Intent] = [
    "h": .walk(.left), "j": .walk(.down), "k": .walk(.up), "l": .walk(.right), " ": .flip,
    "c": .conceal, "n": .newGame, "t": .themes, "?": .help, "q": .quit,
  ]

  private static func digit(_ character: Character) -> Intent? {
    guard character.isASCII, let value = character.wholeNumberValue else { return nil }
    return .digit(value)
  }
}
