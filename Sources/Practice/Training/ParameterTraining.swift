internal import func Glibc.pow

/// Fits the parameters of FSRS to a person's reviews by the method of its authors' optimizer.
///
/// Initial stabilities are estimated first, then all parameters by gradient descent. Only reviews
/// on a later day than the one before are predicted.
package struct ParameterTraining: Sendable {
  /// The fewest reviews that parameters are trained on.
  package static let minimumReviews = 64
  /// Later reviews of a card are left out.
  private static let maximumHistory = 256

  private let data: TrainingData
  private let targets: [TrainingData.Target]
  /// The reviews that are used.
  package var reviews: Int { targets.count }
  /// All reviews on a later day than the one before.
  package var laterReviews: Int { data.targets.count }

  package init(_ log: some Sequence<LoggedReview>) {
    data = TrainingData(log)
    targets = Self.used(data.targets, of: data)
  }

  package struct Result: Sendable {
    /// Trained on all reviews.
    package let parameters: FSRSParameters
    package let present: FSRSParameters
    /// Of the present parameters, on the last fifth of reviews.
    package let before: PredictionError
    /// Of parameters trained on the reviews before the last fifth, on that fifth.
    package let after: PredictionError

    /// Whether the log leads to the present parameters again.
    package var isSame: Bool { parameters == present }
    /// The errors compare parameters trained on four fifths: they say nothing about parameters that
    /// are present already.
    package var isBetter: Bool { !isSame && after.logLoss < before.logLoss }
  }

  /// Trains on all reviews; how well that predicts is seen from training on the first four fifths.
  ///
  /// Returns nil if there are too few reviews, or if `progress`, which is called with the share
  /// that is done, returns false.
  package func result(
    present: FSRSParameters, progress: (Double) -> Bool
  ) -> Result? {
    guard reviews >= Self.minimumReviews else { return nil }
    let early = data.targets.prefix(data.targets.count * 4 / 5)
    let late = data.targets.dropFirst(early.count)
    let first = descent(Self.used(early, of: data))
    let second = descent(targets)
    let steps = Double(first.descent.steps + second.descent.steps)
    var done = 0.0
    let step = {
      done += 1
      return progress(done / steps)
    }
    let cards = PredictedCard.cards(of: late, in: data) { _ in 1 }
    guard let validated = trained(first, step), let parameters = trained(second, step),
      let before = PredictionError(of: present, on: cards),
      let after = PredictionError(of: validated, on: cards)
    else { return nil }
    return Result(parameters: parameters, present: present, before: before, after: after)
  }

  private static func used(
    _ targets: some Collection<TrainingData.Target>, of data: TrainingData
  ) -> [TrainingData.Target] {
    let filter = OutlierFilter(data, targets)
    return targets.filter { $0.index < maximumHistory && filter.keeps($0, of: data) }
  }

  private func descent(
    _ targets: [TrainingData.Target]
  ) -> (initial: InitialStability, descent: GradientDescent) {
    let last = Double(max(targets.count - 1, 1))
    // Recent reviews count up to four times as much as old ones.
    let cards = PredictedCard.cards(of: targets, in: data) {
      0.25 + 0.75 * pow(Double($0) / last, 3)
    }
    return (InitialStability(data, targets), GradientDescent(cards))
  }

  private func trained(
    _ training: (initial: InitialStability, descent: GradientDescent), _ step: () -> Bool
  ) -> FSRSParameters? {
    let start = training.initial.stabilities + FSRSParameters.published.values.dropFirst(4)
    guard let found = training.descent.parameters(from: start, step: step) else { return nil }
    // Parameters of ratings without cards have not been trained.
    let stabilities = Dictionary(uniqueKeysWithValues: zip(Rating.allCases, found))
    let complete = training.initial.filled(stabilities) + found.dropFirst(4)
    // As many digits as published parameters have.
    return FSRSParameters(FSRSParameters.clamped(complete.map { ($0 * 10_000).rounded() / 10_000 }))
  }
}

extension FSRSParameters {
  /// The nearest numbers in the ranges.
  static func clamped(_ values: [Double]) -> [Double] {
    zip(ranges, values).map { min(max($1, $0.lowerBound), $0.upperBound) }
  }
}

/// Leaves out cards whose first review on a later day came after an unusual time.
private struct OutlierFilter {
  /// How many reviews after the same time an estimate of a stability needs.
  private static let minimumReviews = 6
  /// For each first rating, this many reviews or a twentieth of them are left out.
  private static let leftOut = 20

  private var removed: Set<TrainingData.Beginning> = []

  init(_ data: TrainingData, _ targets: some Sequence<TrainingData.Target>) {
    var counts: [Rating: [Int: Int]] = [:]
    for target in targets where data.isFirstLater(target) {
      let beginning = data.beginning(of: target)
      counts[beginning.rating, default: [:]][beginning.days, default: 0] += 1
    }
    for (rating, days) in counts {
      let longest = rating == .easy ? 365 : 100
      let enough = max(Self.leftOut, days.values.reduce(0, +) / 20)
      var leftOut = 0
      // The rarest times first.
      for (days, count) in days.sorted(by: { ($0.value, $0.key) < ($1.value, $1.key) }) {
        if leftOut + count < enough {
          leftOut += count
        } else if count >= Self.minimumReviews && days <= longest {
          continue
        }
        removed.insert(TrainingData.Beginning(rating: rating, days: days))
      }
    }
  }

  func keeps(_ target: TrainingData.Target, of data: TrainingData) -> Bool {
    !removed.contains(data.beginning(of: target))
  }
}
