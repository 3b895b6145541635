/// The memory span whose solo games have as much regret as a player's.
///
/// It describes how games were played; it does not diagnose a memory.
package struct SpanEstimate: Hashable, Sendable {
  /// A solo game that was won without knowing the deal.
  package struct Played: Sendable {
    let pairs: Int
    /// Per pair.
    let regret: Double

    /// Nil if the table has no game of that size.
    package init?(pairs: Int, regret: Double) {
      guard SpanEstimate.pairs.contains(pairs), regret.isFinite else { return nil }
      (self.pairs, self.regret) = (pairs, max(regret, 0) / Double(pairs))
    }
  }

  /// The spans and numbers of pairs of the table: as many pairs as any theme deals by itself.
  package static let spans = 0...20
  package static let pairs = 2...24

  package static let minimumGames = 10
  /// Older games are left out, so that the estimate follows changes.
  package static let maximumGames = 50

  /// In cards, to a tenth.
  package let span: Double
  /// The ends of the 90% interval; no upper one if the games would look alike with any larger span.
  package let low: Double
  package let high: Double?
  package let games: Int

  /// From the newest games; nil if they are too few.
  package init?(_ games: [Played]) {
    let games = games.prefix(Self.maximumGames)
    guard games.count >= Self.minimumGames else { return nil }
    let steps = (0...10 * Self.spans.upperBound).map {
      Comparison(of: games, with: Double($0) / 10)
    }
    let nearest = steps.min { abs($0.difference) < abs($1.difference) }
    let likely = steps.filter(\.isLikely)
    guard let nearest, let last = steps.last else { return nil }
    span = nearest.span
    low = likely.first?.span ?? span
    high = likely.last.map { $0.span == last.span ? nil : $0.span } ?? span
    self.games = games.count
  }
}

/// How much a player's games differ from those of a span.
private struct Comparison {
  let span: Double
  /// The mean regret per pair, minus the span's.
  private(set) var difference = 0.0
  /// The standard error of the difference.
  private var error = 0.0
  private let games: Int

  init(of games: ArraySlice<SpanEstimate.Played>, with span: Double) {
    (self.span, self.games) = (span, games.count)
    let count = Double(games.count)
    let cells = games.map { SpanTable.cell(span: span, pairs: $0.pairs) }
    let differences = zip(games, cells).map { $0.regret - $1.mean }
    difference = differences.reduce(0, +) / count
    let squares = differences.reduce(0) { $0 + ($1 - difference) * ($1 - difference) }
    // Games that all went well have no spread, and those of the span would have some.
    let expected = cells.reduce(0) { $0 + $1.variance } / count
    error = (max(squares / (count - 1), expected) / count).squareRoot()
  }

  /// Whether 90 of 100 such series of games would be at least as close.
  var isLikely: Bool {
    // Student's quantile of 95%, to 0.01 from ten games on.
    let quantile = 1.645 * (1 + 1 / Double(games - 1))
    return abs(difference) <= quantile * error + Grading.tolerance
  }
}

extension SpanTable {
  /// Between the cells of two spans.
  fileprivate static func cell(span: Double, pairs: Int) -> (mean: Double, variance: Double) {
    let row = pairs - SpanEstimate.pairs.lowerBound
    let below = min(Int(span), SpanEstimate.spans.upperBound - 1)
    let part = span - Double(below)
    func between(_ values: [Double]) -> Double {
      values[below] * (1 - part) + values[below + 1] * part
    }
    return (between(means[row]), between(variances[row]))
  }
}
