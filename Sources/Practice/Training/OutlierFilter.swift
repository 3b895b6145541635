/// Leaves out cards whose first review on a later day came after an unusual time.
struct OutlierFilter {
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
