import DBus
import Foundation
import Practice
import Store
import TestSupport
import Testing

@testable import memorized

/// The daily reminder: once a day or not at all, and no wake-up but at its time.
@Suite(.timeLimit(.minutes(30))) struct DailyReminderTests {
  private typealias Desk = ReminderDesk

  /// A desk in UTC with the reminder on, for 19:00.
  private func desk(at clockTime: String = "12:00", isOn: Bool = true) throws -> ReminderDesk {
    let desk = try Desk("UTC", at: Desk.utc("2012-05-10", clockTime))
    if isOn { try desk.set("DailyReminder", .boolean(true)) }
    return desk
  }

  /// A year with both changes of daylight saving, whose times PracticeTests check.
  @Test func everyDayOfAYearHasOneAndNoOtherWakeUp() throws {
    let start = try Desk.utc("2011-06-01", "12:00")
    let desk = try Desk("America/New_York", at: start)
    try desk.set("DailyReminderTime", .string("02:30"))
    try desk.set("DailyReminder", .boolean(true))
    desk.pass(to: start + 366 * Desk.day)
    #expect(Set(desk.given.map { desk.wall($0).prefix(10) }).count == 366)
    #expect(desk.given.count == 366 && desk.wakeUps == 366)
    // The clock skips that minute once: then it comes as long after the skip.
    #expect(desk.given.map(desk.wall).filter { !$0.hasSuffix("02:30") } == ["2012-03-11 03:30"])
    // Asleep for some days: one on waking.
    desk.setClock(to: try Desk.utc("2012-06-10", "12:00"))
    desk.setClock(to: try Desk.utc("2012-06-10", "13:00"))
    #expect(desk.given.count == 367)
    // The clock is set back to the day before, and goes on through the day that was reminded of.
    desk.setClock(to: try Desk.utc("2012-06-09", "12:00"))
    desk.pass(to: try Desk.utc("2012-06-10", "23:00"))
    #expect(desk.given.count == 367)
  }

  @Test func offWakesNobodyAndOnWaitsForItsNextTime() throws {
    let desk = try desk(isOn: false)
    #expect(!desk.reminder.isArmed && desk.timer.time == nil)
    desk.pass(to: try Desk.utc("2012-05-11", "20:00"))
    try desk.set("DailyReminder", .boolean(true))
    #expect(desk.reminder.isArmed)
    #expect(desk.timer.time == (try Desk.utc("2012-05-12", "19:00")))
    // Off cancels what is pending.
    try desk.set("DailyReminder", .boolean(false))
    #expect(!desk.reminder.isArmed && desk.timer.time == nil)
    desk.setClock(to: try Desk.utc("2012-05-12", "19:30"))
    #expect(desk.given.isEmpty && desk.wakeUps == 0)
    // A reminder that was off at its time is not made up for.
    try desk.set("DailyReminder", .boolean(true))
    #expect(desk.given.isEmpty)
    desk.pass(to: try Desk.utc("2012-05-13", "19:10"))
    #expect(desk.given.map(desk.wall) == ["2012-05-13 19:00"])
    // Off and on again brings no second one.
    try desk.set("DailyReminder", .boolean(false))
    try desk.set("DailyReminder", .boolean(true))
    desk.pass(to: try Desk.utc("2012-05-14", "18:00"))
    #expect(desk.given.count == 1 && desk.wakeUps == 1)
  }

  @Test func anotherTimeCountsAtOnceAndRemindsNoSecondTime() throws {
    let desk = try desk()
    try desk.set("DailyReminderTime", .string("15:30"))
    #expect(desk.timer.time == (try Desk.utc("2012-05-10", "15:30")))
    // A time that has passed means tomorrow.
    try desk.set("DailyReminderTime", .string("11:00"))
    #expect(desk.timer.time == (try Desk.utc("2012-05-11", "11:00")))
    desk.pass(to: try Desk.utc("2012-05-11", "12:00"))
    try desk.set("DailyReminderTime", .string("12:30"))
    desk.pass(to: try Desk.utc("2012-05-12", "13:00"))
    #expect(desk.given.map(desk.wall) == ["2012-05-11 11:00", "2012-05-12 12:30"])
    #expect(desk.wakeUps == 2)
    // Other settings change nothing.
    let time = desk.timer.time
    try desk.set("NewPerDay", .uint32(3))
    #expect(desk.timer.time == time && desk.given.count == 2)
  }

  /// Nobody tells of another zone: it is looked at when the timer comes, or anything changes.
  @Test func anotherZoneCountsOnWaking() throws {
    let desk = try Desk("Europe/Berlin", at: Desk.utc("2012-05-10", "12:00"))
    try desk.set("DailyReminder", .boolean(true))
    desk.zone = try #require(TimeZone(identifier: "America/New_York"))
    desk.pass(to: try Desk.utc("2012-05-11", "00:00"))
    #expect(desk.given.map(desk.wall) == ["2012-05-10 19:00"])
    #expect(desk.wakeUps == 2)
    // In the aeroplane, asleep, to where it is the next day's evening.
    desk.zone = try #require(TimeZone(identifier: "Asia/Kolkata"))
    desk.setClock(to: try Desk.utc("2012-05-11", "15:00"))
    #expect(desk.given.map(desk.wall).last == "2012-05-11 20:30")
    desk.pass(to: try Desk.utc("2012-05-12", "14:00"))
    #expect(desk.given.map(desk.wall).last == "2012-05-12 19:00")
    #expect(desk.given.count == 3)
  }

  /// The reminder was once silent until the time came again at which it had been turned on.
  @Test(arguments: [false, true])
  func aClockThatWasAheadWhenItWasSetPutsNothingOff(restarts: Bool) throws {
    let desk = try Desk("UTC", at: Desk.utc("2037-01-01", "12:00"))
    try desk.set("DailyReminder", .boolean(true))
    desk.pass(to: try Desk.utc("2037-01-03", "00:00"))
    #expect(desk.given.count == 2)
    desk.setClock(to: try Desk.utc("2012-05-10", "12:00"))
    if restarts { desk.restart() }
    let wakeUps = desk.wakeUps
    desk.pass(to: try Desk.utc("2012-05-13", "00:00"))
    #expect(
      desk.given.map(desk.wall).dropFirst(2)
        == ["2012-05-10 19:00", "2012-05-11 19:00", "2012-05-12 19:00"])
    #expect(desk.wakeUps - wakeUps == 3)
  }

  @Test func noReminderAfterPractice() throws {
    let desk = try desk()
    try desk.finishSession()
    #expect(desk.timer.time == (try Desk.utc("2012-05-11", "19:00")))
    desk.pass(to: try Desk.utc("2012-05-11", "18:00"))
    #expect(desk.given.isEmpty && desk.wakeUps == 0)
    // A restart forgets nothing of it.
    try desk.finishSession()
    desk.restart(at: try Desk.utc("2012-05-11", "19:30"))
    #expect(desk.given.isEmpty)
    desk.pass(to: try Desk.utc("2012-05-13"))
    #expect(desk.given.map(desk.wall) == ["2012-05-12 19:00"])
    #expect(desk.wakeUps == 1)
  }

  @Test func aSessionTakenBackIsNotDone() throws {
    let desk = try desk()
    try desk.finishSession()
    try desk.takeSessionBack()
    // There is nothing more to take back.
    try desk.takeSessionBack()
    #expect(desk.timer.time == (try Desk.utc("2012-05-10", "19:00")))
    desk.pass(to: try Desk.utc("2012-05-10", "20:00"))
    #expect(desk.given.map(desk.wall) == ["2012-05-10 19:00"])

    // Of two, one is left.
    desk.pass(to: try Desk.utc("2012-05-11", "12:00"))
    try desk.finishSession()
    try desk.finishSession()
    try desk.takeSessionBack()
    desk.restart()
    desk.pass(to: try Desk.utc("2012-05-12", "12:00"))
    #expect(desk.given.count == 1)

    // Taken back when the time has passed: it comes now.
    try desk.finishSession()
    desk.pass(to: try Desk.utc("2012-05-12", "21:00"))
    try desk.takeSessionBack()
    #expect(desk.given.map(desk.wall).last == "2012-05-12 21:00")
    try desk.finishSession()
    try desk.takeSessionBack()
    #expect(desk.given.count == 2)
  }

  /// Days of practice were once made up for when the next day's session was taken back.
  @Test func aSessionTakenBackLeavesTheDaysBefore() throws {
    let desk = try desk()
    for day in ["2012-05-10", "2012-05-11", "2012-05-12"] {
      desk.pass(to: try Desk.utc(day, "12:00"))
      try desk.finishSession()
    }
    try desk.takeSessionBack()
    #expect(desk.given.isEmpty)
    #expect(desk.timer.time == (try Desk.utc("2012-05-12", "19:00")))
    // After midnight the session stays the day's on which it was finished.
    try desk.finishSession()
    desk.pass(to: try Desk.utc("2012-05-13", "00:01"))
    try desk.takeSessionBack()
    #expect(desk.given.isEmpty)
    #expect(desk.timer.time == (try Desk.utc("2012-05-13", "19:00")))
  }

  @Test func aRestartNeitherLosesNorDoublesIt() throws {
    let desk = try desk()
    desk.restart(at: try Desk.utc("2012-05-10", "18:59"))
    #expect(desk.reminder.isArmed && desk.given.isEmpty)
    desk.pass(to: try Desk.utc("2012-05-10", "19:01"))
    desk.restart()
    desk.restart(at: try Desk.utc("2012-05-11", "08:00"))
    #expect(desk.given.map(desk.wall) == ["2012-05-10 19:00"])
    // It did not run at the time.
    desk.restart(at: try Desk.utc("2012-05-11", "21:00"))
    desk.restart(at: try Desk.utc("2012-05-11", "22:00"))
    #expect(desk.given.map(desk.wall) == ["2012-05-10 19:00", "2012-05-11 21:00"])
  }

  @Test func aDaemonKilledInBetweenRemindsAtMostOnce() throws {
    let desk = try desk()
    desk.diesBeforeTelling = true
    desk.pass(to: try Desk.utc("2012-05-10", "19:00"))
    #expect(desk.storedAtDeath == "15470")
    desk.diesBeforeTelling = false
    desk.restart()
    #expect(desk.given.isEmpty)
    desk.pass(to: try Desk.utc("2012-05-12"))
    #expect(desk.given.map(desk.wall) == ["2012-05-11 19:00"])
  }

  @Test func aDaemonWithoutTheNameDoesNotRemind() throws {
    let desk = try desk()
    desk.reminder.end()
    #expect(!desk.reminder.isArmed && desk.timer.time == nil)
    desk.pass(to: try Desk.utc("2012-05-10", "20:00"))
    desk.reminder.update()
    #expect(desk.given.isEmpty && desk.timer.time == nil)
    desk.reminder.begin()
    #expect(desk.given.count == 1 && desk.reminder.isArmed)
  }

  /// The end of a session said nothing of the days in a row.
  @Test func daysInARowWithASessionAreAStreak() throws {
    let desk = try desk(isOn: false)
    func streak() -> Int? {
      desk.store.pastSessions.done?.streak(on: desk.today)
    }
    for day in 1...3 {
      for _ in 0..<2 { try desk.finishSession() }
      #expect(streak() == day)
      desk.pass(to: desk.now + Desk.day)
      // Today may still be practised.
      #expect(streak() == day)
    }
    try desk.finishSession()
    #expect(streak() == 4)
    try desk.takeSessionBack()
    #expect(streak() == 3)
    try desk.finishSession()
    desk.pass(to: desk.now + 2 * Desk.day)
    #expect(streak() == 0)
    try desk.finishSession()
    #expect(streak() == 1)
  }

  @Test(arguments: [
    "", " ", "-1", "x", "1 2 3", "24:00", "9223372036854775807", "-9223372036854775808",
    "2147483647 2147483647", "-2147483648 0", "18446744073709551615", "15470 -1", "15470  1",
    "99999999999999999999999 1", "１５４７０ 1",
  ])
  func damagedTextsRemindOnceADay(_ text: String) throws {
    let desk = try desk()
    try desk.store.set(["daily-reminder-time": text, .reminderSetAt: text, .remindedOn: text])
    for _ in 0..<3 {
      desk.restart()
      desk.pass(to: desk.now + Desk.day)
      desk.reminder.update()
    }
    #expect(
      desk.given.map(desk.wall)
        == ["2012-05-10 19:00", "2012-05-11 19:00", "2012-05-12 19:00"])
    #expect(desk.wakeUps == 3)
    try desk.finishSession()
    try desk.takeSessionBack()
    // An unreadable value means off.
    try desk.store.set(["daily-reminder": text])
    desk.reminder.update()
    #expect(!desk.reminder.isArmed && desk.timer.time == nil)
  }

  @Test func aStoreThatFailsBringsOneReminderAllTheSame() throws {
    let desk = try desk()
    desk.pass(to: try Desk.utc("2012-05-11", "12:00"))
    // The database is closed and taken away, and a file stands where its directory was.
    desk.store.close()
    try desk.hideStore()
    desk.pass(to: try Desk.utc("2012-05-11", "19:30"))
    #expect(throws: (any Error).self) { try desk.set("NewPerDay", .uint32(3)) }
    desk.reminder.update()
    #expect(desk.given.count == 2 && desk.wakeUps == 2)
    // It is back, and knows of the day before only.
    try desk.showStore()
    try desk.set("NewPerDay", .uint32(3))
    #expect(desk.store.settings[.remindedOn] == "15470")
    desk.reminder.update()
    desk.pass(to: try Desk.utc("2012-05-13", "12:00"))
    #expect(
      desk.given.map(desk.wall) == ["2012-05-10 19:00", "2012-05-11 19:00", "2012-05-12 19:00"])
    #expect(desk.wakeUps == 3)
  }

  /// A reminder that was due when the store came back once ended the daemon: it was noted in the midst
  /// of the opening.
  @Test func aStoreThatOpensLateBringsWhatIsDue() throws {
    let desk = try desk()
    try desk.hideStore()
    // Nothing is known of a reminder yet.
    desk.restart(at: try Desk.utc("2012-05-10", "20:00"))
    #expect(!desk.reminder.isArmed && desk.given.isEmpty)
    try desk.showStore()
    desk.openStore()
    desk.pass(to: desk.now + Desk.minute)
    #expect(desk.given.map(desk.wall) == ["2012-05-10 20:00"])
    #expect(desk.timer.time == (try Desk.utc("2012-05-11", "19:00")))
    #expect(desk.store.settings[.remindedOn] == "15470")
  }

  @Test func whereTheSystemGivesNoTimerNothingIsArmed() throws {
    let desk = try desk(isOn: false)
    desk.timer.fails = true
    try desk.set("DailyReminder", .boolean(true))
    #expect(!desk.reminder.isArmed && desk.given.isEmpty)
    desk.timer.fails = false
    try desk.set("NewPerDay", .uint32(3))
    #expect(desk.reminder.isArmed)
  }
}
