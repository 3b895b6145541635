extension String {
  /// The word that was probably meant: one slip away, or two if five letters or more were typed.
  ///
  /// A word of up to three letters must keep its first one, or “foo” and “go” would match “log”.
  package func nearest(among words: [String]) -> String? {
    guard utf8.count <= 40, !isEmpty else { return nil }
    let limit = count < 5 ? 1 : 2
    let candidates = count > 3 ? words : words.filter { $0.first == first }
    let near = candidates.map { ($0, distance(to: $0)) }.min { $0.1 < $1.1 }
    return near.flatMap { $0.1 <= limit ? $0.0 : nil }
  }

  /// How many letters were changed, added, left out or exchanged with their neighbor; only the
  /// first 40 letters of `other` count.
  private func distance(to other: String) -> Int {
    let (letters, other) = (Array(unicodeScalars), Array(other.unicodeScalars.prefix(40)))
    var rows = [Array(0...other.count)]
    for (i, letter) in letters.enumerated() {
      var row = [i + 1]
      for (j, match) in other.enumerated() {
        let changed = rows[i][j] + (letter == match ? 0 : 1)
        row.append(Swift.min(changed, rows[i][j + 1] + 1, row[j] + 1))
        guard i > 0, j > 0, letter == other[j - 1], letters[i - 1] == match else { continue }
        row[j + 1] = Swift.min(row[j + 1], rows[i - 1][j - 1] + 1)
      }
      rows.append(row)
    }
    return rows[letters.count][other.count]
  }
}
