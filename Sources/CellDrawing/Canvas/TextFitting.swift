/// Measures text in cells and makes it fit a card, or another place on a screen.
package struct TextFitting: Sendable {
  package let width: @Sendable (Character) -> Int
  /// Stands for the part that is cut off; its characters are one cell wide.
  package let ellipsis: String

  package init(width: @escaping @Sendable (Character) -> Int, ellipsis: String) {
    self.width = width
    self.ellipsis = ellipsis
  }

  package func width(of text: String) -> Int { text.reduce(0) { $0 + max(width($1), 0) } }

  /// The text, or its beginning and an ellipsis, within `cells`.
  package func shortened(_ text: String, to cells: Int) -> String {
    guard width(of: text) > cells else { return text }
    let mark = ellipsis.prefix(max(cells, 0))
    return prefix(of: text, cells: cells - mark.count) + mark
  }

  /// Breaks text into lines, between words or wide characters if it can, and cuts what does not
  /// fit; cells and lines are 1 or more.
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
      let end = whole.endIndex < rest.endIndex ? lastBreak(in: rest, to: whole.endIndex) : nil
      let line = rest[..<(end ?? whole.endIndex)]
      lines.append(line.withoutTrailingSpaces)
      rest = rest[line.endIndex...]
    }
  }

  /// The last place, up to one, before which a line may end; nil within its first word.
  private func lastBreak(in text: Substring, to last: String.Index) -> String.Index? {
    var place = last
    while place > text.startIndex {
      let before = text.index(before: place)
      let (left, right) = (text[before], text[place])
      // Chinese and Japanese have no spaces, but some signs belong to their neighbours.
      let isBetween =
        (width(left) > 1 || width(right) > 1) && !Self.openings.contains(left)
        && !Self.closings.contains(right)
      if right == " " || isBetween { return place }
      place = before
    }
    return nil
  }

  /// Characters that do not end a line, and those that do not begin one.
  private static let openings: Set<Character> = Set("([{“‘（［｛「『【〈《〔")
  private static let closings: Set<Character> = Set(
    ")]}”’,.;:!?%…）］｝」』】〉》〕、。，．；：！？・ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ")

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
  var withoutTrailingSpaces: String {
    String(prefix(upTo: lastIndex { $0 != " " }.map(index(after:)) ?? startIndex))
  }
}
