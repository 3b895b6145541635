import Glibc
import MemoryGame
import SpanGames

/// Simulates the games of all memory spans, and prints the source of `SpanTable`.
@main
enum SpanTableProgram {
  static func main() throws {
    let rows = try SpanEstimate.pairs.map { pairs in
      try SpanEstimate.spans.map { try SpanSimulation(span: $0, pairs: pairs) }
    }
    print(
      """
      // Written by “make span-table”, from \(SpanSimulation.games) games a cell.

      /// The regret per pair of an opponent's solo games.
      ///
      /// Each number of pairs has a row, from 2 on, and each span a column, from 0 on.
      enum SpanTable {
        // swift-format-ignore
        static let means: [[Double]] = [
      \(lines(rows.map { $0.map(\.mean) }))
        ]

        // swift-format-ignore
        /// The variances of single games.
        static let variances: [[Double]] = [
      \(lines(rows.map { $0.map(\.variance) }))
        ]
      }
      """)
  }

  private static func lines(_ rows: [[Double]]) -> String {
    rows.map { "    [\($0.map(text).joined(separator: ", "))]," }.joined(separator: "\n")
  }

  private static func text(_ number: Double) -> String { "\((number * 1e5).rounded() / 1e5)" }
}
