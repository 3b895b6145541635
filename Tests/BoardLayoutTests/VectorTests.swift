import BoardLayout
import Foundation
import TestSupport
import Testing

/// A layout of a file of vectors; numbers that a layout without columns lacks are 0.
private struct Vector: Decodable {
  let count: Int
  let width: Double
  let height: Double
  let aspect: String?
  let gap: Int?
  let columns: Int?
  let rows: Int?
  let cardWidth: Int?
  let cardHeight: Int?
  let fits: Bool

  static func all(of name: String) throws -> [Vector] {
    let vectors: Vectors = try fixture(name, of: .module)
    return vectors.all
  }

  private struct Vectors: Decodable {
    let layouts: [Vector]?
    let grids: [Vector]?
    var all: [Vector] { (layouts ?? []) + (grids ?? []) }
  }

  func expect(_ columns: Int, _ rows: Int, _ cardWidth: Int, _ cardHeight: Int? = nil, fits: Bool) {
    #expect(columns == self.columns ?? 0, "\(self)")
    #expect(rows == self.rows ?? 0, "\(self)")
    #expect(cardWidth == self.cardWidth ?? 0, "\(self)")
    #expect(cardHeight ?? 0 == self.cardHeight ?? 0, "\(self)")
    #expect(fits == self.fits, "\(self)")
  }
}

@Test func referenceColumnsHoldsToItsVectors() throws {
  let vectors = try Vector.all(of: "layout")
  #expect(vectors.count == 94)
  for vector in vectors {
    // `2/3` or `1`.
    let parts = (vector.aspect ?? "").split(separator: "/").compactMap { Int($0) }
    let layout = referenceColumns(
      count: vector.count, width: vector.width, height: vector.height,
      aspect: CardAspect(try #require(parts.first), over: parts.dropFirst().first ?? 1))
    vector.expect(layout.columns, layout.rows, layout.cardWidth, fits: layout.fits)
  }
}

@Test func bestGridHoldsToItsVectors() throws {
  let vectors = try Vector.all(of: "grids")
  #expect(vectors.count == 69)
  for vector in vectors {
    let grid = bestGrid(
      count: vector.count, width: Int(vector.width), height: Int(vector.height),
      gap: try #require(vector.gap))
    vector.expect(grid.columns, grid.rows, grid.cardWidth, grid.cardHeight, fits: grid.fits)
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
