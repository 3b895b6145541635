internal import MemoryGame

internal import func Glibc.cos

/// Fits parameters to the results of reviews by Adam, in batches of cards.
struct GradientDescent {
  /// More than the published 5, which end before the loss is minimal; takes a second.
  private static let epochs = 20
  /// The reviews of a batch.
  private static let batchSize = 512
  private static let learningRate = 0.04
  /// How much the parameters differ between people; keeps those with little data near their start.
  private static let deviations: [Double] = [
    6.43, 9.66, 17.58, 27.85, 0.57, 0.28, 0.6, 0.12, 0.39, 0.18, 0.33, 0.3, 0.09, 0.16, 0.57, 0.25,
    1.03, 0.31, 0.32, 0.14, 0.27,
  ]

  private let batches: [[PredictedCard]]
  private let predictions: Int

  /// The number of steps.
  var steps: Int { batches.count * Self.epochs }

  init(_ cards: [PredictedCard]) {
    var batches: [[PredictedCard]] = []
    var size = 0
    // Cards of similar length come together.
    for card in cards.sorted(by: { $0.predictions < $1.predictions }) {
      if batches.isEmpty || size + card.predictions > Self.batchSize {
        batches.append([])
        size = 0
      }
      batches[batches.count - 1].append(card)
      size += card.predictions
    }
    self.batches = batches
    predictions = cards.reduce(0) { $0 + $1.predictions }
  }

  /// Returns nil if `step`, which is called after each step, returns false.
  func parameters(from start: [Double], step: () -> Bool) -> [Double]? {
    var parameters = start
    var adam = Adam(count: start.count)
    // Equal reviews give equal parameters.
    var generator = DealGenerator(seed: 2023)
    var done = 0
    for _ in 0..<Self.epochs {
      for batch in shuffled(batches, using: &generator) {
        let rate =
          Self.learningRate * (1 + cos(.pi * Double(done) / Double(steps))) / 2
        var gradient = Self.gradient(of: batch, at: parameters)
        let share =
          Double(batch.reduce(0) { $0 + $1.predictions }) / Double(predictions)
        for (index, deviation) in Self.deviations.enumerated() {
          gradient[index] +=
            2 * (parameters[index] - start[index]) / (deviation * deviation) * share
        }
        adam.step(&parameters, gradient, rate: rate)
        parameters = FSRSParameters.clamped(parameters)
        done += 1
        guard step() else { return nil }
      }
    }
    return parameters
  }

  static func gradient(of cards: [PredictedCard], at parameters: [Double]) -> Gradient {
    let formulas = FSRSFormulas<Dual>(
      parameters.enumerated().map { Dual($0.element, parameter: $0.offset) })
    var gradient = Gradient()
    for card in cards {
      card.forEachPrediction(formulas) {
        gradient = Gradient(1, gradient, $0.weight, $0.loss.gradient)
      }
    }
    return gradient
  }

  private func shuffled(
    _ batches: [[PredictedCard]], using generator: inout DealGenerator
  ) -> [[PredictedCard]] {
    var batches = batches
    for index in batches.indices.dropFirst() {
      batches.swapAt(index, generator.below(index + 1))
    }
    return batches
  }
}

/// Adam's method: the steps follow means of past gradients, relative to their size.
private struct Adam {
  private var mean: [Double]
  private var square: [Double]
  private var meanBias = 1.0
  private var squareBias = 1.0

  init(count: Int) {
    mean = Array(repeating: 0, count: count)
    square = mean
  }

  mutating func step(_ parameters: inout [Double], _ gradient: Gradient, rate: Double) {
    meanBias *= 0.9
    squareBias *= 0.999
    for index in parameters.indices {
      mean[index] = 0.9 * mean[index] + 0.1 * gradient[index]
      square[index] = 0.999 * square[index] + 0.001 * gradient[index] * gradient[index]
      let size = (square[index] / (1 - squareBias)).squareRoot()
      parameters[index] -= rate * mean[index] / (1 - meanBias) / (size + 1e-8)
    }
  }
}
