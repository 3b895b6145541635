/// A piece of a line in one style.
struct Span: Sendable, Hashable {
  /// The characters.
  let text: String
  /// How many cells they take.
  let width: Int
  /// SGR parameters; empty for none.
  var style = ""
  /// Whether it is a face, after which the terminal's idea of the column may differ from ours.
  var isFace = false

  /// Text whose characters are one cell wide each.
  init(_ text: String, style: String = "") {
    self.text = text
    width = text.count
    self.style = style
  }

  /// Text whose width is known.
  init(_ text: String, width: Int, style: String = "") {
    self.text = text
    self.width = width
    self.style = style
  }

  /// A face and its width in cells.
  init(face: String, width: Int, style: String = "") {
    text = face
    self.width = width
    self.style = style
    isFace = true
  }

  /// Empty cells.
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
