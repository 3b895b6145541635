import CellDrawing

enum Intent: Hashable {
  case move(CursorMove)
  case flip
  /// Turn up the card at a cell.
  case flipAt(column: Int, row: Int)
  case conceal
  /// Delete the last digit of a number, else turn a mismatch face down.
  case takeBack
  case digit(Int)
  case newGame, themes, daily, practice, help, quit

  /// Nil for a key without a meaning on the board.
  init?(_ key: Key) {
    if let move = CursorMove(key) {
      self = .move(move)
      return
    }
    switch key {
    case .enter: self = .flip
    case .backspace: self = .takeBack
    case .click(let column, let row): self = .flipAt(column: column, row: row)
    case .character(let character):
      guard let intent = Self.letters[character] ?? Self.digit(character) else { return nil }
      self = intent
    default: return nil
    }
  }

  /// Whether it means nothing without cards.
  var isOfCards: Bool {
    switch self {
    case .move, .flip, .flipAt, .conceal, .takeBack, .digit: true
    case .newGame, .themes, .daily, .practice, .help, .quit: false
    }
  }

  private static let letters: [Character: Intent] = [
    " ": .flip, "c": .conceal, "n": .newGame, "t": .themes, "d": .daily, "p": .practice, "?": .help,
    "q": .quit,
  ]

  private static func digit(_ character: Character) -> Intent? {
    guard character.isASCII, let value = character.wholeNumberValue else { return nil }
    return .digit(value)
  }
}

struct NumberEntry: Hashable {
  /// The digits so far if more may follow; nil if the next digit begins a number.
  private(set) var pending: Int?

  /// Returns the number of the card typed so far, below `count`; nil if there is no such card.
  mutating func type(_ digit: Int, count: Int) -> Int? {
    let longer = pending.map { $0 * 10 + digit }
    pending = nil
    // A digit that cannot continue a number may begin the next one.
    guard let number = [longer, digit].compactMap({ $0 }).first(where: { $0 < count }) else {
      return nil
    }
    if number > 0, number * 10 < count { pending = number }
    return number
  }

  /// Deletes the last digit; false if there was none.
  mutating func takeBack() -> Bool {
    guard let number = pending else { return false }
    pending = number < 10 ? nil : number / 10
    return true
  }

  mutating func clear() {
    pending = nil
  }
}
