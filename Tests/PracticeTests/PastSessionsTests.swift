import Testing

@testable import Practice

@Suite struct PastSessionsTests {
  private let utc = LocalCalendar { _ in 0 }

  private func noon(_ day: Int) -> PracticeTime {
    utc.practiceTime(at: UInt64(day) * Schedule.day + 12 * hour)
  }

  /// The end of a session said nothing of the days in a row.
  @Test func daysInARowWithASessionAreAStreak() {
    var past = PastSessions()
    for day in 1...3 {
      for _ in 0..<2 { past.finish(at: noon(day), utc) }
      // The next day may still be practiced.
      #expect(
        past.done?.streak(at: noon(day)) == day && past.done?.streak(at: noon(day + 1)) == day)
    }
    past.finish(at: noon(4), utc)
    #expect(past.done?.streak(at: noon(4)) == 4)
    past.undoFinish(on: 4)
    #expect(past.done?.streak(at: noon(4)) == 3)
    past.finish(at: noon(4), utc)
    #expect(past.done?.streak(at: noon(6)) == 0)
    past.finish(at: noon(6), utc)
    #expect(past.done?.streak(at: noon(6)) == 1)
  }

  /// Days of practice were once made up for when the next day's session was taken back.
  @Test func aSessionTakenBackLeavesTheDaysBefore() {
    var past = PastSessions()
    for day in [10, 11, 12] { past.finish(at: noon(day), utc) }
    past.undoFinish(on: 12)
    #expect(past.done?.lastDay == 11)
    // There is nothing more to take back, and of two one is left.
    past.undoFinish(on: 12)
    #expect(past.done?.lastDay == 11)
    for _ in 0..<2 { past.finish(at: noon(12), utc) }
    past.undoFinish(on: 12)
    #expect(past.done?.lastDay == 12)
    // After midnight the session stays the day's on which it was finished.
    past.undoFinish(on: 13)
    #expect(past.done?.lastDay == 12)
  }

  /// Who practiced on two machines by turns had no days in a row on either.
  @Test func daysOfOtherMachinesCount() {
    func merged(_ own: SessionsDone?, _ days: [Int: Bool]) -> SessionsDone? {
      SessionsDone.merging(own, days)
    }
    let days = [8: true, 9: true, 11: true, 12: false]
    #expect(merged(nil, [:]) == nil && merged(nil, [3: false]) == nil)
    #expect(merged(nil, days) == SessionsDone(day: 11, count: 1))
    // What this machine did before it wrote a log counts.
    let own = SessionsDone(day: 10, count: 2, daysBefore: 3, keptUntil: 7)
    #expect(merged(own, [:]) == own && merged(own, [9: true, 10: true]) == own)
    #expect(merged(own, days) == SessionsDone(day: 11, count: 1, daysBefore: 4))
    #expect(merged(own, [6: true]) == SessionsDone(day: 10, count: 2, daysBefore: 4, keptUntil: 7))
    #expect(
      merged(own, [8: false]) == SessionsDone(day: 10, count: 2, daysBefore: 1, keptUntil: 7))
    #expect(merged(own, [10: false]) == SessionsDone(day: 9, count: 1, daysBefore: 2))
    let undone = SessionsDone(day: 10, count: 0, daysBefore: 2)
    #expect(merged(undone, [10: false]) == undone)
    #expect(merged(undone, [10: true]) == SessionsDone(day: 10, count: 1, daysBefore: 2))
    #expect(merged(undone, [7: true]) == SessionsDone(day: 10, count: 0, daysBefore: 3))
  }
}
