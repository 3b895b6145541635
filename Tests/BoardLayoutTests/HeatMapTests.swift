import MemoryGame
import Testing

@testable import CellDrawing

/// A year of days in cells, on any width, with colors and without.
@Suite struct HeatMapTests {
  /// 2026-11-28, a Saturday.
  private static let today = 20_785

  private static func map(
    _ numbers: [Int: Int], firstWeekday: Int = 1, today: Int = today
  ) -> HeatMap {
    HeatMap(numbers, today: today, firstWeekday: firstWeekday) { DailyDate(day: $0).month }
  }

  /// One more each day back, 28 days long.
  private static let month = Dictionary(
    uniqueKeysWithValues: (0..<28).map { (today - $0, 28 - $0) })

  @Test func fewerWeeksOnANarrowScreen() {
    #expect(
      Self.map(Self.month).lines(columns: 12, .unicode) == [
        "       Nov", "Mon ····░▒▓█", "    ····░▒▓█", "Wed ····░▒▓█", "    ····░▒▓█",
        "Fri ····░▒▓█", "    ····▒▓██", "Sun ···░▒▓█", "    · 0 ░ 1+",
      ])
    #expect(
      Self.map(Self.month, firstWeekday: 0).lines(columns: 9, .ascii) == [
        "     Nov", "Sun .-+*#", "    .-+*#", "Tue .-+*#", "    .-+*#", "Thu .-+*#", "    .-+*#",
        "Sat .+*##", "    . 0",
      ])
  }

  @Test(arguments: [40, 80, 109, 110, 120, 200])
  func everyLineHasRoom(columns: Int) {
    for symbols in [Symbols.unicode, .ascii] {
      let lines = Self.map(Self.month).lines(columns: columns, symbols)
      #expect(lines.allSatisfy { $0.cells <= columns })
      let weeks = columns < 57 ? columns - 4 : 53
      #expect(lines[1].cells == (columns < 110 ? 4 + weeks : 3 + 2 * weeks))
      if symbols.isASCII { #expect(lines.allSatisfy { $0.allSatisfy(\.isASCII) }) }
      #expect(
        lines[8]
          == (symbols.isASCII
            ? "    . 0  - 1+  + 7+  * 14+  # 21+" : "    · 0  ░ 1+  ▒ 7+  ▓ 14+  █ 21+"))
    }
  }

  @Test func aYearNamesItsMonths() {
    let lines = Self.map([:]).lines(columns: 80, .unicode)
    #expect(
      lines[0] == "     Dec Jan Feb Mar  Apr May  Jun Jul Aug  Sep Oct Nov")
    #expect(lines[7] == "Sun " + String(repeating: "·", count: 52))
  }

  /// One evening with a thousand answers left all other days in the lightest shade.
  @Test func oneLongEveningLeavesTheOthersTheirShades() {
    var numbers = Dictionary(uniqueKeysWithValues: (1...30).map { (Self.today - $0, 20) })
    numbers[Self.today] = 1_000
    let map = Self.map(numbers)
    #expect(map.bounds == [1, 6, 11, 16])
    #expect(map.step(of: Self.today) == 4 && map.step(of: Self.today - 1) == 4)
    #expect(map.step(of: Self.today + 1) == 0)
  }

  @Test func fewAnswersAreFaint() {
    #expect(Self.map([Self.today: 1]).step(of: Self.today) == 1)
    #expect(Self.map([Self.today: 3, Self.today - 1: 1]).step(of: Self.today) == 3)
    #expect(Self.map([Self.today: .max]).step(of: Self.today) == 4)
    #expect(Self.map([:]).bounds == [1, 2, 3, 4])
  }

  @Test func colorsAreOneInk() {
    for depth in ColorDepth.allCases {
      let palette = Palette(depth: depth, colors: [], otherwise: ["#4060a0"])
      let lines = Self.map(Self.month).lines(columns: 80, .unicode, palette)
      let ink = palette.shade.parameters
      #expect(lines[3].contains(depth == .none ? "░▒▓█" : "\u{1B}[\(ink)m░▒▓█\u{1B}[0m"))
    }
  }

  @Test func theWeekBeginsAsInTheLocale() {
    #expect(Weekday.first(1, countedFrom: 1997_11_30) == 0)
    #expect(Weekday.first(2, countedFrom: 1997_11_30) == 1)
    #expect(Weekday.first(1, countedFrom: 1997_12_01) == 1)
    #expect(Weekday.first(7, countedFrom: 1997_11_30) == 6)
    #expect((0..<7).contains(Weekday.firstOfLocale))
    #expect(Weekday.of(Self.today) == 6 && Weekday.of(0) == 4 && Weekday.of(-1) == 3)
  }

  @Test func noRoomIsNoFault() {
    for columns in 0..<12 {
      #expect(Self.map(Self.month).lines(columns: columns, .unicode).count == 9)
    }
  }
}
