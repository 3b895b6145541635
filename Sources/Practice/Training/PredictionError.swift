internal import func Glibc.log

/// How well parameters predict the results of reviews: smaller is better.
package struct PredictionError: Hashable, Sendable {
  /// The mean of −ln of the predicted chance of the actual result.
  package let logLoss: Double
  /// The root mean square difference of predicted and observed recall, over groups of similar
  /// reviews.
  package let rmse: Double

  /// Nil without any predictions.
  init?(of parameters: FSRSParameters, on cards: [PredictedCard]) {
    let formulas = FSRSFormulas<Double>(parameters.values)
    var loss = 0.0
    var weight = 0.0
    var groups: [Group: Calibration] = [:]
    for card in cards {
      card.forEachPrediction(formulas) { prediction in
        loss += prediction.loss * prediction.weight
        weight += prediction.weight
        groups[Group(prediction.situation), default: Calibration()].add(prediction)
      }
    }
    guard weight > 0 else { return nil }
    logLoss = loss / weight
    // A dictionary has another order each time, and the last digit of a sum follows it.
    rmse = (groups.values.map(\.error).sorted().reduce(0, +) / weight).squareRoot()
  }

  /// Reviews after similar times, with the same numbers of reviews and lapses.
  private struct Group: Hashable {
    let days: Int
    let reviews: Int
    let lapses: Int?

    /// By the published widths, which grow exponentially.
    init(_ situation: ReviewSituation) {
      days = Self.exponent(of: situation.days, base: 3.62)
      reviews = Self.exponent(of: situation.reviews + 1, base: 1.89)
      lapses = situation.lapses > 0 ? Self.exponent(of: situation.lapses, base: 1.73) : nil
    }

    private static func exponent(of count: Int, base: Double) -> Int {
      Int((log(Double(count)) / log(base)).rounded(.down))
    }
  }

  private struct Calibration {
    private var predicted = 0.0
    private var observed = 0.0
    private var weight = 0.0

    mutating func add(_ prediction: PredictedCard.Prediction<Double>) {
      predicted += prediction.chance * prediction.weight
      observed += prediction.isRecalled ? prediction.weight : 0
      weight += prediction.weight
    }

    /// The square of the difference of the means, times the weight.
    var error: Double { (predicted - observed) * (predicted - observed) / weight }
  }
}
