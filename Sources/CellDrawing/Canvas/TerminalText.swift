/// Text in cells, which fits a card or another place on a screen.
extension String {
  package var cells: Int { reduce(0) { $0 + CellWidth.of($1) } }

  /// The text, or its beginning and an ellipsis, whose characters are one cell wide.
  package func clipped(to limit: Int, _ ellipsis: String = "…") -> String {
    guard cells > limit else { return self }
    let mark = ellipsis.prefix(Swift.max(limit, 0))
    return String(prefix(cells: limit - mark.count) + mark)
  }

  /// Breaks text into lines, between words or wide characters if it can, and cuts what does not
  /// fit; cells and lines are 1 or more.
  package func wrapped(cells: Int, lines count: Int, _ ellipsis: String = "…") -> [String] {
    var lines: [String] = []
    var rest = self[...]
    while true {
      rest = rest.drop { $0 == " " }
      guard !rest.isEmpty, lines.count < count else { return lines }
      let whole = rest.prefix(cells: cells)
      // If not even one character fits: mark that there is more, and do not loop or overflow.
      guard lines.count < count - 1, !whole.isEmpty else {
        return lines + [rest.withoutTrailingSpaces.clipped(to: cells, ellipsis)]
      }
      let end = whole.endIndex < rest.endIndex ? rest.lastBreak(to: whole.endIndex) : nil
      let line = rest[..<(end ?? whole.endIndex)]
      lines.append(line.withoutTrailingSpaces)
      rest = rest[line.endIndex...]
    }
  }

  /// Breaks paragraphs into lines at words, each line after `indent` spaces.
  package func paragraphs(width: Int, indent: Int = 0) -> [String] {
    guard !isEmpty else { return [] }
    let margin = String(repeating: " ", count: indent)
    return split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
      paragraph.isEmpty
        ? [""]
        : String(paragraph).wrapped(cells: Swift.max(width - indent, 20), lines: paragraph.count)
          .map { margin + $0 }
    }
  }
}

extension StringProtocol {
  var withoutTrailingSpaces: String {
    String(prefix(upTo: lastIndex { $0 != " " }.map(index(after:)) ?? startIndex))
  }

  /// The longest prefix that fits the cells.
  fileprivate func prefix(cells: Int) -> SubSequence {
    var used = 0
    return prefix {
      used += CellWidth.of($0)
      return used <= cells
    }
  }

  /// The last place, up to one, before which a line may end; nil within its first word.
  fileprivate func lastBreak(to last: Index) -> Index? {
    for before in self[..<last].indices.reversed() {
      let place = index(after: before)
      let (left, right) = (self[before], self[place])
      // Chinese and Japanese have no spaces, but some signs belong to their neighbors; Korean has them.
      let isBetween =
        (CellWidth.of(left) > 1 || CellWidth.of(right) > 1) && !openings.contains(left)
        && !closings.contains(right) && !left.isHangul && !right.isHangul
      if right == " " || isBetween { return place }
    }
    return nil
  }
}

/// Characters that do not end a line, and those that do not begin one.
private let openings = Set("([{“‘（［｛「『【〈《〔")
private let closings = Set(
  ")]}”’,.;:!?%…）］｝」』】〉》〕、。，．；：！？・ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ")

extension Character {
  /// Whether it is a letter of Korean.
  fileprivate var isHangul: Bool {
    switch unicodeScalars.first?.value ?? 0 {
    case 0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FF: true
    default: false
    }
  }
}
