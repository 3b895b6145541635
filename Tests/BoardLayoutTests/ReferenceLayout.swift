import BoardLayout

/// The result of the seeds' algorithm for an area.
struct ReferenceLayout: Sendable, Hashable {
  let columns: Int
  let rows: Int
  /// The width of a card in whole units of the area's width, rounded down.
  let cardWidth: Int
  /// Whether all rows together are strictly lower than the area.
  let fits: Bool
}

/// Lays cards out by the seeds' algorithm: the fewest columns whose rows are lower than the area.
///
/// If no number of columns fits, it is one row of all cards and `fits` is false. Both sizes are in
/// the same unit; one that is negative or not finite counts as 0.
func referenceColumns(
  count: Int, width: Double, height: Double, aspect: CardAspect
) -> ReferenceLayout {
  guard count > 0 else { return ReferenceLayout(columns: 0, rows: 0, cardWidth: 0, fits: true) }
  let width = width.isFinite ? max(width, 0) : 0
  let height = height.isFinite ? max(height, 0) : 0
  // rows × (width/columns / aspect) < height, multiplied out: integers stay exact, so rounding
  // cannot make an exactly full area look less than full.
  let cardsHeight = width * Double(aspect.height)
  let areaHeight = height * Double(aspect.width)
  var columns = 1
  var rows = count
  while !(Double(rows) * cardsHeight < areaHeight * Double(columns)), columns < count {
    columns += 1
    rows = (count - 1) / columns + 1
  }
  let cardWidth = (width / Double(columns)).rounded(.down)
  return ReferenceLayout(
    columns: columns, rows: rows, cardWidth: Int(exactly: cardWidth) ?? .max,
    fits: Double(rows) * cardsHeight < areaHeight * Double(columns))
}
