/// The characters around a card, each one cell wide.
///
/// The shape tells the states apart without colour.
struct Border: Sendable, Hashable {
  let topLeft: Character
  let topRight: Character
  let bottomLeft: Character
  let bottomRight: Character
  let horizontal: Character
  let vertical: Character
  /// What stands in the middle of the upper edge; empty for most.
  let badge: String

  /// Takes the characters top left, top right, bottom left, bottom right, horizontal, vertical.
  init(_ characters: [Character], badge: String = "") {
    func character(_ index: Int) -> Character {
      characters.indices.contains(index) ? characters[index] : " "
    }
    topLeft = character(0)
    topRight = character(1)
    bottomLeft = character(2)
    bottomRight = character(3)
    horizontal = character(4)
    vertical = character(5)
    self.badge = badge
  }

  static let lines = Set([back, front, first, found])
  private static let back = Border(["╭", "╮", "╰", "╯", "─", "│"])
  private static let front = Border(["┌", "┐", "└", "┘", "─", "│"])
  private static let first = Border(["┏", "┓", "┗", "┛", "━", "┃"])
  private static let found = Border(["┌", "┐", "└", "┘", "┄", "┆"], badge: "✓")

  private static let asciiCard = Border(["+", "+", "+", "+", "-", "|"])
  private static let asciiFirst = Border(["#", "#", "#", "#", "=", "#"])
  private static let asciiFound = Border([".", ".", ":", ":", ".", ":"], badge: "ok")

  /// The border of a card.
  static func of(_ state: BoardCard.State, isMarked: Bool, isASCII: Bool) -> Border {
    switch state {
    case .down: isASCII ? asciiCard : back
    case .up where isMarked: isASCII ? asciiFirst : first
    case .up: isASCII ? asciiCard : front
    case .matched: isASCII ? asciiFound : found
    }
  }

  /// All its characters, the badge's too.
  var characters: [Character] {
    [topLeft, topRight, bottomLeft, bottomRight, horizontal, vertical] + Array(badge)
  }

  /// The upper edge, the badge in its middle.
  func top(width: Int) -> String { line(topLeft, horizontal, topRight, badge, width: width) }

  /// A line between the edges, a label in its middle.
  func middle(_ label: String = "", width: Int) -> String {
    line(vertical, " ", vertical, label, width: width)
  }

  /// The lower edge, a label in its middle.
  func bottom(_ label: String = "", width: Int) -> String {
    line(bottomLeft, horizontal, bottomRight, label, width: width)
  }

  /// On a narrow card a long number takes the border's place.
  private func line(
    _ left: Character, _ fill: Character, _ right: Character, _ label: String, width: Int
  ) -> String {
    let label = label.count > width ? label.prefix(width) : label[...]
    let before = (width - label.count) / 2
    let after = width - before - label.count
    var line = ""
    if before > 0 { line += String(left) + String(repeating: fill, count: before - 1) }
    line += label
    if after > 0 { line += String(repeating: fill, count: after - 1) + String(right) }
    return line
  }
}
