/// The characters around a card or panel, each one cell wide.
package struct Border: Sendable, Hashable {
  /// Top left, top, top right, left, right, bottom left, bottom, bottom right.
  package let characters: [Character]

  init(_ characters: String) { self.characters = Array(characters) }

  package var left: Character { characters[3] }
  package var right: Character { characters[4] }

  func top(width: Int) -> String { line(0, width: width) }

  func bottom(width: Int) -> String { line(5, width: width) }

  /// The top and bottom of a frame that is drawn on the card itself.
  package var inner: (top: Character, bottom: Character) { (characters[6], characters[1]) }

  private func line(_ first: Int, width: Int) -> String {
    guard width > 1 else { return String(repeating: characters[first + 1], count: max(width, 0)) }
    return String(characters[first])
      + String(repeating: characters[first + 1], count: width - 2) + String(characters[first + 2])
  }
}
