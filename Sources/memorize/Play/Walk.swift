/// A step of the cursor from card to card.
enum Walk: Hashable {
  case left, right, up, down
  /// The first card of all, and the last.
  case first, last
  /// A page back or on; on a board of one page to the column's first or last card.
  case pageUp, pageDown

  /// Where the step leads; at an edge it leads nowhere.
  ///
  /// - Parameters:
  ///   - place: the place of the card that is chosen.
  ///   - count: how many cards there are; without any the place is 0.
  ///   - columns: cards beside each other.
  ///   - page: how many cards a page has.
  /// - Returns: the place of the card that is then chosen.
  func from(_ place: Int, count: Int, columns: Int, page: Int) -> Int {
    guard count > 0 else { return 0 }
    let columns = min(max(columns, 1), count)
    let last = count - 1
    let place = min(max(place, 0), last)
    switch self {
    case .left: return place % columns == 0 ? place : place - 1
    case .right: return place % columns == columns - 1 ? place : min(place + 1, last)
    case .up: return place < columns ? place : place - columns
    case .down:
      // Below the last whole row there may be fewer cards: the nearest is the last of all.
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
