/// How somebody answers, as far as the log shows: the shares of grades, and how long answers take.
///
/// A few usual answers count with those of the log, so that a short log says something too.
package struct PracticeHabits: Hashable, Sendable {
  /// By rating, from 1, of cards that were new.
  private var firsts = [24.0, 9, 50, 17]
  /// By rating, of cards that were remembered; the first has none.
  private var recalled = [0.0, 22, 64, 14]
  private var milliseconds = [12_000.0, 10_000, 7_000, 4_000].map { $0 * 20 }
  private var answers = [20.0, 20, 20, 20]

  package init(_ log: some Sequence<LoggedReview> = EmptyCollection<LoggedReview>()) {
    var known: [CardDirection: Int] = [:]
    for logged in log {
      let before = known.updateValue(logged.day, forKey: logged.review.key)
      guard let rating = logged.review.rating else { continue }
      let index = rating.rawValue - 1
      milliseconds[index] += Double(logged.review.took)
      answers[index] += logged.review.took > 0 ? 1 : 0
      if before == nil { firsts[index] += 1 }
      if let before, before < logged.day, rating.isRecalled { recalled[index] += 1 }
    }
  }

  /// The mean time of an answer, in milliseconds.
  func took(_ rating: Rating) -> Double {
    milliseconds[rating.rawValue - 1] / answers[rating.rawValue - 1]
  }

  func first(_ generator: inout some RandomNumberGenerator) -> Rating {
    Self.drawn(firsts, &generator)
  }

  /// How a card is answered that is remembered with some chance.
  func later(_ chance: Double, _ generator: inout some RandomNumberGenerator) -> Rating {
    Double.random(in: 0..<1, using: &generator) < chance ? Self.drawn(recalled, &generator) : .again
  }

  private static func drawn(
    _ weights: [Double], _ generator: inout some RandomNumberGenerator
  ) -> Rating {
    var rest = Double.random(in: 0..<weights.reduce(0, +), using: &generator)
    for rating in Rating.allCases {
      rest -= weights[rating.rawValue - 1]
      if rest < 0 { return rating }
    }
    return .good
  }
}
