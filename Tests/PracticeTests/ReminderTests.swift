import Foundation
import TestSupport
import Testing

@testable import Practice

@Suite struct ReminderTests {
  private static func calendar(_ identifier: String) throws -> LocalCalendar {
    let zone = try #require(TimeZone(identifier: identifier))
    return LocalCalendar { seconds in
      Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))))
    }
  }

  private static let zones = [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Tokyo", "America/Sao_Paulo",
    "Pacific/Kiritimati", "Pacific/Pago_Pago",
  ]

  @Test(arguments: zones)
  func timesOfEachDayAreThoseOfTheClock(_ identifier: String) throws {
    let zone = try #require(TimeZone(identifier: identifier))
    let calendar = try Self.calendar(identifier)
    // 2017 and 2018, when some zones of the list still changed their clocks at midnight.
    for day in 17_167..<17_897 {
      for text in ["00:00", "00:30", "01:59", "02:00", "02:30", "03:00", "12:00", "23:59"] {
        let clockTime = try #require(ClockTime(text))
        #expect(clockTime.text == text)
        let time = calendar.time(clockTime, on: day)
        check(calendar.day(of: time) == day, "\(identifier) \(day) \(text): the day")
        let shown = shownMinutes(time, zone)
        let before = shownMinutes(time - 60_000_000, zone)
        // The clock shows the minute, or skipped it, and did not show it an hour ago.
        check(
          shown == clockTime.minutes
            || shown > clockTime.minutes && wasLeaptOver(clockTime.minutes, time, zone),
          "\(identifier) \(day) \(text): the minute, \(before) and \(shown)")
        check(
          shownMinutes(time - hour, zone) != clockTime.minutes
            && shownMinutes(time - hour / 2, zone) != clockTime.minutes,
          "\(identifier) \(day) \(text): the first of two")
      }
      let start = calendar.start(of: day)
      check(
        calendar.day(of: start - 1) == day - 1, "\(identifier) \(day): a day begins at its start")
    }
  }

  private func shownMinutes(_ time: UInt64, _ zone: TimeZone) -> Int {
    let seconds = Double(time / 1_000_000)
    let local = Int(seconds) + zone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds))
    return local % 86_400 / 60
  }

  /// Whether the clock did not show that minute of the day within two hours before a time.
  private func wasLeaptOver(_ minutes: Int, _ time: UInt64, _ zone: TimeZone) -> Bool {
    (0..<120).allSatisfy { shownMinutes(time - UInt64($0) * 60_000_000, zone) != minutes }
  }

  @Test(arguments: ["", "7:00", "24:00", "12:60", "12-30", "１２:30", "12:3a", "12:30 ", "-1:00"])
  func otherTextsAreNoTime(_ text: String) {
    #expect(ClockTime(text) == nil)
  }

  /// A year in which the machine sleeps, and somebody practices, at random.
  @Test(arguments: zones)
  func onceADayOrNotAtAll(_ identifier: String) throws {
    var generator = SeededGenerator(for: "onceADayOrNotAtAll(\(identifier))")
    for text in ["00:00", "02:30", "20:00", "23:59"] {
      let calendar = try Self.calendar(identifier)
      let clockTime = try #require(ClockTime(text))
      let start = newYear - 100 * Schedule.day
      var reminder = Reminder(time: clockTime, setAt: start)
      var now = start
      var reminded: [Int] = []
      var practiced = Set<Int>()
      while now < newYear + 365 * Schedule.day {
        switch reminder.decision(at: now, calendar) {
        case .remind(let day):
          check(day == calendar.day(of: now), "a reminder is of the day on which it is given")
          check(!practiced.contains(day), "nobody is reminded of what was done")
          check(reminded.last.map { $0 < day } ?? true, "a day has one reminder at the most")
          reminded.append(day)
          reminder.remindedOn = day
        case .wait(let until):
          check(until > now, "waiting ends in the future")
          check(
            until - now <= 2 * Schedule.day + 2 * hour, "nothing is waited for beyond tomorrow")
          let awake = Int.random(in: 0..<10, using: &generator)
          if awake == 0 {
            now += .random(in: 1...(4 * Schedule.day), using: &generator)
          } else if awake == 1 {
            now = min(until, now + .random(in: 1...Schedule.day, using: &generator))
            let today = calendar.day(of: now)
            if now < until {
              reminder.sessionOn = today
              practiced.insert(today)
            }
          } else {
            now = until
          }
        }
      }
      check(reminded.count > 150, "most days have one")
    }
  }

  /// Always awake, never practicing: a reminder each day on time, both clock changes included.
  @Test(arguments: zones)
  func everyDayOfAYear(_ identifier: String) throws {
    let calendar = try Self.calendar(identifier)
    let clockTime = try #require(ClockTime("02:30"))
    var reminder = Reminder(time: clockTime, setAt: newYear)
    let first = calendar.day(of: newYear)
    var now = newYear
    var days: [Int] = []
    while days.count < 400 {
      switch reminder.decision(at: now, calendar) {
      case .remind(let day):
        #expect(now == calendar.time(clockTime, on: day))
        days.append(day)
        reminder.remindedOn = day
      case .wait(let until): now = until
      }
    }
    let begin = try #require(days.first)
    #expect(begin == first || begin == first + 1)
    #expect(days == Array(begin..<(begin + 400)))
  }

  /// The state of a reminder, and the decision; hours and days count from the new year in UTC.
  struct Case: Sendable {
    var time = "20:00"
    var setAt: UInt64 = 0
    var remindedOn: Int?
    var sessionOn: Int?
    let now: UInt64
    /// Nil if it is time to remind.
    let waitsUntil: UInt64?
  }

  @Test(arguments: [
    // Turned on when the time has passed.
    Case(setAt: 21, now: 21, waitsUntil: 44),
    // Set to a time that has passed, and back to one that has not.
    Case(time: "12:00", setAt: 13, now: 13, waitsUntil: 36),
    Case(setAt: 14, now: 14, waitsUntil: 20),
    // Reminded today already: a later time is tomorrow's.
    Case(setAt: 14, remindedOn: 0, now: 14, waitsUntil: 44),
    // A time slept over is made up for once.
    Case(now: 5 * 24 + 8, waitsUntil: nil),
    Case(remindedOn: 5, now: 5 * 24 + 8, waitsUntil: 6 * 24 + 20),
    // Practiced on the day before the sleep: nothing was missed.
    Case(remindedOn: -1, sessionOn: 0, now: 32, waitsUntil: 44),
    // A day recorded by a wrong clock must not silence the reminder for years.
    Case(setAt: 9_000 * 24, remindedOn: 9_000, now: 0, waitsUntil: 20),
  ])
  func decisions(_ it: Case) throws {
    let calendar = LocalCalendar { _ in 0 }
    let first = calendar.day(of: newYear)
    let reminder = Reminder(
      time: try #require(ClockTime(it.time)), setAt: newYear + it.setAt * hour,
      remindedOn: it.remindedOn.map { first + $0 }, sessionOn: it.sessionOn.map { first + $0 })
    let expected: Reminder.Decision =
      it.waitsUntil.map { .wait(until: newYear + $0 * hour) }
      ?? .remind(day: first + Int(it.now / 24))
    #expect(reminder.decision(at: newYear + it.now * hour, calendar) == expected)
  }

  @Test func aJourneyBringsNoSecondReminder() throws {
    let tokyo = try Self.calendar("Asia/Tokyo")
    let honolulu = try Self.calendar("Pacific/Honolulu")
    let evening = try #require(ClockTime("20:00"))
    let day = tokyo.day(of: newYear)
    var reminder = Reminder(time: evening, setAt: newYear)
    let due = tokyo.time(evening, on: day)
    #expect(reminder.decision(at: due, tokyo) == .remind(day: day))
    reminder.remindedOn = day
    // There it is the evening before, and then the same day again.
    let again = honolulu.time(evening, on: day + 1)
    #expect(reminder.decision(at: due, honolulu) == .wait(until: again))
    #expect(reminder.decision(at: again - 1, honolulu) == .wait(until: again))
  }

  /// If the clock went back over midnight, the repeated day was once reminded of for ever.
  @Test func aDayThatComesTwiceIsDoneOnce() throws {
    // From 00:01 of the 7th to 23:01 of the 6th of November.
    let calendar = try Self.calendar("America/St_Johns")
    let midnight = try #require(ClockTime("00:00"))
    let sixth = 14_919
    let first = calendar.time(midnight, on: sixth + 1)
    let again = first + 31 * hour / 60
    // A day starts once, whatever the clock shows later.
    #expect(calendar.day(of: first) == sixth + 1 && calendar.day(of: again) == sixth + 1)
    // Asleep during that minute.
    for (reminded, practiced) in [(sixth, nil), (nil, sixth)] as [(Int?, Int?)] {
      var reminder = Reminder(
        time: midnight, setAt: first - 3000 * Schedule.day, remindedOn: reminded,
        sessionOn: practiced)
      #expect(reminder.decision(at: again, calendar) == .remind(day: sixth + 1))
      reminder.remindedOn = sixth + 1
      #expect(
        reminder.decision(at: again, calendar)
          == .wait(until: calendar.time(midnight, on: sixth + 2)))
    }
  }
}
