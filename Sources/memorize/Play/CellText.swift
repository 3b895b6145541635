import BoardLayout

/// Text measured in the cells of a terminal.
extension String {
  /// How many cells the text takes.
  var cells: Int { reduce(0) { $0 + CellWidth.of($1) } }

  /// As much of the beginning as fits, with an ellipsis at the end if something was cut.
  func clipped(to limit: Int, isASCII: Bool) -> String {
    TextFitting(width: CellWidth.of, ellipsis: isASCII ? "..." : "…").shortened(self, to: limit)
  }

  /// The text without what a terminal would act on.
  var harmless: String { BoardLayout.harmless(self) }

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
