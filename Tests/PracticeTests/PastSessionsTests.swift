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
    func streak(_ days: Set<Int>, _ own: SessionsDone? = nil, on day: Int = 10) -> Int {
      PracticedDays(days).streak(at: noon(day), own)
    }
    #expect(streak([]) == 0 && streak([8]) == 0 && streak([9]) == 1 && streak([8, 9, 10]) == 3)
    // What this machine has done is among the days, but for those of before it wrote a log.
    let own = SessionsDone(day: 10, count: 2, daysBefore: 3)
    #expect(streak([], own) == 4 && streak([9, 10], own) == 4)
    #expect(streak([4, 5, 6, 7, 8, 9, 10], own) == 7)
    // A clock that is ahead ends no streak.
    #expect(streak([9, 10, 12]) == 2 && streak([8, 9, 11]) == 2 && streak([9, 10, 11, 12]) == 3)
    let undone = SessionsDone(day: 10, count: 0, daysBefore: 2)
    #expect(streak([8, 9], undone) == 2 && streak([8, 9, 10], undone) == 3)
    let days = PracticedDays([3, 4, 9, 12])
    #expect(days.isDone(on: 9, nil) && !days.isDone(on: 10, nil) && days.isDone(on: 10, own))
    #expect(days.last(upTo: 10, nil) == 9 && days.last(upTo: 10, own) == 10)
    #expect(days.last(upTo: 2, nil) == nil && days.last(upTo: 13, own) == 12)
  }
}
