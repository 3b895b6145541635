internal import MemoryGame

/// Draws a board as lines of styled text, as large as the area allows.
///
/// Backs are filled with the theme's colours and show the card's number; fronts show the face, and
/// the number in the lower edge. The first card of a move has a heavy border, a matched card a
/// dashed one with a tick. The board is pinned to the top left; a line may be shorter than the
/// area, but is never wider.
package struct BoardDrawing: Sendable {
  /// The largest area: a larger one improves no board, and each cell costs time and memory.
  package static let largest = (columns: 1_000, rows: 500)

  let size: (columns: Int, rows: Int)
  /// Whether emoji are drawn as their names.
  let usesNames: Bool
  /// The number of the first card of a move.
  let marked: Int?
  /// The number of the player's chosen card, drawn in brackets.
  let chosen: Int?
  let hidesMatched: Bool
  let placesCursor: Bool
  let palette: Palette
  let fitting: TextFitting
  let isASCII: Bool

  /// Makes a drawing of boards in an area, which is clamped to 0…`largest`.
  ///
  /// The theme's colours are `#rrggbb`, a gradient if there is more than one; others are left out,
  /// and without any the backs are in reverse video. Borders are ASCII if it `usesNames`. With
  /// `placesCursor`, for terminals, each face is followed by an escape sequence (CHA) that places
  /// the cursor at the next column, whatever the depth. The width of a character is 0…2 cells.
  package init(
    size: (columns: Int, rows: Int), colors: [String], depth: ColorDepth, usesNames: Bool = false,
    marked: Int? = nil, chosen: Int? = nil, hidesMatched: Bool = false, placesCursor: Bool = false,
    width: @escaping @Sendable (Character) -> Int
  ) {
    self.size = (
      min(max(size.columns, 0), Self.largest.columns), min(max(size.rows, 0), Self.largest.rows)
    )
    self.usesNames = usesNames
    self.marked = marked
    self.chosen = chosen
    self.hidesMatched = hidesMatched
    self.placesCursor = placesCursor
    palette = Palette(depth: depth, colors: colors.compactMap(RGBColor.init(hex:)))
    // A terminal which draws lines two cells wide, as some East Asian ones do, gets ASCII.
    let lines = Border.lines.flatMap(\.characters) + ["…"]
    isASCII = usesNames || lines.contains { width($0) != 1 }
    fitting = TextFitting(width: width, ellipsis: isASCII ? "~" : "…")
  }

  /// The grid for a number of cards: with a gap of one cell if that fits, otherwise without.
  package func grid(count: Int) -> Grid {
    let airy = bestGrid(count: count, width: size.columns, height: size.rows, gap: 1)
    guard !airy.fits else { return airy }
    return bestGrid(count: count, width: size.columns, height: size.rows, gap: 0)
  }

  func isMarked(_ card: BoardCard) -> Bool { card.state == .up && card.number == marked }

  func text(of card: BoardCard) -> String {
    WrittenText.harmless(usesNames ? faceName(card.face) : card.face)
  }
}
