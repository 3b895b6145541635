/// The cards as they are remembered now, each direction by itself: when they are due, and how stable,
/// how difficult and how likely they are.
package struct CardsNow: Hashable, Sendable {
  /// The days of the forecast, with today.
  package static let daysAhead = 30
  /// Where the ranges of stabilities begin, in days.
  package static let stabilities = [0, 1, 2, 4, 8, 16, 32, 64, 128, 256]
  package static let difficulties = Array(1...9)
  /// Where the ranges begin, in percent.
  package static let chances = Array(stride(from: 0, to: 100, by: 10))

  /// What is due on each day; the first has all that waits.
  package private(set) var ahead = Array(repeating: 0, count: daysAhead)
  /// What is due after these.
  package private(set) var later = 0
  package private(set) var byStability = Array(repeating: 0, count: stabilities.count)
  package private(set) var byDifficulty = Array(repeating: 0, count: difficulties.count)
  package private(set) var byChance = Array(repeating: 0, count: chances.count)
  private var chances = 0.0
  private let today: Int
  private let fsrs: FSRS

  package init(today: Int, _ fsrs: FSRS) {
    (self.today, self.fsrs) = (today, fsrs)
  }

  /// The top of a chart of the days ahead: a backlog far above them all would hide the others.
  package static func top(of days: [Int]) -> Int {
    let (today, rest) = (days.first ?? 0, days.dropFirst().max() ?? 0)
    return rest > 0 && today > 4 * rest ? 2 * rest : max(today, rest)
  }

  package var cards: Int { byStability.reduce(0, +) }

  /// The mean chance that a card is remembered now; nil without any.
  package var meanChance: Double? { cards == 0 ? nil : chances / Double(cards) }

  /// Adds a card in one direction, and the local day on which it is due.
  package mutating func add(_ schedule: Schedule, due: Int) {
    let memory = schedule.memory
    let wait = max(due - today, 0)
    if wait < ahead.count { ahead[wait] += 1 } else { later += 1 }
    let chance = fsrs.retrievability(of: schedule, on: today)
    chances += chance
    byStability[Self.stabilities.count { Double($0) <= memory.stability } - 1] += 1
    byDifficulty[min(Int(memory.difficulty), byDifficulty.count) - 1] += 1
    byChance[min(Int(chance * 10), byChance.count - 1)] += 1
  }
}
