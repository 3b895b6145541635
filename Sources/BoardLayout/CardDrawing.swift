internal import MemoryGame

/// Draws one card as lines of spans, all of the card's width.
struct CardDrawing: Sendable {
  let width: Int
  let height: Int
  let palette: Palette
  let fitting: TextFitting
  let isASCII: Bool

  /// The lines of a card with its back up: filled, the number in the middle.
  func back(_ number: Int, at part: Double, isChosen: Bool = false) -> [[Span]] {
    let border = Border.of(.down, isMarked: false, isASCII: isASCII)
    var lines = Array(repeating: border.middle(width: width), count: height)
    lines[0] = border.top(width: width)
    lines[height - 1] = border.bottom(width: width)
    lines[(height - 1) / 2] = border.middle(label(number, isChosen), width: width)
    let style = palette.back(at: part)
    return lines.map { [Span($0, width: width, style: style)] }
  }

  /// The lines of a card with its face up: the face in the middle, the number in the lower edge.
  func front(
    _ card: BoardCard, text: String, isMarked: Bool, isChosen: Bool = false
  ) -> [[Span]] {
    let border = Border.of(card.state, isMarked: isMarked, isASCII: isASCII)
    // Only the border of a matched card is dimmed; its text stays as readable as any.
    let faceStyle = isMarked ? palette.marked : ""
    let edgeStyle = card.state == .matched ? palette.matched : faceStyle
    var lines = Array(
      repeating: [Span(border.middle(width: width), width: width, style: edgeStyle)], count: height)
    lines[0] = [Span(border.top(width: width), width: width, style: edgeStyle)]
    let label = label(card.number, isChosen)
    lines[height - 1] = [Span(border.bottom(label, width: width), width: width, style: edgeStyle)]
    let texts = fitting.wrapped(text, cells: width - 2, lines: height - 2)
    let first = 1 + (height - 2 - texts.count) / 2
    for (index, text) in texts.enumerated() {
      let cells = fitting.width(of: text)
      let left = (width - 2 - cells) / 2
      let right = width - 2 - cells - left
      let edge = String(border.vertical)
      lines[first + index] = [
        Span(edge + String(repeating: " ", count: left), width: left + 1, style: edgeStyle),
        Span(text, width: cells, style: faceStyle, isFace: true),
        Span(String(repeating: " ", count: right) + edge, width: right + 1, style: edgeStyle),
      ]
    }
    return lines
  }

  /// The number, in brackets on a card that is chosen and has room for them; the digits stay where
  /// they are.
  private func label(_ number: Int, _ isChosen: Bool) -> String {
    let number = String(number)
    return isChosen && number.count + 4 <= width ? "[\(number)]" : number
  }

  var blank: [[Span]] { Array(repeating: [Span.blank(width)], count: height) }
}
