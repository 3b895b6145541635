import TestSupport
import Testing

@testable import MemoryGame

/// How games went over time, and their medals.
@Suite struct GameCourseTests {
  @Test func aMedianIsThatOfTwentyGames() {
    var generator = testGenerator()
    let regrets = (0..<90).map { _ in Double(generator.below(1_000)) / 100 }
    let medians = GameCourse.medians(of: regrets)
    #expect(medians.count == 90 && medians.prefix(19).allSatisfy { $0 == nil })
    for (last, median) in medians.enumerated().dropFirst(19) {
      let window = regrets[(last - 19)...last]
      let value = median ?? -1
      // As many games are below as above.
      #expect(window.count { $0 <= value } >= 10 && window.count { $0 >= value } >= 10)
    }
    #expect(GameCourse.medians(of: (1...20).map(Double.init)).last == 10.5)
    #expect(GameCourse.medians(of: []).isEmpty)
  }

  @Test func aSpanIsThatOfTheGamesUpToIt() throws {
    var generator = testGenerator()
    let games: [SpanEstimate.Played?] = (0..<130).map { _ in
      generator.below(9) == 0
        ? nil : SpanEstimate.Played(pairs: 8, regret: Double(generator.below(400)) / 100)
    }
    for count in [1, 2, 60, 500] {
      let spans = GameCourse.spans(of: games, upTo: count)
      #expect(spans.count <= min(count, 121) && spans.last?.game == 129)
      #expect(spans.map(\.game) == spans.map(\.game).sorted())
      for (game, span) in spans {
        let newest = games[...game].compactMap(\.self).reversed()
        #expect(SpanEstimate(Array(newest)) == span)
      }
    }
    #expect(GameCourse.spans(of: Array(games.prefix(9)), upTo: 60).isEmpty)
    #expect(GameCourse.spans(of: [], upTo: 60).isEmpty)
  }

  @Test func medalsAreCountedByTheme() {
    var medals = Medals()
    for grade in [Grade.gold, .none, .perfect, .gold] { medals.add(grade, in: "Sea") }
    medals.add(.none, in: "Cars")
    medals.add(.bronze, in: "sea")
    medals.add(.silver, in: "Animals")
    #expect(medals.rows.map(\.theme) == ["Sea", "Animals"])
    #expect(medals.rows.map(\.counts) == [[1, 2, 0, 1], [0, 0, 1, 0]])
  }
}
