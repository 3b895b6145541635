import BoardLayout
import TestSupport
import Testing

@testable import CellDrawing

private struct Case {
  let count: Int
  let width: Int
  let height: Int
  let gap: Int
}

/// For each count the corners of the range of sizes, and some random sizes between them.
private func cases(_ counts: ClosedRange<Int>, for test: String) -> [Case] {
  var random = SeededGenerator(for: test)
  return counts.flatMap { count in
    let sizes =
      [(1, 1), (300, 1), (1, 120), (300, 120)]
      + (0..<4).map { _ in
        (Int.random(in: 1...300, using: &random), Int.random(in: 1...120, using: &random))
      }
    return sizes.map {
      Case(count: count, width: $0, height: $1, gap: .random(in: 0...3, using: &random))
    }
  }
}

@Test func cardsNeverOverlapNorOverflow() {
  for test in cases(0...500, for: "cardsNeverOverlapNorOverflow") {
    let (count, width, height, gap) = (test.count, test.width, test.height, test.gap)
    let grid = bestGrid(count: count, width: width, height: height, gap: gap)
    guard grid.columns > 0 else { continue }
    var cells = Array(repeating: false, count: width * height)
    var isSound = grid.cardWidth >= 1 && grid.cardHeight >= 1
    for index in 0..<count {
      let (left, top) = grid.origin(of: index)
      guard left >= 0, top >= 0, left + grid.cardWidth <= width, top + grid.cardHeight <= height
      else {
        isSound = false
        break
      }
      // The corners and one more are enough: cards are rectangles of one size.
      for (x, y) in [
        (0, 0), (grid.cardWidth - 1, 0), (0, grid.cardHeight - 1),
        (grid.cardWidth - 1, grid.cardHeight - 1),
      ] {
        isSound = isSound && grid.index(atColumn: left + x, row: top + y) == index
        cells[(top + y) * width + left + x] = true
      }
    }
    let perCard = min(grid.cardWidth, 2) * min(grid.cardHeight, 2)
    isSound = isSound && cells.count { $0 } == count * perCard
    #expect(isSound, "\(count) cards in \(width)×\(height), gap \(gap): \(grid)")
    #expect(grid.rows == (count + grid.columns - 1) / grid.columns)
  }
}

/// The widest card of a 4:3 layout of so many columns, by trying; multiplications only.
private func widestCard(
  count: Int, columns: Int, width: Int, height: Int, gap: Int
) -> (width: Int, height: Int)? {
  var rows = 0
  while rows * columns < count { rows += 1 }
  var slot = 0
  while rows * (slot + 1) + (rows - 1) * gap <= height { slot += 1 }
  var card = 0
  while columns * (card + 1) + (columns - 1) * gap <= width, 3 * (card + 1) <= 4 * slot {
    card += 1
  }
  var cardHeight = 0
  while 4 * (cardHeight + 1) <= 3 * card { cardHeight += 1 }
  return card >= 1 && cardHeight >= 1 ? (card, cardHeight) : nil
}

@Test func bestGridIsNeverBeaten() {
  for test in cases(1...500, for: "bestGridIsNeverBeaten") {
    let (count, width, height, gap) = (test.count, test.width, test.height, test.gap)
    var best: (width: Int, empty: Int, rows: Int, columns: Int, height: Int)?
    for columns in 1...count {
      guard
        let card = widestCard(
          count: count, columns: columns, width: width, height: height, gap: gap)
      else { continue }
      let rows = (count + columns - 1) / columns
      let empty = rows * columns - count
      if let best, (card.width, -empty, -rows) <= (best.width, -best.empty, -best.rows) { continue }
      best = (card.width, empty, rows, columns, card.height)
    }
    let grid = bestGrid(count: count, width: width, height: height, gap: gap)
    let found = [grid.columns, grid.rows, grid.cardWidth, grid.cardHeight]
    let expected = best.map { [$0.columns, $0.rows, $0.width, $0.height] } ?? [0, 0, 0, 0]
    #expect(found == expected, "\(count) cards in \(width)×\(height), gap \(gap)")
    #expect(grid.fits == best.map { $0.width >= 4 && $0.height >= 3 } ?? false)
  }
}

@Test func referenceColumnsFitsWhereItSaysSo() {
  for test in cases(0...500, for: "referenceColumnsFitsWhereItSaysSo") {
    let (count, width, height) = (test.count, test.width, test.height)
    let layout = referenceColumns(
      count: count, width: Double(width), height: Double(height), aspect: CardAspect(2, over: 3))
    guard count > 0 else { continue }
    // rows × (width/columns × 3/2) < height, in whole numbers.
    func fits(_ columns: Int) -> Bool {
      (count + columns - 1) / columns * width * 3 < height * columns * 2
    }
    let expected = (1...count).first(where: fits)
    #expect(layout.fits == (expected != nil))
    #expect(layout.columns == expected ?? count)
    #expect(layout.rows == (count + layout.columns - 1) / layout.columns)
    #expect(layout.cardWidth == width / layout.columns)
  }
}

@Test func gapsAndOutsideAreNoPlace() {
  let grid = bestGrid(count: 8, width: 80, height: 24, gap: 1)
  #expect(grid.origin(of: 5) == (15, 11))
  #expect(grid.index(atColumn: 15, row: 11) == 5)
  #expect(grid.index(atColumn: 14, row: 0) == nil)
  #expect(grid.index(atColumn: 0, row: 10) == nil)
  #expect(grid.index(atColumn: 60, row: 0) == nil)
  #expect(grid.index(atColumn: -1, row: 0) == nil)
}

@Test func aCardTooLowDoesNotFitHoweverWideItIs() {
  let grid = bestGrid(count: 1, width: 5, height: 9, gap: 0, aspect: CardAspect(2, over: 1))
  #expect((grid.cardWidth, grid.cardHeight) == (5, 2))
  #expect(!grid.fits)
}
