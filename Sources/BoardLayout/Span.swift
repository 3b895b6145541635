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
    line += span.style.isEmpty ? span.text : "\u{1B}[\(span.style)m\(span.text)\u{1B}[0m"
    column += span.width
    // CHA, which counts from 1.
    if placesCursor, span.isFace { line += "\u{1B}[\(column + 1)G" }
  }
  return line
}
