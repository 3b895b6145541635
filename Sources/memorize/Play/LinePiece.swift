/// A piece of a line; where there is no room for all, those of the highest rank go first.
struct LinePiece {
  let text: String
  let rank: Int

  /// Puts pieces together, as many as fit.
  ///
  /// - Parameters:
  ///   - pieces: the pieces in their order; empty ones are left out.
  ///   - columns: the width in cells.
  ///   - isASCII: whether to keep to ASCII.
  /// - Returns: the line; of the last piece that is left as much as fits.
  static func line(of pieces: [LinePiece], columns: Int, isASCII: Bool) -> String {
    var pieces = pieces.filter { !$0.text.isEmpty }
    func text(_ separator: String) -> String {
      pieces.map(\.text).joined(separator: separator)
    }
    while true {
      for separator in ["   ", " "] where text(separator).cells <= columns {
        return text(separator)
      }
      let least = pieces.indices.max { pieces[$0].rank < pieces[$1].rank }
      guard pieces.count > 1, let least else {
        return text(" ").clipped(to: columns, isASCII: isASCII)
      }
      pieces.remove(at: least)
    }
  }
}
