package import Practice
internal import Store

/// Somebody who reviews each card when the published parameters say, and forgets it as their own
/// parameters do.
package struct SimulatedLearner {
  private let own: FSRS
  /// 2020-01-01 00:00 UTC.
  package static let start: UInt64 = 1_577_836_800_000_000

  package init(_ parameters: FSRSParameters) { own = FSRS(parameters: parameters) }

  /// Forgets slowly at first and then fast, unlike most people; nil is never returned.
  package static var unusual: SimulatedLearner? {
    var parameters = FSRSParameters.published.values
    for (index, value) in [(2, 15.0), (3, 40), (8, 0.9), (20, 0.4)] { parameters[index] = value }
    return FSRSParameters(parameters).map(SimulatedLearner.init)
  }

  /// Four to eight reviews of each card, numbered from 0.
  package func reviews(
    cards: Int, using generator: inout some RandomNumberGenerator
  ) -> [(card: Int, rating: Rating, at: UInt64)] {
    (0..<cards).flatMap { card in
      var time = Self.start + UInt64(card % 30) * Schedule.day
      var planned: Schedule?
      var memory: Schedule?
      return (0..<Int.random(in: 4...8, using: &generator)).map { _ in
        let chance = memory.map { own.retrievability(of: $0, on: time.day) } ?? 0.7
        let rating: Rating = .random(in: 0..<1, using: &generator) < chance ? .good : .again
        let now = time
        let next = FSRS().schedule(after: planned, rating, at: now, on: now.day)
        planned = next
        memory = own.schedule(after: memory, rating, at: now, on: now.day)
        time = next.dueAt
        return (card, rating, now)
      }
    }
  }
}

extension PrivateBus {
  /// Adds reviews to the log while no daemon is running.
  package func log(_ reviews: [(card: Int, rating: Rating, at: UInt64)]) throws {
    let store = Store(directory: files.path("state/memorize"), now: { SimulatedLearner.start })
    try store.openInTime()
    defer { store.close() }
    let imported = reviews.map {
      Review(
        card: CardIdentity.guid("card\($0.card)"), direction: .forward, rating: $0.rating,
        at: $0.at)
    }
    _ = try store.change { tables throws(StoreError) in
      try tables.practice.add(reviews: imported, at: SimulatedLearner.start, FSRS())
    }
  }
}
