/// Measures text in cells and makes it fit a card, or another place on a screen.
package struct TextFitting: Sendable {
  let width: @Sendable (Character) -> Int
  /// Replaces the cut rest of a text; its characters are one cell wide.
  let ellipsis: String

  package init(width: @escaping @Sendable (Character) -> Int, ellipsis: String) {
    self.width = width
    self.ellipsis = ellipsis
  }

  package func width(of text: String) -> Int { text.reduce(0) { $0 + max(width($1), 0) } }

  /// The text, or its beginning and an ellipsis in no more than these cells.
  package func shortened(_ text: String, to cells: Int) -> String {
    guard width(of: text) > cells else { return text }
    let mark = ellipsis.prefix(max(cells, 0))
    return prefix(of: text, cells: cells - mark.count) + mark
  }

  /// Breaks text into lines, at spaces where it can, and cuts what does not fit; cells and lines
  /// are 1 or more.
  package func wrapped(_ text: String, cells: Int, lines count: Int) -> [String] {
    var lines: [String] = []
    var rest = text[...]
    while true {
      rest = rest.drop { $0 == " " }
      guard !rest.isEmpty, lines.count < count else { return lines }
      if lines.count == count - 1 {
        lines.append(shortened(rest.withoutTrailingSpaces, to: cells))
        return lines
      }
      let whole = rest.prefix(prefix(of: String(rest), cells: cells).count)
      // Not even one character fits: mark that there is more, and do not loop or overflow.
      guard !whole.isEmpty else {
        return lines + [shortened(rest.withoutTrailingSpaces, to: cells)]
      }
      var line = whole
      if whole.endIndex < rest.endIndex, rest[whole.endIndex] != " ",
        let space = whole.lastIndex(of: " ")
      {
        line = whole[..<space]
      }
      lines.append(line.withoutTrailingSpaces)
      rest = rest[line.endIndex...]
    }
  }

  /// The longest prefix that fits the cells.
  private func prefix(of text: String, cells: Int) -> String {
    var used = 0
    return String(
      text.prefix { character in
        used += max(width(character), 0)
        return used <= cells
      })
  }
}

extension StringProtocol {
  package var withoutTrailingSpaces: String {
    String(prefix(upTo: lastIndex { $0 != " " }.map(index(after:)) ?? startIndex))
  }
}
