import MemoryGame
import TestSupport
import Testing

@testable import BoardLayout
@testable import CellDrawing

/// Where cards lie.
@Suite struct PlanTests {
  /// Cards jumped when a word was turned up, because a board was laid out for what was visible.
  @Test func noCardChangesItsPlace() {
    var random = SeededGenerator(for: "noCardChangesItsPlace")
    let faces = ["👻", "いち", "Photosynthesis", "a", "ear of maize", "Reykjavík"]
    for round in 0..<rounds(2500, ofAll: 10_000) {
      let count = 2 * Int.random(in: 2...24, using: &random)
      let theme = faces.shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random))
      let faceWidth = theme.map { $0.reduce(0) { $0 + cells($1) } }.max() ?? 0
      let depth = ColorDepth.allCases.randomElement(using: &random) ?? .none
      func anySize() -> (Int, Int) {
        (Int.random(in: 8...130, using: &random), Int.random(in: 1...50, using: &random))
      }
      func places(_ size: (Int, Int)) -> [CellArea] {
        let board = Drawn(
          count, size.0, size.1, faceWidth: faceWidth, depth: depth, isCentered: true)
        let plan = board.drawing.plan
        let areas = (0..<count).map(plan.area)
        // Drawing takes longer than planning.
        guard round % 20 == 0, plan.digits <= plan.cardWidth else { return areas }
        // Whatever is up: a card's own number is in its place.
        let cards = (0..<count).map {
          BoardCard(
            number: $0, state: CardState.allCases.randomElement(using: &random) ?? .down,
            face: theme.randomElement(using: &random) ?? "")
        }
        let chosen = Int.random(in: 0..<count, using: &random)
        let lines = board.screen(cards, chosen: chosen).map(withoutEscapes)
        for place in plan.cards(onPage: plan.page(of: chosen)) {
          // With colors a matched card has no number, unless it is the chosen one.
          if cards[place].state == .matched, depth != .none || !plan.isCompact, place != chosen {
            continue
          }
          let cell = board.drawing.number(of: cards[place], at: place)
          let found = text(in: lines, at: cell).hasPrefix("\(place)")
          if !found { Issue.record("\(place) of \(count) in \(size): \(lines)") }
        }
        return areas
      }
      let size = anySize()
      let before = places(size)
      _ = places(anySize())
      #expect(places(size) == before, "\(count) cards in \(size)")
    }
  }

  private func text(in lines: [String], at cell: (column: Int, row: Int)) -> Substring {
    guard lines.indices.contains(cell.row) else { return "" }
    var column = 0
    return lines[cell.row].drop { character in
      defer { column += cells(character) }
      return column < cell.column
    }
  }

  @Test func cardsLieInTheAreaWithoutOverlapping() {
    var random = SeededGenerator(for: "cardsLieInTheAreaWithoutOverlapping")
    for _ in 0..<1_000 {
      let count = Int.random(in: 1...200, using: &random)
      let area = Size(
        Int.random(in: 1...220, using: &random), Int.random(in: 1...70, using: &random))
      let plan = BoardPlan(
        count: count, faceWidth: Int.random(in: 0...40, using: &random), area: area,
        isCentered: .random(using: &random), isCompact: .random(using: &random))
      let pages = (0..<plan.pageCount).map(plan.cards)
      #expect(pages.flatMap(Array.init) == Array(0..<count))
      for page in pages.indices {
        for place in pages[page] {
          let card = plan.area(of: place)
          #expect(card.column >= 0 && card.column + card.columns <= max(area.columns, 1))
          #expect(card.row >= 0 && card.row + card.rows <= area.rows)
          #expect(card.columns <= 40 && card.rows <= 12)
          let corner = (card.column + card.columns - 1, card.row + card.rows - 1)
          #expect(plan.place(atColumn: card.column, row: card.row, onPage: page) == place)
          #expect(plan.place(atColumn: corner.0, row: corner.1, onPage: page) == place)
          #expect(plan.page(of: place) == page)
        }
        #expect(plan.place(atColumn: area.columns + 1, row: 0, onPage: page) == nil)
      }
    }
  }

  /// Words were cut to two letters on a board that seemed to fit.
  @Test(arguments: [(80, 20), (60, 16), (40, 9), (20, 4), (30, 30)])
  func wordsKeepSixCells(columns: Int, rows: Int) {
    for count in stride(from: 4, through: 60, by: 2) {
      let plan = BoardPlan(
        count: count, faceWidth: 14, area: Size(columns, rows), isCentered: true)
      let cells = plan.isCompact ? plan.cardWidth - plan.digits - 1 : plan.cardWidth - 2
      #expect(cells >= 6, "\(count) cards: \(plan)")
    }
  }

  @Test(arguments: [
    // The usual terminal, a half of it, a small and a large one.
    (16, 2, (80, 20), "4 × 4 cards of 11×5"), (20, 2, (80, 20), "5 × 4 cards of 11×5"),
    (16, 9, (80, 20), "4 × 4 cards of 19×5"), (16, 7, (80, 20), "4 × 4 cards of 19×5"),
    (8, 2, (40, 8), "4 × 2 cards of 9×4"),
    (16, 2, (20, 4), "3 × 4 cards of 5×1"), (16, 2, (172, 56), "4 × 4 cards of 25×12"),
    // Rows give up their gap first, columns never.
    (16, 2, (40, 8), "8 × 2 cards of 4×4"), (22, 2, (80, 20), "6 × 4 cards of 11×5"),
    // A tiny gapped row is worse than rows that touch.
    (36, 2, (240, 8), "18 × 2 cards of 9×4"),
    // As large in any grid, a board has the shape of its area, and is no column.
    (4, 2, (130, 46), "2 × 2 cards of 25×12"), (4, 2, (50, 60), "2 × 2 cards of 23×12"),
    (18, 2, (172, 56), "6 × 3 cards of 25×12"),
    // Words need the width, long sides the lines.
    (36, 13, (90, 35), "4 × 9 cards of 21×3"), (36, 40, (90, 35), "6 × 6 cards of 13×4"),
  ])
  func cardsAreAsLargeAsTheyMayBe(
    count: Int, faceWidth: Int, area: (Int, Int), expected: String
  ) {
    let plan = BoardPlan(
      count: count, faceWidth: faceWidth, area: Size(area.0, area.1), isCentered: true)
    let text = "\(plan.columns) × \(plan.rows) cards of \(plan.cardWidth)×\(plan.cardHeight)"
    #expect(text == expected)
  }

  /// Sixteen cards lay as 6+6+4.
  ///
  /// A last row is shorter only if the cards of every full rectangle would be half as large or less.
  @Test func boardsAreFullRectangles() {
    for (columns, rows) in [(58, 16), (80, 20), (100, 26), (128, 30), (172, 56), (200, 56)] {
      for count in [4, 6, 8, 12, 16, 18, 20, 24, 30, 36] {
        for isCentered in [true, false] {
          let plan = BoardPlan(
            count: count, faceWidth: 2, area: Size(columns, rows), isCentered: isCentered)
          #expect(plan.columns * plan.rows == count, "\(count) in \(columns)×\(rows): \(plan)")
        }
      }
    }
  }

  /// 22 cards were two rows of eleven, 6 by 5 cells, and their faces text: there is room for 11 by 5.
  @Test(arguments: [80, 48]) func aRectangleIsNotWorthTinyCards(_ columns: Int) {
    let plan = BoardPlan(count: 22, faceWidth: 2, area: Size(columns, 20), isCentered: true)
    #expect(plan.cardWidth >= 8 && plan.cardHeight >= 4)
  }

  /// Cards that touched on both sides were a checkerboard, and the chosen one covered its number.
  @Test func columnsNeverTouch() {
    for (columns, rows) in [(40, 8), (30, 24), (20, 6), (18, 8), (80, 20)] {
      for count in stride(from: 4, through: 60, by: 2) {
        let plan = BoardPlan(
          count: count, faceWidth: 2, area: Size(columns, rows), isCentered: true)
        guard plan.columns > 1 else { continue }
        #expect(plan.area(of: 1).column == plan.area(of: 0).column + plan.cardWidth + 1)
      }
    }
  }

  /// A board of one row a card left the lower half of the screen empty.
  @Test func compactRowsHaveAGapIfThereIsRoom() {
    func plan(_ rows: Int) -> BoardPlan {
      BoardPlan(count: 64, faceWidth: 6, area: Size(80, rows), isCentered: true)
    }
    #expect(plan(20).isCompact && plan(20).rows == 8)
    #expect(plan(20).rowGap == 1 && plan(16).rowGap == 1 && plan(15).rowGap == 0)
    #expect(plan(16).usedArea.rows == 15 && plan(15).usedArea.rows == 8)
  }

  @Test func aPlanIsComparedWithOneOfMoreRoom() {
    func plan(_ columns: Int, face: Int) -> BoardPlan {
      BoardPlan(count: 16, faceWidth: face, area: Size(columns, 20), isCentered: true)
    }
    #expect(plan(60, face: 2).isNearly(asLargeAs: plan(80, face: 2)))
    #expect(!plan(30, face: 2).isNearly(asLargeAs: plan(80, face: 2)))
    // A word would be cut.
    #expect(!plan(60, face: 13).isNearly(asLargeAs: plan(80, face: 13)))
    #expect(!plan(20, face: 13).isNearly(asLargeAs: plan(80, face: 13)))
  }

  /// A compact board had thirteen cards in one row and three in the next.
  @Test func compactRowsAreEquallyLong() {
    for (count, columns) in [(16, 8), (20, 10), (24, 12), (26, 13)] {
      let plan = BoardPlan(count: count, faceWidth: 2, area: Size(80, 500), isCompact: true)
      #expect(plan.columns == columns && plan.rows == 2)
    }
  }

  @Test(arguments: [Int.min, -1, 0, 1, .max]) func anySizeIsPlanned(size: Int) {
    for count in [Int.min, -1, 0, 1, 7] {
      _ = BoardPlan(count: count, faceWidth: size, area: Size(size, size), isCentered: true)
      _ = BoardPlan(count: count, faceWidth: size, area: Size(80, 24), isCompact: true)
    }
    #expect(BoardPlan(count: 0, faceWidth: 2, area: Size(80, 24)).pageCount == 0)
  }
}
