/// A step of the cursor on a board or in a list.
package enum CursorMove: Hashable {
  case left, right, up, down
  /// The first card of all, and the last.
  case first, last
  /// On a board of one page: the column's first or last card.
  case pageUp, pageDown

  /// What cursor keys do, and h, j, k and l.
  package static let keys: [Key: CursorMove] = [
    .up: .up, "k": .up, .down: .down, "j": .down, .left: .left, "h": .left, .right: .right,
    "l": .right, .home: .first, .end: .last, .pageUp: .pageUp, .pageDown: .pageDown,
  ]

  /// The new index; unchanged at an edge, 0 on an empty board.
  ///
  /// `columns` are those of the board, and `page` is the number of cards on a page.
  package func index(from place: Int, count: Int, columns: Int, page: Int) -> Int {
    guard count > 0 else { return 0 }
    let columns = min(max(columns, 1), count)
    let last = count - 1
    let place = min(max(place, 0), last)
    switch self {
    case .left: return place % columns == 0 ? place : place - 1
    case .right: return place % columns == columns - 1 ? place : min(place + 1, last)
    case .up: return place < columns ? place : place - columns
    case .down:
      // The last row may be incomplete: the nearest card is then the last one.
      return place / columns == last / columns ? place : min(place + columns, last)
    case .first: return 0
    case .last: return last
    case .pageUp:
      return page < count && place >= page ? place - page : place % columns
    case .pageDown:
      if page < count { return min(place + page, last) }
      let bottom = last / columns * columns + place % columns
      return bottom <= last ? bottom : bottom - columns
    }
  }
}
