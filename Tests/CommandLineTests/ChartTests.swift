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
}
