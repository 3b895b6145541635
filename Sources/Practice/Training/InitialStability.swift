internal import func Glibc.exp
internal import func Glibc.log

/// The stability after the first rating of a card, estimated from its first review on a later day.
struct InitialStability {
  /// The number of cards for each first rating.
  private(set) var counts: [Rating: Int] = [:]
  /// By first rating; ratings without cards are filled in.
  private(set) var stabilities: [Double] = []

  init(_ data: TrainingData, _ targets: some Collection<TrainingData.Target>) {
    var outcomes: [Rating: [Int: Outcome]] = [:]
    var recalled = 0
    for target in targets {
      let isRecalled = data.review(target).rating.isRecalled
      if isRecalled { recalled += 1 }
      guard data.isFirstLater(target) else { continue }
      let beginning = data.beginning(of: target)
      outcomes[beginning.rating, default: [:]][beginning.days, default: Outcome()].add(isRecalled)
      counts[beginning.rating, default: 0] += 1
    }
    let averageRecall = Double(recalled) / Double(max(targets.count, 1))
    var found: [Rating: Double] = [:]
    for (rating, outcomes) in outcomes {
      let smoothed = outcomes.sorted { $0.key < $1.key }.map {
        $0.value.point(days: $0.key, averageRecall: averageRecall)
      }
      found[rating] = Self.search(smoothed, near: Self.published(rating))
    }
    stabilities = filled(found)
  }

  /// How often cards were remembered after a number of days.
  private struct Outcome {
    private var count = 0.0
    private var recalled = 0.0

    mutating func add(_ isRecalled: Bool) {
      count += 1
      if isRecalled { recalled += 1 }
    }

    /// One more review with the average result keeps the recall of few away from 0 and 1.
    func point(days: Int, averageRecall: Double) -> Point {
      Point(days: days, recall: (recalled + averageRecall) / (count + 1), count: count)
    }
  }

  private struct Point {
    let days: Int
    let recall: Double
    let count: Double
  }

  private static func published(_ rating: Rating) -> Double {
    FSRSParameters.published[rating.rawValue - 1]
  }

  private static let range = FSRSParameters.ranges[0]

  /// Finds the stability with the least loss by ternary search: the loss has one minimum.
  private static func search(_ points: [Point], near published: Double) -> Double {
    let formulas = FSRSFormulas<Double>(FSRSParameters.published.values)
    func loss(_ stability: Double) -> Double {
      let memory = MemoryState(clamping: stability, difficulty: 1)
      let loss = points.reduce(0.0) { sum, point -> Double in
        let chance = formulas.retrievability(of: memory, after: point.days)
        let recalled = point.recall * log(chance)
        let forgotten = (1 - point.recall) * log(1 - chance)
        return sum - point.count * (recalled + forgotten)
      }
      return loss + abs(stability - published) / 16
    }
    var (low, high) = (range.lowerBound, range.upperBound)
    while high - low > 1e-9 {
      let third = (high - low) / 3
      if loss(low + third) < loss(high - third) { high -= third } else { low += third }
    }
    return (low + high) / 2
  }
}

// Ratings that few or no cards began with.
extension InitialStability {
  /// Makes better ratings more stable, and fills in those without cards.
  func filled(_ stabilities: [Rating: Double]) -> [Double] {
    var stabilities = stabilities.filter { counts[$0.key] != nil }
    for (worse, better) in [
      (Rating.again, Rating.hard), (.hard, .good), (.good, .easy), (.again, .good), (.hard, .easy),
      (.again, .easy),
    ] {
      guard let low = stabilities[worse], let high = stabilities[better], low > high else {
        continue
      }
      if counts[worse, default: 0] > counts[better, default: 0] {
        stabilities[better] = low
      } else {
        stabilities[worse] = high
      }
    }
    let complete: [Double]
    if let only = stabilities.first, stabilities.count == 1 {
      let ratio = only.value / Self.published(only.key)
      complete = Rating.allCases.map { Self.published($0) * ratio }
    } else {
      complete = Self.interpolated(Rating.allCases.map { stabilities[$0] })
    }
    return complete.map { min(max($0, Self.range.lowerBound), Self.range.upperBound) }
  }

  /// Fills in the rest of two or more, from the usual ratios of the four.
  private static func interpolated(_ stabilities: [Double?]) -> [Double] {
    // Hard lies between again and good, and good between hard and easy, on a scale of logarithms.
    let again = 0.41
    let easy = 0.54
    var logs = stabilities.map { $0.map { log($0) } }
    if logs[1] == nil, let a = logs[0], let c = logs[2] { logs[1] = again * a + (1 - again) * c }
    if logs[2] == nil, let b = logs[1], let d = logs[3] { logs[2] = (1 - easy) * b + easy * d }
    if logs[1] == nil, logs[2] == nil, let a = logs[0], let d = logs[3] {
      let b = (again * a + (1 - again) * easy * d) / (again + easy - again * easy)
      (logs[1], logs[2]) = (b, (1 - easy) * b + easy * d)
    }
    if logs[1] == nil, let c = logs[2], let d = logs[3] { logs[1] = (c - easy * d) / (1 - easy) }
    if logs[2] == nil, let a = logs[0], let b = logs[1] { logs[2] = (b - again * a) / (1 - again) }
    if let b = logs[1], let c = logs[2] {
      logs[0] = logs[0] ?? (b - (1 - again) * c) / again
      logs[3] = logs[3] ?? (c - (1 - easy) * b) / easy
    }
    return zip(logs, FSRSParameters.published.values).map { found, published in
      found.map { exp($0) } ?? published
    }
  }
}
