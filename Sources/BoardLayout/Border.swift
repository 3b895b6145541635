internal import MemoryGame

/// The characters around a card, each one cell wide.
///
/// The shape distinguishes the states without colour.
struct Border: Sendable, Hashable {
  /// Top left, top right, bottom left, bottom right, horizontal, vertical.
  private let edges: [Character]
  /// Shown in the middle of the upper edge; empty for most cards.
  private let badge: String

  private init(_ edges: String, badge: String = "") {
    self.edges = Array(edges)
    self.badge = badge
  }

  static let lines = Set([back, front, first, found])
  private static let back = Border("╭╮╰╯─│")
  private static let front = Border("┌┐└┘─│")
  private static let first = Border("┏┓┗┛━┃")
  private static let found = Border("┌┐└┘┄┆", badge: "✓")

  private static let asciiCard = Border("++++-|")
  private static let asciiFirst = Border("####=#")
  private static let asciiFound = Border("..::.:", badge: "ok")

  static func of(_ state: CardState, isMarked: Bool, isASCII: Bool) -> Border {
    switch state {
    case .down: isASCII ? asciiCard : back
    case .up where isMarked: isASCII ? asciiFirst : first
    case .up: isASCII ? asciiCard : front
    case .matched: isASCII ? asciiFound : found
    }
  }

  var vertical: Character { edges[5] }

  var characters: [Character] { edges + Array(badge) }

  func top(width: Int) -> String { line(edges[0], edges[4], edges[1], badge, width: width) }

  func middle(_ label: String = "", width: Int) -> String {
    line(vertical, " ", vertical, label, width: width)
  }

  func bottom(_ label: String = "", width: Int) -> String {
    line(edges[2], edges[4], edges[3], label, width: width)
  }

  /// On a narrow card a long number takes the border's place.
  private func line(
    _ left: Character, _ fill: Character, _ right: Character, _ label: String, width: Int
  ) -> String {
    // For a Substring the runtime looks up conformances, which is a quarter of drawing a board.
    let label = label.count > width ? String(label.prefix(width)) : label
    let before = (width - label.count) / 2
    let after = width - before - label.count
    var line = ""
    if before > 0 { line += String(left) + String(repeating: fill, count: before - 1) }
    line += label
    if after > 0 { line += String(repeating: fill, count: after - 1) + String(right) }
    return line
  }
}
