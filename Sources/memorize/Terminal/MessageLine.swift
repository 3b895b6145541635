import BoardLayout

/// The question before something is left.
struct LeaveQuestion: Equatable {
  let text: String
  /// For a narrow screen.
  let short: String

  /// As it fits in some rows; it names its keys if no other line does.
  func text(columns: Int, rows: Int, namesKeys: Bool, isASCII: Bool) -> String {
    let texts = [text, short].map { namesKeys ? $0 + " y/n" : $0 }
    let fitting = TextFitting.onTerminal(isASCII: isASCII)
    return texts.first {
      fitting.wrapped($0, cells: max(columns, 1), lines: rows + 1).count <= rows
    } ?? texts[1]
  }
}

extension ServiceScene {
  /// Draws a message, or the question, down to a row; a long one uses empty rows above it.
  ///
  /// Without a message, `keys` stand there, if they have no row of their own. Returns the cell
  /// behind a question, where it is answered.
  func drawMessage(
    _ message: String, _ paint: Paint = .plain, or keys: [KeyHint]?, row: Int,
    columns: Range<Int>, freeRows: Int, on canvas: inout Canvas
  ) -> Frame.Cell? {
    let rows = 1 + min(max(freeRows, 0), 2)
    var isQuestion = false
    var text = message
    if case .leaving = cover {
      isQuestion = true
      text = leaveQuestion.text(
        columns: columns.count, rows: rows, namesKeys: keys != nil, isASCII: isASCII)
    }
    if text.isEmpty, let keys {
      KeysLine(keys, columns: columns, isASCII: isASCII).draw(row: row, texts: .plain, on: &canvas)
    }
    let lines = messageLines(text, columns: columns.count, rows: rows, isASCII: isASCII)
    var end = columns.lowerBound
    for (index, line) in lines.enumerated() {
      end = canvas.put(
        line, column: columns.lowerBound, row: row - lines.count + 1 + index,
        isQuestion ? .plain : paint)
    }
    return isQuestion ? Frame.Cell(column: end + 1, row: row) : nil
  }
}

/// Wraps a message to at most `rows` rows, 1 or more.
///
/// If it is too long, the first sentences are dropped: the advice comes last.
func messageLines(_ text: String, columns: Int, rows: Int, isASCII: Bool) -> [String] {
  // An error from the bus may have any length, and is wrapped again for each frame.
  let maximumLength = 1000
  let isLong = text.utf8.count > maximumLength && text.count > maximumLength
  var rest = isLong ? (isASCII ? "..." : "…") + text.suffix(maximumLength) : text
  let fitting = TextFitting.onTerminal(isASCII: isASCII)
  let columns = max(columns, 1)
  while fitting.wrapped(rest, cells: columns, lines: rows + 1).count > rows,
    let end = rest.firstRange(of: /\S[.?!]\s/)
  {
    rest = String(rest[end.upperBound...])
  }
  return fitting.wrapped(rest, cells: columns, lines: rows)
}
