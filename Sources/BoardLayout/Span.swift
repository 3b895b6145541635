/// A piece of a line in one style.
struct Span: Sendable, Hashable {
  let text: String
  let width: Int
  /// SGR parameters; empty for none.
  let style: String
  /// Whether it is a face: after it the terminal may count the column differently.
  let isFace: Bool

  /// Without a width each character takes one cell.
  init(_ text: String, width: Int? = nil, style: String = "", isFace: Bool = false) {
    self.text = text
    self.width = width ?? text.count
    self.style = style
    self.isFace = isFace
  }

  static func blank(_ count: Int) -> Span {
    let width = max(count, 0)
    return Span(String(repeating: " ", count: width), width: width)
  }
}

/// Writes spans as a line of text with escape sequences.
func line(of spans: [Span], placesCursor: Bool) -> String {
  var line = ""
  var column = 0
  for span in spans where !span.text.isEmpty {
    line += styled(span.text, span.style)
    column += span.width
    if placesCursor, span.isFace { line += cursorSequence(to: column) }
  }
  return line
}

/// The text between SGR with the parameters and SGR 0; unchanged if the text or the parameters are
/// empty.
package func styled(_ text: String, _ parameters: String) -> String {
  text.isEmpty || parameters.isEmpty ? text : "\u{1B}[\(parameters)m\(text)\u{1B}[0m"
}

/// The escape sequence (CHA) that places the cursor in a column, counted from 0.
package func cursorSequence(to column: Int) -> String { "\u{1B}[\(column + 1)G" }
