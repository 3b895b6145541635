import MemoryGame
import Testing

@testable import BoardLayout
@testable import CellDrawing

@Suite struct CanvasTests {
  private static func canvas(_ columns: Int, _ rows: Int = 1) -> Canvas {
    Canvas(columns: columns, rows: rows)
  }

  @Test func textIsCutAtTheEdges() {
    var canvas = Self.canvas(4, 2)
    canvas.put("abcdef", column: -2, row: 0)
    canvas.put("xy👻", column: 1, row: 1)
    canvas.put("unseen", column: 0, row: 2)
    canvas.put("unseen", column: 9, row: -1)
    #expect(canvas.lines(placesCursor: false) == ["cdef", " xy"])
  }

  @Test func halfOfAWideCharacterIsBlank() {
    for (column, line) in [(0, "x 👻"), (1, " x👻"), (2, "👻x"), (3, "👻 x")] {
      var canvas = Self.canvas(4)
      canvas.put("👻👻", column: 0, row: 0)
      canvas.put("x", column: column, row: 0)
      #expect(canvas.lines(placesCursor: false) == [line])
    }
    var canvas = Self.canvas(3)
    canvas.put("👻", column: -1, row: 0)
    canvas.put("x", column: 1, row: 0)
    #expect(canvas.lines(placesCursor: true) == [" x"])
  }

  /// A single letter of a flag joined with the flag after it, and took one cell more than it had.
  @Test func aSingleLetterOfAFlagStaysOne() {
    var canvas = Self.canvas(4)
    canvas.put("🇪", column: 0, row: 0)
    canvas.put("🇩🇪", column: 1, row: 0)
    #expect(canvas.lines(placesCursor: true) == ["🇪\u{1B}[2G🇩🇪\u{1B}[4G"])
  }

  @Test func aGroundStaysBelowText() {
    var canvas = Self.canvas(4)
    canvas.fill(CellArea(column: 1, row: 0, columns: 2, rows: 1), Paint(ground: .basic(1)))
    canvas.put("ab", column: 0, row: 0, Paint(ink: .basic(9)))
    #expect(
      canvas.lines(placesCursor: false) == [
        "\u{1B}[91ma\u{1B}[0m\u{1B}[91;41mb \u{1B}[0m"
      ])
    canvas.dim()
    #expect(canvas.lines(placesCursor: false) == ["\u{1B}[2mab\u{1B}[0m"])
  }

  /// Terminals disagree about the width of what is not one simple cell.
  @Test func theCursorIsPlacedAfterWideCharacters() {
    var canvas = Self.canvas(8)
    canvas.put("é👻a", column: 1, row: 0)
    #expect(canvas.lines(placesCursor: true) == [" é👻\u{1B}[5Ga"])
  }

  @Test(arguments: [
    (Paint.plain, ""), (Paint(isBold: true, isFaint: true, isReverse: true), "1;2;7"),
    (Paint(ink: .basic(3), ground: .basic(12)), "33;104"),
    (Paint(ink: .indexed(208), ground: .indexed(16)), "38;5;208;48;5;16"),
    (Paint(ink: .rgb(red: 1, green: 2, blue: 3), isBold: true), "1;38;2;1;2;3"),
  ]) func paintsAreSGR(paint: Paint, parameters: String) {
    #expect(paint.parameters == parameters)
  }

  /// A board of a thousand cards is drawn anew for each key.
  @Test func aThousandCardsAreDrawnAtOnce() {
    let board = Drawn(1_000, 400, 120, depth: .trueColor, isCentered: true)
    let cards = (0..<1_000).map { BoardCard(number: $0, state: .down) }
    let clock = ContinuousClock()
    let time = clock.measure { _ = board.screen(cards, chosen: 5) }
    // A few milliseconds in a release; a debug build on a busy machine is much slower.
    #expect(time < .seconds(3), "\(time)")
  }
}
