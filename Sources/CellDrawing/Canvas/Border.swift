/// The characters around a card, each one cell wide.
///
/// The shape distinguishes the states without colour.
package struct Border: Sendable, Hashable {
  /// Top left, top, top right, left, right, bottom left, bottom, bottom right.
  package let characters: [Character]

  private init(_ characters: String) { self.characters = Array(characters) }

  /// Without ASCII.
  package static let all = [card, back, found, frame]
  package static let card = Border("┌─┐││└─┘")
  package static let back = Border("╭─╮││╰─╯")
  package static let found = Border("┌┄┐┆┆└┄┘")
  /// Half a cell thick, and close to the card that it surrounds.
  private static let frame = Border("▗▄▖▐▌▝▀▘")

  package static let asciiCard = Border("+-+||+-+")
  private static let asciiFrame = Border("#=####=#")
  package static let asciiFound = Border("...::...")

  package static func card(isASCII: Bool) -> Border { isASCII ? asciiCard : back }

  /// Around the chosen card, and with colours around one that is up if it is not in ASCII.
  package static func frame(isASCII: Bool) -> Border { isASCII ? asciiFrame : frame }

  package var left: Character { characters[3] }
  package var right: Character { characters[4] }

  package func top(width: Int) -> String { line(0, width: width) }

  package func bottom(width: Int) -> String { line(5, width: width) }

  /// The top and the bottom of a frame that is drawn on the card itself.
  package var inner: (top: Character, bottom: Character) { (characters[6], characters[1]) }

  private func line(_ first: Int, width: Int) -> String {
    guard width > 1 else { return String(repeating: characters[first + 1], count: max(width, 0)) }
    return String(characters[first])
      + String(repeating: characters[first + 1], count: width - 2) + String(characters[first + 2])
  }
}
