/// A card, and the reviews of it whose results are predicted.
struct PredictedCard: Sendable {
  /// Up to the last one that is predicted.
  private let reviews: [TrainingData.Step]
  /// Of each review; 0 if it is not predicted.
  private let weights: [Double]
  /// How many are predicted.
  let predictions: Int

  private init(_ history: TrainingData.History, weights: [Double]) {
    reviews = Array(history.reviews.prefix(weights.count))
    self.weights = weights
    predictions = weights.reduce(0) { $1 > 0 ? $0 + 1 : $0 }
  }

  /// The cards of some targets; `weight` receives the index of each target.
  static func cards(
    of targets: some Collection<TrainingData.Target>, in data: TrainingData,
    weight: (Int) -> Double
  ) -> [PredictedCard] {
    var weights: [Int: [Double]] = [:]
    for (index, target) in targets.enumerated() {
      let known = weights[target.history, default: []].count
      weights[target.history, default: []] += Array(repeating: 0, count: target.index + 1 - known)
      weights[target.history]?[target.index] = weight(index)
    }
    return weights.sorted { $0.key < $1.key }.map {
      PredictedCard(data.histories[$0.key], weights: $0.value)
    }
  }

  /// How likely a review was to succeed, and whether it did.
  struct Prediction<Number: FSRSNumber> {
    let chance: Number
    let isRecalled: Bool
    let weight: Double
    let situation: ReviewSituation

    /// The binary cross-entropy.
    var loss: Number {
      let outcome = isRecalled ? chance : 1.0 - chance
      // One that was thought impossible must not outweigh all others.
      return -Number.log(max(1e-7, outcome))
    }
  }

  /// Follows the card's memory from its first review.
  func forEachPrediction<Number: FSRSNumber>(
    _ formulas: FSRSFormulas<Number>, _ body: (Prediction<Number>) -> Void
  ) {
    guard let first = reviews.first else { return }
    var memory = formulas.first(first.rating)
    var situation = ReviewSituation()
    for index in reviews.indices.dropFirst() {
      let review = reviews[index]
      let chance = review.days > 0 ? formulas.retrievability(of: memory, after: review.days) : nil
      if let chance {
        situation.days = review.days
        situation.reviews += 1
        if weights[index] > 0 {
          body(
            Prediction(
              chance: chance, isRecalled: review.rating.isRecalled, weight: weights[index],
              situation: situation))
        }
        if review.rating == .again { situation.lapses += 1 }
      }
      // A step costs more than all the rest, so none is made after the last prediction.
      guard index < reviews.count - 1 else { return }
      memory = formulas.next(memory, review.rating, chance)
    }
  }
}

/// What is known of a card before a review on a later day.
struct ReviewSituation {
  /// Since the review before.
  var days = 0
  /// Those on later days, with this one.
  var reviews = 0
  var lapses = 0
}
