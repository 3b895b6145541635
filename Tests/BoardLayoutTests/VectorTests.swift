import BoardLayout
import Testing

private struct ReferenceVectors: Decodable {
  struct Layout: Decodable {
    let count: Int
    let width: Double
    let height: Double
    let aspect: String
    let columns: Int
    let rows: Int
    let cardWidth: Int
    let fits: Bool
  }
  let layouts: [Layout]
}

private struct GridVectors: Decodable {
  struct Grid: Decodable {
    let count: Int
    let width: Int
    let height: Int
    let gap: Int
    let columns: Int?
    let rows: Int?
    let cardWidth: Int?
    let cardHeight: Int?
    let fits: Bool
  }
  let grids: [Grid]
}

/// Reads `2/3` or `1`.
private func aspect(_ text: String) throws -> CardAspect {
  let parts = try text.split(separator: "/").map { try #require(Int($0)) }
  return CardAspect(try #require(parts.first), over: parts.count == 2 ? parts[1] : 1)
}

@Test func referenceColumnsHoldsToItsVectors() throws {
  let layouts = try vectors("layout", as: ReferenceVectors.self).layouts
  #expect(layouts.count == 94)
  for vector in layouts {
    let layout = referenceColumns(
      count: vector.count, width: vector.width, height: vector.height,
      aspect: try aspect(vector.aspect))
    #expect(layout.columns == vector.columns, "\(vector)")
    #expect(layout.rows == vector.rows, "\(vector)")
    #expect(layout.cardWidth == vector.cardWidth, "\(vector)")
    #expect(layout.fits == vector.fits, "\(vector)")
  }
}

@Test func bestGridHoldsToItsVectors() throws {
  let grids = try vectors("grids", as: GridVectors.self).grids
  #expect(grids.count == 69)
  for vector in grids {
    let grid = bestGrid(
      count: vector.count, width: vector.width, height: vector.height, gap: vector.gap)
    #expect(grid.columns == vector.columns ?? 0, "\(vector)")
    #expect(grid.rows == vector.rows ?? 0, "\(vector)")
    #expect(grid.cardWidth == vector.cardWidth ?? 0, "\(vector)")
    #expect(grid.cardHeight == vector.cardHeight ?? 0, "\(vector)")
    #expect(grid.fits == vector.fits, "\(vector)")
  }
}

@Test func noCardsAreAnEmptyLayout() {
  let layout = referenceColumns(count: 0, width: 80, height: 24, aspect: .terminal)
  #expect((layout.columns, layout.rows, layout.cardWidth) == (0, 0, 0))
  #expect(layout.fits)
  let grid = bestGrid(count: 0, width: 80, height: 24, gap: 1)
  #expect((grid.columns, grid.rows, grid.cardWidth, grid.cardHeight) == (0, 0, 0, 0))
  #expect(grid.fits)
}

@Test(arguments: [-Double.infinity, -1, 0, .nan, .infinity, .greatestFiniteMagnitude])
func referenceColumnsTakesAnySize(size: Double) {
  for count in [-1, 0, 1, 7] {
    let layout = referenceColumns(count: count, width: size, height: size, aspect: .terminal)
    #expect(layout.columns <= max(count, 0))
    _ = referenceColumns(count: count, width: size, height: 5, aspect: .terminal)
    _ = referenceColumns(count: count, width: 5, height: size, aspect: .terminal)
  }
}

@Test(arguments: [Int.min, -1, 0, 1, .max])
func bestGridTakesAnySize(size: Int) {
  for count in [-1, 0, 1, 7] {
    _ = bestGrid(count: count, width: size, height: size, gap: size)
    _ = bestGrid(count: count, width: 80, height: 24, gap: size)
    _ = bestGrid(count: count, width: size, height: size, gap: 1)
  }
  #expect(!bestGrid(count: .max, width: 80, height: 24, gap: 0).fits)
}
