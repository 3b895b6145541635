import DBus
import Store
import TestSupport
import Testing

@testable import Practice
@testable import memorized

/// What the daemon keeps of its daily reminder; PracticeTests has the rule and its times.
@Suite struct DailyReminderTests {
  private static func evening(_ day: UInt64) -> UInt64 { TimerFixture.time(19 + 24 * day) }

  /// With the reminder on, for 19:00; it is noon.
  private func reminder() throws -> TimerFixture {
    let fixture = try TimerFixture { DailyReminder(store: $0, clock: $1, remind: $2) }
    try fixture.set("DailyReminder", .boolean(true))
    return fixture
  }

  private func save(_ fixture: TimerFixture, _ change: (inout PastSessions) -> Void) throws {
    var past = fixture.store.pastSessions
    change(&past)
    try fixture.store.save(PracticeStep(session: nil), revision: 0, past: past)
    fixture.update()
  }

  @Test func aBreakHasNone() throws {
    let fixture = try reminder()
    // 2012-05-10 is the first day.
    try fixture.store.set([.breaks: "2012-05-11..2012-05-12 2012-05-13"])
    fixture.update()
    fixture.pass(to: Self.evening(3))
    #expect(fixture.fired == [Self.evening(0)])
    #expect(fixture.alarm == Self.evening(4))
    fixture.pass(to: Self.evening(4))
    #expect(fixture.fired == [Self.evening(0), Self.evening(4)])
  }

  @Test func aDayHasOneReminderOrNone() throws {
    let fixture = try reminder()
    #expect(fixture.isArmed && fixture.alarm == Self.evening(0))
    // Another time counts at once, and off wakes nobody.
    try fixture.set("DailyReminderTime", .string("15:30"))
    #expect(fixture.alarm == Self.evening(0) - 210 * TimerFixture.minute)
    try fixture.set("DailyReminder", .boolean(false))
    #expect(!fixture.isArmed && fixture.alarm == nil)
    fixture.pass(to: Self.evening(0))
    // A time that passed while it was off is not made up for, nor does another setting change any.
    try fixture.set("DailyReminder", .boolean(true))
    try fixture.set("NewPerDay", .uint32(3))
    #expect(fixture.fired.isEmpty && fixture.wakeUps == 0)
    try fixture.set("DailyReminderTime", .string("19:00"))
    fixture.pass(to: Self.evening(1))
    // Reminded, neither a restart nor off and on brings a second one.
    fixture.restart()
    try fixture.set("DailyReminder", .boolean(false))
    try fixture.set("DailyReminder", .boolean(true))
    #expect(fixture.fired == [Self.evening(1)] && fixture.alarm == Self.evening(2))
    // A session puts it off until it is undone.
    let (day, utc) = (TimerFixture.firstDay + 2, LocalCalendar { _ in 0 })
    fixture.pass(to: Self.evening(2) - TimerFixture.hour)
    try save(fixture) { $0.finish(at: utc.practiceTime(at: Self.evening(2)), utc) }
    fixture.restart()
    #expect(fixture.alarm == Self.evening(3))
    fixture.pass(to: Self.evening(2) + TimerFixture.hour)
    try save(fixture) { $0.undoFinish(on: day) }
    #expect(fixture.fired.dropFirst() == [Self.evening(2) + TimerFixture.hour])
    // Another daemon has the name at the time.
    fixture.end()
    fixture.pass(to: Self.evening(3))
    fixture.update()
    #expect(fixture.fired.count == 2 && fixture.alarm == nil)
    fixture.begin()
    #expect(fixture.fired.count == 3 && fixture.isArmed && fixture.wakeUps == 1)
  }

  /// The reminder was once silent until the time came again at which it had been turned on.
  @Test(arguments: [false, true])
  func aClockThatWasAheadWhenItWasSetPutsNothingOff(restarts: Bool) throws {
    let fixture = try TimerFixture { DailyReminder(store: $0, clock: $1, remind: $2) }
    fixture.setClock(to: Self.evening(9_000) - TimerFixture.hour)
    try fixture.set("DailyReminder", .boolean(true))
    fixture.pass(to: Self.evening(9_001))
    #expect(fixture.fired.count == 2)
    fixture.setClock(to: TimerFixture.time(12))
    if restarts { fixture.restart() }
    fixture.pass(to: Self.evening(2))
    #expect(fixture.fired.dropFirst(2) == [Self.evening(0), Self.evening(1), Self.evening(2)])
  }

  @Test func aDaemonKilledInBetweenRemindsAtMostOnce() throws {
    let fixture = try reminder()
    var storedAtDeath: String?
    fixture.onFire = { [unowned fixture] in
      storedAtDeath = try? fixture.store.use { tables throws(StoreError) in
        try tables.settings.all()[.remindedOn]
      }
    }
    fixture.pass(to: Self.evening(0))
    #expect(storedAtDeath == "15470")
    fixture.onFire = nil
    fixture.restart()
    fixture.pass(to: Self.evening(1))
    #expect(fixture.fired == [Self.evening(1)])
  }

  @Test(arguments: [
    "", " ", "-1", "x", "1 2 3", "24:00", "9223372036854775807", "-9223372036854775808",
    "2147483647 2147483647", "-2147483648 0", "18446744073709551615", "15470 -1", "15470  1",
    "99999999999999999999999 1", "１５４７０ 1",
  ])
  func damagedTextsRemindOnceADay(_ text: String) throws {
    let fixture = try reminder()
    try fixture.store.set(["daily-reminder-time": text, .reminderSetAt: text, .remindedOn: text])
    for _ in 0..<3 {
      fixture.restart()
      fixture.pass(to: fixture.now + TimerFixture.day)
      fixture.update()
    }
    #expect(fixture.fired == [Self.evening(0), Self.evening(1), Self.evening(2)])
    #expect(fixture.wakeUps == 3)
    // An unreadable value means off.
    try fixture.store.set(["daily-reminder": text])
    fixture.update()
    #expect(fixture.alarm == nil)
  }

  @Test func aStoreThatFailsBringsOneReminderAllTheSame() throws {
    let fixture = try reminder()
    fixture.pass(to: Self.evening(0))
    fixture.store.close()
    try fixture.hideStore()
    fixture.pass(to: Self.evening(1))
    #expect(throws: (any Error).self) { try fixture.set("NewPerDay", .uint32(3)) }
    fixture.update()
    #expect(fixture.fired.count == 2 && fixture.wakeUps == 2)
    // It is back, and knows of the day before only.
    try fixture.showStore()
    try fixture.set("NewPerDay", .uint32(3))
    #expect(fixture.store.settings[.remindedOn] == "15470")
    fixture.pass(to: Self.evening(2))
    #expect(fixture.fired == [Self.evening(0), Self.evening(1), Self.evening(2)])
  }

  /// A reminder that was due when the store came back once ended the daemon: it was noted in the midst
  /// of the opening.
  @Test func aStoreThatOpensLateBringsWhatIsDue() throws {
    let fixture = try reminder()
    try fixture.hideStore()
    fixture.restart(at: Self.evening(0) + TimerFixture.hour)
    #expect(!fixture.isArmed && fixture.fired.isEmpty)
    try fixture.showStore()
    try fixture.store.open()
    fixture.update()
    #expect(fixture.fired == [fixture.now] && fixture.alarm == Self.evening(1))
    #expect(fixture.store.settings[.remindedOn] == "15470")
  }

  @Test func withoutATimerOfTheSystemNothingIsArmed() throws {
    let fixture = try TimerFixture { DailyReminder(store: $0, clock: $1, remind: $2) }
    fixture.refusesTimers = true
    try fixture.set("DailyReminder", .boolean(true))
    #expect(!fixture.isArmed && fixture.fired.isEmpty)
    fixture.refusesTimers = false
    try fixture.set("NewPerDay", .uint32(3))
    #expect(fixture.isArmed)
  }
}
