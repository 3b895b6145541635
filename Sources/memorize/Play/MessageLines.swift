/// What is said below the board, in as many lines as there is room for.
enum MessageLines {
  /// Breaks a text at its words.
  ///
  /// Where there is no room for all, the first sentences go first: what to do is said last.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - columns: the width in cells.
  ///   - rows: how many lines there may be, at least 1.
  ///   - isASCII: whether to keep to ASCII.
  /// - Returns: the lines, at least one.
  static func of(_ text: String, columns: Int, rows: Int, isASCII: Bool) -> [String] {
    // An error from the bus may be of any length, and is broken anew for each frame.
    let isLong = text.utf8.count > most && text.count > most
    var rest = isLong ? (isASCII ? "..." : "…") + text.suffix(most) : text
    var lines = broken(rest, columns)
    while lines.count > rows, let end = rest.firstRange(of: /\S[.?!]\s/) {
      rest = String(rest[end.upperBound...])
      lines = broken(rest, columns)
    }
    let last = lines.dropFirst(rows - 1).joined(separator: " ")
    return (lines.prefix(rows - 1) + (lines.count < rows ? [] : [last])).map {
      $0.clipped(to: columns, isASCII: isASCII)
    }
  }

  /// How many characters of a text are looked at: its last, more than fit most screens.
  private static let most = 1000

  private static func broken(_ text: String, _ columns: Int) -> [String] {
    guard text.cells > columns else { return [text] }
    var lines: [String] = []
    var used = 0
    for word in text.split(separator: " ") {
      let width = String(word).cells
      if let line = lines.last, used + 1 + width <= columns {
        lines[lines.count - 1] = line + " " + word
        used += 1 + width
      } else {
        lines.append(String(word))
        used = width
      }
    }
    return lines
  }
}
