/// Text measured in the cells of a terminal.
extension String {
  /// How many cells the text takes.
  var cells: Int { reduce(0) { $0 + CellWidth.of($1) } }

  /// As much of the beginning as fits, with an ellipsis at the end where something was cut.
  ///
  /// - Parameters:
  ///   - limit: the most cells to take.
  ///   - isASCII: whether the ellipsis is three dots.
  /// - Returns: the text, or its beginning.
  func clipped(to limit: Int, isASCII: Bool) -> String {
    guard cells > limit else { return self }
    guard limit > 0 else { return "" }
    let mark = isASCII ? String(repeating: ".", count: min(limit, 3)) : "…"
    var used = mark.count
    let start = prefix { character in
      used += CellWidth.of(character)
      return used <= limit
    }
    return start + mark
  }

  /// The text with the cursor placed anew (CHA) after each character that is not one cell wide or is
  /// made of parts: terminals disagree about the width of those.
  ///
  /// - Parameter column: the column where the text begins, from 0.
  /// - Returns: the text with escape sequences.
  func placingCursor(from column: Int = 0) -> String {
    guard !utf8.allSatisfy({ $0 < 0x80 }) else { return self }
    var result = ""
    var column = column
    for character in self {
      result.append(character)
      let width = CellWidth.of(character)
      column += width
      if width != 1 || character.unicodeScalars.count > 1 { result += "\u{1B}[\(column + 1)G" }
    }
    return result
  }
}
