import Foundation
import MemorizeBus
import Practice
import Testing

/// The system's time zone, in a process with the test's environment.
@Suite struct SystemCalendarTests {
  /// Zones that change their clocks, once at midnight and once by a whole day, and a few that do
  /// not.
  @Test func theCalendarFollowsTheTimeZone() async {
    await #expect(processExitsWith: .success) {
      let zones = [
        "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Pacific/Apia",
        "America/Sao_Paulo", "UTC",
      ]
      var compared = 0
      // Twice, because no earlier zone must be remembered.
      for name in zones + zones.reversed() {
        setenv("TZ", name, 1)
        let zone = try #require(TimeZone(identifier: name))
        let calendar = SystemCalendar.current
        let expected = LocalCalendar {
          Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0))))
        }
        for day in 15_100..<15_500 {
          for text in ["00:00", "02:30", "19:00"] {
            let time = try #require(ClockTime(text))
            let found = calendar.time(time, on: day)
            #expect(found == expected.time(time, on: day), "\(name) \(day) \(text)")
            #expect(calendar.day(of: found - 1) == expected.day(of: found - 1))
            compared += 1
          }
        }
      }
      #expect(compared == 2 * zones.count * 400 * 3)
    }
  }

  @Test func aZoneThatIsNotThereIsUTC() async {
    await #expect(processExitsWith: .success) {
      setenv("TZ", "No/Where", 1)
      let noon = try #require(ClockTime("12:00"))
      let day: UInt64 = 15_470 * 86_400_000_000
      #expect(SystemCalendar.current.time(noon, on: 15_470) == day + 43_200_000_000)
      // Rules without a file count too.
      setenv("TZ", "<+05>-5", 1)
      #expect(SystemCalendar.current.time(noon, on: 15_470) == day + 25_200_000_000)
      // A time beyond any calendar must not end the process.
      #expect(SystemCalendar.current.day(of: .max) > 15_470)
    }
  }
}
