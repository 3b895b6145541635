import DBus
import MemorizeBus
import Foundation
import TestSupport
import Testing

@testable import memorized

/// The daily reminder under whatever people, clocks and machines do.
@Suite(.timeLimit(.minutes(30))) struct RandomReminderTests {
  private typealias Desk = ReminderDesk

  private static let zones = [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Pacific/Apia",
    "Pacific/Honolulu", "America/St_Johns", "UTC",
  ]

  /// What the test itself knows of the desk.
  private final class Model {
    let desk: Desk
    /// The sessions of the day on which the last one was finished.
    var done: (day: String, count: Int)?
    var given = 0
    /// In the zone of that time.
    var lastDay: String?

    init(_ desk: Desk) { self.desk = desk }

    var today: String { String(desk.wall(desk.now).prefix(10)) }

    /// The rules that the last step broke.
    func faults(after step: String, from before: UInt64?, wakeUps: Int) -> [String] {
      var faults: [String] = []
      let isOn = desk.settings.settings.dailyReminder
      if desk.reminder.isArmed != isOn { faults.append("armed \(!isOn) while on is \(isOn)") }
      if (desk.timer.time != nil) != isOn { faults.append("the timer differs") }
      if let time = desk.timer.time, time <= desk.now { faults.append("it waits for the past") }
      let new = desk.given.dropFirst(given)
      for time in new {
        let day = String(desk.wall(time).prefix(10))
        if day == lastDay { faults.append("two reminders of \(day)") }
        if let done, done.count > 0, done.day == day { faults.append("\(day) was done") }
        if !isOn { faults.append("it is off") }
        lastDay = day
      }
      given = desk.given.count
      if before == nil, desk.wakeUps != wakeUps { faults.append("woken while off") }
      return faults.map { "\($0), after \(step) at \(desk.wall(desk.now))" }
    }
  }

  /// Does one random thing, and returns its name.
  private func step(
    _ model: Model, using generator: inout SeededGenerator
  ) throws -> String {
    let desk = model.desk
    switch Int.random(in: 0..<16, using: &generator) {
    case 0..<6:
      desk.pass(to: desk.now + .random(in: 1...(30 * Desk.hour), using: &generator))
      return "time"
    case 6:
      desk.setClock(to: desk.now + .random(in: 1...(4 * Desk.day), using: &generator))
      return "sleep"
    case 7:
      let most = Bool.random(using: &generator) ? Desk.hour : 3 * Desk.day
      desk.setClock(to: desk.now - .random(in: 1...most, using: &generator))
      return "a clock set back"
    case 8:
      try desk.set("DailyReminder", .boolean(.random(using: &generator)))
      return "on or off"
    case 9:
      let minute = Int.random(in: 0..<1440, using: &generator)
      let time = String(format: "%02d:%02d", minute / 60, minute % 60)
      try desk.set("DailyReminderTime", .string(time))
      return time
    case 10:
      let zone = try #require(Self.zones.randomElement(using: &generator))
      desk.zone = try #require(TimeZone(identifier: zone))
      // What counts as done today is the day's by the clock then.
      model.lastDay = nil
      return zone
    case 11, 12:
      let today = model.today
      model.done = (today, model.done.map { $0.day == today ? $0.count + 1 : 1 } ?? 1)
      try desk.finishSession()
      return "a session"
    case 13:
      if let done = model.done, done.day == model.today, done.count > 0 {
        model.done = (done.day, done.count - 1)
      }
      try desk.takeSessionBack()
      return "a session taken back"
    case 14:
      desk.restart()
      return "a restart"
    default:
      desk.restart(at: desk.now + .random(in: 1...(2 * Desk.day), using: &generator))
      return "a rest"
    }
  }

  @Test(arguments: 0..<12)
  func onceADayOrNotAtAll(_ round: Int) throws {
    var generator = SeededGenerator(for: "onceADayOrNotAtAll(\(round))")
    let zone = try #require(Self.zones.randomElement(using: &generator))
    let start = try Desk.utc("2011-03-01") + .random(in: 0...(700 * Desk.day), using: &generator)
    let desk = try Desk(zone, at: start)
    let model = Model(desk)
    try desk.set("DailyReminder", .boolean(true))
    var latest = start
    for _ in 0..<150 {
      latest = max(latest, desk.now)
      let (before, wakeUps) = (desk.timer.time, desk.wakeUps)
      let name = try step(model, using: &generator)
      let faults = model.faults(after: name, from: before, wakeUps: wakeUps)
      // Stop at the first fault: all later ones follow from it.
      try #require(faults.isEmpty, "\(faults)")
    }
    try expectCalmDays(desk, after: max(latest, desk.now))
  }

  /// Whatever has happened: left alone, it reminds every day at its time.
  private func expectCalmDays(_ desk: ReminderDesk, after latest: UInt64) throws {
    try desk.set("DailyReminder", .boolean(true))
    try desk.set("DailyReminderTime", .string("12:00"))
    // Days on which a session was done, under a clock that was set back since, come again as done.
    desk.pass(to: latest + 3 * Desk.day)
    let (given, wakeUps, start) = (desk.given.count, desk.wakeUps, desk.now)
    desk.pass(to: start + 5 * Desk.day)
    let walls = desk.given.dropFirst(given).map(desk.wall)
    // A minute is looked at once: that of the start may have begun, and reminded, before it.
    let days = stride(from: start + Desk.minute, through: desk.now, by: Int(Desk.minute))
      .map(desk.wall)
    #expect(walls == days.filter { $0.hasSuffix("12:00") })
    #expect(desk.wakeUps - wakeUps == walls.count)
  }
}
