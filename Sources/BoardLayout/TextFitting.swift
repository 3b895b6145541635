/// Measures text in cells and makes it fit a card, or another place on a screen.
package struct TextFitting: Sendable {
  /// The cells of one character.
  let width: @Sendable (Character) -> Int
  /// What stands for the rest of a text which is cut; one cell wide.
  let ellipsis: Character

  /// Takes how text is measured and cut.
  ///
  /// - Parameters:
  ///   - width: the cells of one character.
  ///   - ellipsis: what stands for the rest of a text which is cut; one cell wide.
  package init(width: @escaping @Sendable (Character) -> Int, ellipsis: Character) {
    self.width = width
    self.ellipsis = ellipsis
  }

  /// The cells of a text.
  func width(of text: String) -> Int { text.reduce(0) { $0 + max(width($1), 0) } }

  /// Cuts text that is too wide, the last cell then an ellipsis.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - cells: the most cells to take, 0 or more.
  /// - Returns: the text or its beginning and an ellipsis.
  package func shortened(_ text: String, to cells: Int) -> String {
    guard width(of: text) > cells else { return text }
    guard cells > 0 else { return "" }
    return prefix(of: text, cells: cells - 1) + String(ellipsis)
  }

  /// Breaks text into lines, at spaces where it can, and cuts what is more than the lines hold.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - cells: the most cells of a line, 1 or more.
  ///   - count: the most lines, 1 or more.
  /// - Returns: the lines, none for a text of spaces.
  package func wrapped(_ text: String, cells: Int, lines count: Int) -> [String] {
    var lines: [String] = []
    var rest = text[...]
    while true {
      rest = rest.drop { $0 == " " }
      guard !rest.isEmpty, lines.count < count else { return lines }
      if lines.count == count - 1 {
        lines.append(shortened(trimmed(rest), to: cells))
        return lines
      }
      let whole = rest.prefix(prefix(of: String(rest), cells: cells).count)
      // Not even one character fits: say that something is there, rather than loop or overflow.
      guard !whole.isEmpty else { return lines + [shortened(trimmed(rest), to: cells)] }
      var line = whole
      if whole.endIndex < rest.endIndex, rest[whole.endIndex] != " ",
        let space = whole.lastIndex(of: " ")
      {
        line = whole[..<space]
      }
      lines.append(trimmed(line))
      rest = rest[line.endIndex...]
    }
  }

  /// As many of the first characters as the cells hold.
  private func prefix(of text: String, cells: Int) -> String {
    var used = 0
    return String(
      text.prefix { character in
        used += max(width(character), 0)
        return used <= cells
      })
  }

  private func trimmed(_ text: Substring) -> String {
    var text = text
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

/// Text without what would move a cursor, end a line or turn its direction around.
///
/// A face is what somebody typed into a theme; on a terminal it must stay a face.
func printable(_ text: String) -> String {
  var result = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: result.append(" ")
    default:
      let turnsDirection =
        (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
      if !turnsDirection { result.append(scalar) }
    }
  }
  return String(result)
}
