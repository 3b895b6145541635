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
}
