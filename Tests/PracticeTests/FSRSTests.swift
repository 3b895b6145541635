import Foundation
import TestSupport
import Testing

@testable import Practice

@Suite struct FSRSTests {
  struct Vectors: Decodable {
    struct Review: Decodable {
      let rating: Int
      let elapsedDays: Double?
      let elapsedHours: Double?
      let stability: Double
      let difficulty: Double
      let intervalDays: Int
    }
    struct SameDay: Decodable {
      let sequences: [[Review]]
    }
    let sequences: [[Review]]
    let sameDay: SameDay
  }

  @Test func vectors() throws {
    let file: Vectors = try fixture("fsrs", of: .module)
    #expect(file.sequences.count == 16 && file.sameDay.sequences.count == 13)
    for sequence in file.sequences + file.sameDay.sequences {
      var day = newYear.day
      var schedule: Schedule?
      for review in sequence {
        let rating = try #require(Rating(rawValue: review.rating))
        let days = review.elapsedDays ?? (review.elapsedHours ?? 0) / 24
        day += Int(days)
        let next = FSRS().schedule(after: schedule, rating, at: newYear, on: day)
        #expect(abs(next.memory.stability - review.stability) < 1e-6)
        #expect(abs(next.memory.difficulty - review.difficulty) < 1e-6)
        #expect(next.interval == review.intervalDays)
        schedule = next
      }
    }
  }

  /// A card is due when it is remembered with the desired chance.
  @Test func retrievabilityAtTheStabilityIsTheRetention() throws {
    for stability in [1.0, 7, 365, 20_000] {
      let memory = try #require(MemoryState(stability: stability, difficulty: 5))
      let chance = FSRS().formulas.retrievability(of: memory, after: Int(stability))
      #expect(abs(chance - FSRS().retention) < 1e-12)
      #expect(FSRS().interval(of: memory) == Int(stability))
    }
  }

  @Test func intervalsEndAtTheLongest() throws {
    let memory = try #require(MemoryState(stability: 1e300, difficulty: 1))
    #expect(FSRS().interval(of: memory) == 36_500)
    let short = try #require(MemoryState(stability: 0.001, difficulty: 10))
    #expect(FSRS().interval(of: short) == 1)
  }

  @Test func damagedNumbersAreNoMemory() {
    #expect(MemoryState(stability: .nan, difficulty: 5) == nil)
    #expect(MemoryState(stability: .infinity, difficulty: 5) == nil)
    #expect(MemoryState(stability: 0, difficulty: 5) == nil)
    #expect(MemoryState(stability: 1, difficulty: .nan) == nil)
    #expect(MemoryState(stability: 1, difficulty: 10.1) == nil)
  }

  @Test func daysAreLocalAndNeverNegative() {
    let schedule = FSRS().schedule(after: nil, .good, at: newYear + 21 * hour, on: 100)
    #expect(schedule.days(until: 99) == 0 && schedule.days(until: 100) == 0)
    #expect(schedule.days(until: 101) == 1)
    #expect(schedule.dueDay == 102)
    // A damaged store may have any day.
    let last = FSRS().schedule(after: nil, .good, at: .max, on: .max)
    #expect(last.dueDay == Int(Int32.max) + 2)
    // In a time zone that is a day behind, the review counts as on the same day.
    let back = FSRS().schedule(after: schedule, .again, at: newYear + 30 * hour, on: 99)
    let same = FSRS().schedule(after: schedule, .again, at: newYear + 30 * hour, on: 100)
    #expect(back.memory == same.memory)
  }
}
