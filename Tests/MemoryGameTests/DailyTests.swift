import Foundation
import Testing

@testable import MemoryGame

@Suite struct DailyTests {
  @Test(arguments: [
    (0, "1970-01-01"), (58, "1970-02-28"), (59, "1970-03-01"), (789, "1972-02-29"),
    (10_956, "1999-12-31"), (11_016, "2000-02-29"), (20_000, "2024-10-04"),
    (47_540, "2100-02-28"), (47_541, "2100-03-01"), (2_932_896, "9999-12-31"),
  ])
  func dates(_ day: Int, _ text: String) {
    #expect(DailyDate(day: day).text == text)
    #expect(DailyDate(text)?.day == day)
  }

  @Test func datesAreThoseOfTheCalendar() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    var generator = testGenerator()
    for _ in 0..<2000 {
      let day = generator.below(100_000)
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

  /// The first and the last day; computed independently of this code for rules version 1.
  @Test(arguments: [
    (0, "😱🎃🦇👿🎃🍎🦇🙀🍭👻👻👿😱🍭🍎🙀"),
    (2_932_896, "🦇👻🙀👿👻🍬👿🎃🍬🍎🦇🎃🍭🙀🍎🍭"),
  ])
  func dealsAreFrozen(_ day: Int, _ faces: String) throws {
    let deal = try DailyDeal(date: DailyDate(day: day)).deal()
    #expect(deal.faces.map(\.text).joined() == faces)
  }

  @Test func theEightThemesTakeTurns() {
    #expect(Themes.daily.count == 8)
    #expect(Themes.daily.allSatisfy { !$0.isTwoSided && $0.size >= 8 })
    for day in 20_000..<20_016 {
      #expect(DailyDeal(date: DailyDate(day: day)).theme == Themes.daily[day % 8])
    }
  }

  @Test func aDailyGameIsSeeded() throws {
    let date = DailyDate(day: 20_000)
    var game = try Game(
      GameBeginning(
        deal: DailyDeal(date: date).deal(), daily: date, isPractice: true, startedAt: at(0)))
    #expect(game.isSeeded && game.daily == date && game.isPractice)
    try game.playToTheEnd()
    let result = try #require(game.result)
    #expect(result.isSeeded && result.daily == date && result.isPractice)
  }
}
