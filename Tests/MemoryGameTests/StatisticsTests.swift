import Testing

@testable import MemoryGame

@Suite struct StatisticsTests {
  private func streak(_ days: [Int], today: Int) -> [Int] {
    let streak = DailyStreak(of: days.map(DailyDate.init), today: DailyDate(day: today))
    return [streak.current, streak.longest]
  }

  @Test func streaksAreThoseOfALongWayRound() {
    var generator = testGenerator()
    for _ in 0..<300 {
      let days = (0..<generator.below(40)).map { _ in 1 + generator.below(40) }
      let today = 1 + generator.below(45)
      var run = 0
      var longest = 0
      var runs: [Int: Int] = [:]
      for day in 0...50 {
        run = days.contains(day) ? run + 1 : 0
        runs[day] = run
        longest = max(longest, run)
      }
      let current = runs[today].flatMap { $0 > 0 ? $0 : nil } ?? runs[today - 1] ?? 0
      #expect(streak(days, today: today) == [current, longest], "\(days) \(today)")
    }
    // The first possible day has none before it.
    for today in 0...1 { #expect(streak([0], today: today) == [1, 1]) }
  }

  private func game(
    _ theme: String = "Sea", pairs: Int = 8, _ scoring: Scoring = .classic, score: Int = 10,
    regret: Double = 1, seconds: Double = 60
  ) -> BestGame {
    BestGame(
      theme: theme, pairs: pairs, scoring: scoring, score: score, regret: regret, seconds: seconds)
  }

  private func statistics(_ games: [BestGame]) -> Statistics {
    var statistics = Statistics(
      games: games.count + 5, streak: DailyStreak(of: [], today: DailyDate(day: 1)))
    statistics.won = games.count + 1
    for game in games { statistics.add(game) }
    return statistics
  }

  @Test func theHighestScoreIsTheBestThenLessRegretThenTheQuickerGame() {
    let least = game(score: 9, regret: 0, seconds: 1)
    let regretted = game(regret: 2, seconds: 1)
    let slow = game(regret: 1, seconds: 61)
    // Sums of the same choices may differ in their last digits.
    let rounded = game(regret: 1 + 1e-12, seconds: 60)
    for games in [[least, regretted, slow, rounded], [rounded, slow, regretted, least]] {
      #expect(statistics(games).best == [rounded])
    }
    // Of equal games the first stays.
    #expect(statistics([game("Sea"), game("SEA")]).best == [game("Sea")])
  }

  @Test func eachThemeSizeAndScoringHasABest() {
    let games = [
      game("Sea"), game("Sea", pairs: 6), game("Sea", .timed), game("Fruit"),
      // One name, by the rules of comparison.
      game(" SEA\u{FE0F}", score: 11), game("Ströme"), game("STRO\u{308}ME", score: 3),
    ]
    let best = statistics(games).best
    #expect(
      best == [
        game("Fruit"), game("Sea", pairs: 6), game(" SEA\u{FE0F}", score: 11),
        game("Sea", .timed), game("Ströme"),
      ])
  }

  @Test func onlyRankedGamesAreInTheMean() {
    let some = statistics([game(), game(regret: 4)])
    #expect(some.games == 7 && some.won == 3 && some.ranked == 2 && some.meanRegret == 2.5)
    #expect(statistics([]).meanRegret == 0)
  }
}
