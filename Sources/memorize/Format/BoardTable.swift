import BoardLayout

/// A board without borders, for a tooltip: numbers and faces in about as many rows as columns.
enum BoardTable {
  /// The lines, without ends.
  static func lines(_ cards: [BoardCard]) -> [String] {
    CellWidth.prepare()
    let columns = max(Int(Double(cards.count).squareRoot().rounded(.up)), 1)
    let texts = cards.map { $0.state == .down ? String($0.number) : $0.face.harmless }
    // An emoji takes two: cards which turn should not move the others.
    let width = texts.map(cells(of:)).reduce(2, max)
    return stride(from: 0, to: cards.count, by: columns).map { start in
      texts[start..<min(start + columns, cards.count)].map {
        String(repeating: " ", count: width - cells(of: $0)) + $0
      }.joined(separator: " ")
    }
  }

  private static func cells(of text: String) -> Int { text.reduce(0) { $0 + CellWidth.of($1) } }
}
