import Foundation
import Testing

@testable import MemoryGame

@Suite struct DailyTests {
  @Test func datesAreThoseOfTheCalendar() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    var generator = testGenerator()
    // Leap days, the ends of years and centuries, and the first and the last day.
    let edges = [0, 58, 59, 789, 10_956, 11_016, 47_540, 47_541, 2_932_896]
    for day in edges + (0..<2000).map({ _ in generator.below(100_000) }) {
      let date = Date(timeIntervalSince1970: Double(day) * 86_400)
      let parts = calendar.dateComponents([.year, .month, .day], from: date)
      let text = String(
        format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
      #expect(DailyDate(day: day).text == text)
      #expect(DailyDate(text)?.day == day)
    }
  }

  @Test(arguments: [
    "", "2023-02-29", "2024-13-01", "2024-00-10", "2024-01-32", "2024-1-01", "+024-01-01",
    "1969-12-31", "2024-01-01 ", "2024/01/01", "2024-01--1", "99999-1-1",
  ])
  func badDates(_ text: String) {
    #expect(DailyDate(text) == nil)
  }

  @Test func daysBeginAtMidnightUTC() {
    #expect(DailyDate(epoch: 86_399_999_999).day == 0)
    #expect(DailyDate(epoch: 86_400_000_000).day == 1)
    #expect(DailyDate(epoch: .max).text == "9999-12-31")
  }

  @Test func aDailyGameIsSeeded() throws {
    let date = DailyDate(day: 20_000)
    var game = try Game(
      GameBeginning(
        deal: DailyDeal(date: date).deal(), daily: date, isRepeatedDaily: true, startedAt: at(0)))
    #expect(game.isSeeded && game.daily == date && game.isRepeatedDaily)
    try game.playToTheEnd()
    let result = try #require(game.result)
    #expect(result.isSeeded && result.daily == date && result.isRepeatedDaily)
  }
}
