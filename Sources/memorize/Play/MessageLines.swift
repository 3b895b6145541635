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
    var rest = text
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

  private static func broken(_ text: String, _ columns: Int) -> [String] {
    guard text.cells > columns else { return [text] }
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let line = lines.last, line.cells + 1 + String(word).cells <= columns {
        lines[lines.count - 1] = line + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
