/// The histories of cards, and the reviews in them whose results FSRS predicts.
struct TrainingData: Sendable {
  struct Step: Sendable {
    let rating: Rating
    /// Days since the step before; 0 for the first.
    let days: Int
    let at: UInt64
  }

  /// The reviews of a card in one direction by time.
  struct History: Sendable {
    var reviews: [Step] = []
    /// The index of the first review on a later day.
    var firstLater: Int?
  }

  /// A review on a later day than the one before.
  struct Target: Sendable {
    let history: Int
    let index: Int
  }

  private(set) var histories: [History] = []
  /// By time.
  let targets: [Target]

  /// Cards with a schedule that was taken over are left out: its reviews are unknown.
  init(_ log: some Sequence<LoggedReview>) {
    let rows = log.enumerated().sorted {
      // Rows of the same time stay in the order of the log.
      ($0.element.review.at, $0.offset) < ($1.element.review.at, $1.offset)
    }.map(\.element)
    let incomplete = Set(rows.filter { $0.review.rating == nil }.map(\.review.key))
    var numbers: [CardDirection: Int] = [:]
    var lastDays: [Int] = []
    var targets: [Target] = []
    for row in rows {
      let key = row.review.key
      guard let rating = row.review.rating, !incomplete.contains(key) else { continue }
      let number = numbers[key] ?? histories.count
      if number == histories.count {
        numbers[key] = number
        histories.append(History())
        lastDays.append(row.day)
      }
      let index = histories[number].reviews.count
      let days = Schedule.days(from: lastDays[number], until: row.day)
      lastDays[number] = row.day
      histories[number].reviews.append(Step(rating: rating, days: days, at: row.review.at))
      guard days > 0 else { continue }
      histories[number].firstLater = histories[number].firstLater ?? index
      targets.append(Target(history: number, index: index))
    }
    self.targets = targets
  }

  func review(_ target: Target) -> Step { histories[target.history].reviews[target.index] }

  /// Whether the review is the first of its card on a later day.
  func isFirstLater(_ target: Target) -> Bool {
    histories[target.history].firstLater == target.index
  }

  /// The data that determine the initial stability: a card's first rating, and the days until its
  /// first review on a later day.
  func beginning(of target: Target) -> Beginning {
    let history = histories[target.history]
    return Beginning(
      rating: history.reviews[0].rating,
      days: history.firstLater.map { history.reviews[$0].days } ?? 0)
  }

  struct Beginning: Hashable {
    let rating: Rating
    let days: Int
  }
}
