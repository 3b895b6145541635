/// A name on a page of help, and what it means.
package struct Explanation {
  package let label: String
  package let about: String
  /// More about it, below.
  package let more: String

  package init(_ label: String, _ about: String, _ more: String = "") {
    (self.label, self.about, self.more) = (label, about, more)
  }

  /// The rightmost column in which explanations begin.
  private static let usualLastColumn = 26
  /// The least width of explanations beside the names.
  private static let narrowest = 28

  /// Names, and beside or below each what it means.
  package static func lines(
    of list: [Explanation], width: Int, lastColumn: Int = usualLastColumn
  ) -> [String] {
    // On a narrow terminal most explanations go below the names.
    let column = min(
      list.map(\.label.cells).reduce(0, max) + 4, lastColumn, max(width - narrowest, 4))
    var lines: [String] = []
    for entry in list {
      let about = entry.about.paragraphs(width: width, indent: column)
      let label = "  " + entry.label
      if label.cells + 2 <= column, let first = about.first {
        lines.append(label.padded(to: column) + first.dropFirst(column))
        lines += about.dropFirst()
      } else {
        lines += [label] + about
      }
      lines += entry.more.paragraphs(width: width, indent: 8)
    }
    return lines
  }
}
