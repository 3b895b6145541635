import MemoryGame
import Testing

@testable import BoardLayout

/// The board for moving a cursor over it: each card's number is where the page says.
@Suite struct PageTests {
  private static func drawing(_ columns: Int, _ rows: Int, chosen: Int? = nil) -> BoardDrawing {
    BoardDrawing(
      size: (columns, rows), colors: ["#ff9300"], depth: .none, chosen: chosen, width: { _ in 1 })
  }

  private static func cards(_ count: Int) -> [BoardCard] {
    (0..<count).map {
      BoardCard(number: $0, state: CardState.allCases[$0 % 3], face: "x")
    }
  }

  @Test(arguments: [(80, 24), (40, 12), (33, 11), (20, 4), (7, 2), (200, 60)])
  func numbersStandWhereThePageSays(columns: Int, rows: Int) {
    for count in 1...60 {
      let pages = Self.drawing(columns, rows).walkablePages(Self.cards(count))
      #expect(pages.flatMap { Array($0.cards) } == Array(0..<count))
      for page in pages {
        #expect(page.lines.count <= rows)
        #expect(page.lines.allSatisfy { $0.count <= columns })
        for place in page.cards {
          guard let cell = page.number(of: place) else {
            Issue.record("Card \(place) has no place")
            continue
          }
          let rest = page.lines[cell.row].dropFirst(cell.column)
          #expect(rest.hasPrefix(String(place)), "\(place) of \(count): \(rest)")
          #expect(page.place(atColumn: cell.column, row: cell.row) == place)
        }
        #expect(page.number(of: page.cards.upperBound) == nil)
        #expect(page.place(atColumn: columns + 1, row: 0) == nil)
      }
    }
  }

  @Test func noCardsAreNoPages() {
    #expect(Self.drawing(80, 24).walkablePages([]).isEmpty)
  }

  @Test func theChosenCardHasItsNumberInBrackets() {
    let cards = Self.cards(8)
    for chosen in cards.indices {
      let plain = Self.drawing(80, 24).lines(cards)
      let lines = Self.drawing(80, 24, chosen: chosen).lines(cards)
      #expect(lines.joined().contains("[\(chosen)]"))
      // Nothing else moves.
      #expect(zip(plain, lines).filter { $0 != $1 }.count == 1)
    }
    // A card of two cells within has no room for them.
    #expect(!Self.drawing(16, 6, chosen: 0).lines(Self.cards(8)).joined().contains("["))
  }
}
