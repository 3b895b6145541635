internal import PlainText

/// A line of text being typed, with a caret.
package struct AnswerLine: Equatable {
  private var before: String
  private var after = ""
  private let maximumBytes: Int

  package init(_ text: String = "", maximumBytes: Int) {
    (before, self.maximumBytes) = (text, maximumBytes)
  }

  package var text: String { before + after }

  /// Without white space at its ends, as it is sent.
  package var trimmed: String { WrittenText.trimmed(text) }

  /// Returns false if the key neither edits the line nor moves in it.
  package mutating func edit(by key: Key) -> Bool {
    switch key {
    case .character(let character):
      if text.utf8.count + character.utf8.count <= maximumBytes {
        before.append(character)
      }
    case .backspace: _ = before.popLast()
    case .delete: if !after.isEmpty { after.removeFirst() }
    case .eraseLine: clear()
    case .left:
      if let character = before.popLast() { after.insert(character, at: after.startIndex) }
    case .right: if !after.isEmpty { before.append(after.removeFirst()) }
    case .home: (before, after) = ("", text)
    case .end: (before, after) = (text, "")
    default: return false
    }
    return true
  }

  package mutating func clear() { (before, after) = ("", "") }

  /// The part around the caret that fits, and the caret's cell in it.
  package func window(columns: Int, _ symbols: Symbols) -> (text: String, caret: Int) {
    guard columns > 1 else { return ("", 0) }
    var start = before
    if before.cells > columns - 1 {
      // The caret takes a cell, and so does the mark of a part that is cut off.
      var room = columns - 2
      let shown = before.reversed().prefix { character in
        room -= String(character).cells
        return room >= 0
      }
      start = symbols.cutStart + String(shown.reversed())
    }
    let end = after.clipped(to: columns - start.cells, symbols.ellipsis)
    return (start + end, start.cells)
  }
}
