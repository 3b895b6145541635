import BoardLayout
import TestSupport
import Testing

@testable import CellDrawing
@testable import Screens
@testable import memorize

/// A chart shows one number, equal ones, and whatever a service publishes.
@Suite struct ChartTests {
  private func lines(_ values: [Double], isASCII: Bool = false) -> [String] {
    Chart(values: values, tops: [0.1, 0.35, 1, 2], isASCII ? .ascii : .unicode).lines()
  }

  @Test func barsAreReadAgainstTheFirstBoundThatHoldsThem() {
    #expect(lines([0.5, 1]) == ["1 │ █", "  │ █", "  │██", "0 │██"])
    #expect(lines([0, 0.05, 0.1]) == ["0.1 │  █", "    │  █", "    │ ██", "  0 │▁██"])
    #expect(lines([0.2], isASCII: true) == ["0.35 |", "     |.", "     |#", "   0 |#"])
  }

  @Test func equalNumbersAreEqualBars() {
    #expect(lines([0, 0, 0]) == ["0.1 │", "    │", "    │", "  0 │▁▁▁"])
    #expect(lines([1, 1]) == lines([1]).map { $0 + ($0.last ?? " ").description })
    #expect(lines([0], isASCII: true) == ["0.1 |", "    |", "    |", "  0 |."])
    #expect(lines([]).isEmpty)
  }

  @Test(arguments: [3.0, 1e9, 1e300, .greatestFiniteMagnitude])
  func aNumberAboveAllBoundsIsTheTop(value: Double) {
    let lines = lines([value, value / 2])
    #expect(lines.count == 4)
    #expect(lines[0].count { $0 == "█" } == 1 && lines[3].count { $0 == "█" } == 2)
  }

  private func dots(
    _ numbers: [Double?], line: [Double?]? = nil, _ symbols: Symbols, columns: Int = 20
  ) -> [String] {
    DotChart(
      dots: [numbers], line: line ?? numbers.map { _ in nil }, tops: [0.1, 1, 20], symbols
    ).lines(columns: columns)
  }

  @Test func eachNumberIsADot() {
    #expect(dots([0, 1], .ascii) == ["1 |   .", "  |", "  |", "  |", "  |", "0 |."])
    #expect(dots([0, 1], .unicode) == ["1 │   ⠈", "  │", "  │", "  │", "  │", "0 │⡀"])
    #expect(dots([0], .unicode).last == "  0 │⡀")
    #expect(dots([nil, nil], .unicode).isEmpty && dots([], .ascii).isEmpty)
  }

  @Test func aLineJoinsItsNumbersAndLiesOverTheDots() {
    let rising = dots([nil, 1], line: [0, 1], .ascii)
    #expect(rising == ["1 |   *", "  |  *", "  | *", "  | *", "  |*", "0 |*"])
    // It has a gap where a number is missing.
    #expect(dots([1, nil, 1], line: [1, nil, 1], .ascii)[0] == "1 |*    *")
    let painted = DotChart(dots: [[1, 1]], line: [nil, 0], tops: [1], .unicode)
      .lines(columns: 20, Palette(depth: .trueColor))
    #expect(painted.joined().count { $0 == "\u{1B}" } > 6)
    #expect(painted.map(withoutEscapes)[0] == "1 │⠁  ⠈")
  }

  @Test(arguments: [3, 8, 40, 80, 120]) func noChartIsWiderThanItsScreen(columns: Int) {
    for count in [1, 2, 19, 200, 1_000] {
      for symbols in [Symbols.unicode, .ascii] {
        let values = (0..<count).map { Double($0 % 7) * 1e3 }
        let lines = dots(values, line: values, symbols, columns: columns)
        #expect(lines.count == 6)
        let width = max(columns, "6000".count + 3)
        #expect(lines.allSatisfy { $0.cells <= width })
        #expect(!symbols.isASCII || lines.joined().utf8.allSatisfy { $0 < 0x80 })
      }
    }
  }
}
