/// How many cards fall due on each of the days to come.
struct DayLoads: Sendable {
  private static let days = 2 * DayPlan.horizon

  let first: Int
  private var counts = [Int32](repeating: 0, count: days)

  init(from first: Int) { self.first = first }

  /// Whether all days can be counted that are balanced on a day.
  func covers(_ day: Int) -> Bool { (first...first + Self.days - DayPlan.horizon).contains(day) }

  subscript(day: Int) -> Int {
    counts.indices.contains(day - first) ? Int(counts[day - first]) : 0
  }

  mutating func add(_ change: Int32, on day: Int) {
    if counts.indices.contains(day - first) { counts[day - first] += change }
  }
}

extension Reviews {
  /// Kept up to date from now on, so that choosing a day does not count all cards.
  mutating func keepLoads(on day: Int) {
    if loads?.covers(day) != true { loads = counted(from: day) }
  }

  /// The loads of the days from one on.
  func dayLoads(on day: Int) -> DayLoads {
    loads.flatMap { $0.covers(day) ? $0 : nil } ?? counted(from: day)
  }

  private func counted(from day: Int) -> DayLoads {
    var loads = DayLoads(from: day)
    for card in cards where card.isAsked {
      card.forEachAsked { loads.add(1, on: fsrs.dueDay(of: $1)) }
    }
    return loads
  }
}
