/// A line of `play --plain`.
enum PlainCommand: Equatable {
  /// Turn cards up, in order.
  case flip([Int])
  /// The cards of a row, counted from 1.
  case row(Int)
  case up, score, hide
  /// A new game, of a theme if one is named.
  case new(String?)
  case board, help, quit
  /// An empty line.
  case nothing
  case unknown(String)

  /// Reads a line; case matters in a theme's name only.
  init(_ line: String) {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    let numbers = words.compactMap(Self.number)
    switch (words.first?.lowercased(), words.count) {
    case (nil, _): self = .nothing
    case _ where numbers.count == words.count: self = .flip(numbers)
    case ("row", 2) where Self.number(words[1]) != nil: self = .row(Self.number(words[1]) ?? 0)
    case ("up", 1): self = .up
    case ("score", 1): self = .score
    case ("hide", 1): self = .hide
    case ("new", 1): self = .new(nil)
    case ("new", _): self = .new(words.dropFirst().joined(separator: " "))
    case ("board", 1): self = .board
    case ("help", 1), ("?", 1): self = .help
    case ("quit", 1), ("q", 1): self = .quit
    default: self = .unknown(line)
    }
  }

  private static func number(_ word: String) -> Int? {
    word.allSatisfy { $0.isASCII && $0.isNumber } ? Int(word) : nil
  }

  /// The commands, a line each.
  static let commands = [
    "7: turn card 7 up", "7 12: turn card 7 up, then card 12", "row 2: the cards of row 2",
    "up: the cards that are up", "score: pairs and score so far", "hide: turn a mismatch down",
    "board: all cards, a line each", "new: a new game", "new Sea: a new game of the theme Sea",
    "quit: the end; the game stays",
  ]
}
