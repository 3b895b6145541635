enum Intent: Hashable {
  case walk(Walk)
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
    case .escape, .delete, .eraseLine, .redraw, .tab, .wheelUp, .wheelDown: return nil
    case .click(let column, let row): self = .flipAt(column: column, row: row)
    case .character(let character):
      guard let intent = Self.letters[character] ?? Self.digit(character) else { return nil }
      self = intent
    }
  }

  /// Whether it means nothing without cards.
  var isOfCards: Bool {
    switch self {
    case .walk, .flip, .flipAt, .conceal, .takeBack, .digit: true
    case .newGame, .themes, .daily, .practice, .help, .quit: false
    }
  }

  private static let letters: [Character: Intent] = [
    "h": .walk(.left), "j": .walk(.down), "k": .walk(.up), "l": .walk(.right), " ": .flip,
    "c": .conceal, "n": .newGame, "t": .themes, "d": .daily, "p": .practice, "?": .help,
    "q": .quit,
  ]

  private static func digit(_ character: Character) -> Intent? {
    guard character.isASCII, let value = character.wholeNumberValue else { return nil }
    return .digit(value)
  }
}

/// A step of the cursor from card to card.
enum Walk: Hashable {
  case left, right, up, down
  /// The first card of all, and the last.
  case first, last
  /// On a board of one page: the column's first or last card.
  case pageUp, pageDown

  /// The place after the step; it stays at an edge, and is 0 without cards.
  ///
  /// The board has that many columns, and a page that many cards.
  func from(_ place: Int, count: Int, columns: Int, page: Int) -> Int {
    guard count > 0 else { return 0 }
    let columns = min(max(columns, 1), count)
    let last = count - 1
    let place = min(max(place, 0), last)
    switch self {
    case .left: return place % columns == 0 ? place : place - 1
    case .right: return place % columns == columns - 1 ? place : min(place + 1, last)
    case .up: return place < columns ? place : place - columns
    case .down:
      // The last row may be incomplete: the nearest card is then the last one.
      return place / columns == last / columns ? place : min(place + columns, last)
    case .first: return 0
    case .last: return last
    case .pageUp:
      return page < count && place >= page ? place - page : place % columns
    case .pageDown:
      if page < count { return min(place + page, last) }
      let bottom = last / columns * columns + place % columns
      return bottom <= last ? bottom : bottom - columns
    }
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
