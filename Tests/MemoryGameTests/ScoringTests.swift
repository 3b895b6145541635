import Testing

@testable import MemoryGame

@Suite struct ScoringTests {
  @Test(arguments: [
    (0, 10), (999_999, 10), (1_000_000, 9), (3_999_999, 7), (4_000_000, 6), (8_999_999, 2),
    (9_000_000, 1), (60_000_000, 1), (UInt64.max, 1),
  ])
  func factors(_ elapsed: UInt64, _ factor: Int) {
    #expect(Scoring.timed.factor(after: elapsed) == factor)
    #expect(Scoring.classic.factor(after: elapsed) == 1)
  }

  @Test func timedPointsUseTheClockThatOnlyGoesForward() throws {
    var game = try makeGame(scoring: .timed)
    let (first, second) = game.matches[0]
    _ = try game.flip(first, at: Moment(epoch: 9_000_000, boottime: 1_000_000, boot: 1))
    // The wall clock was set back meanwhile.
    let match = try game.flip(second, at: Moment(epoch: 5, boottime: 3_500_000, boot: 1))
    #expect(match.points == 16)
    #expect(game.log.last?.elapsed == 2_500_000 && game.log.last?.seconds == 2.5)
  }

  @Test(arguments: [
    Moment(epoch: 1_001_000, boottime: 6_000_000, boot: 2),  // another boot
    Moment(epoch: 1_001_000, boottime: 4_000_000, boot: 1),  // a clock that began anew
    Moment(epoch: 0, boottime: 1, boot: 2),
  ])
  func acrossARebootTheFactorIs1(_ second: Moment) throws {
    var game = try makeGame(scoring: .timed)
    _ = try game.flip(
      game.matches[0].first, at: Moment(epoch: 1_000_000, boottime: 5_000_000, boot: 1))
    #expect(try game.flip(game.matches[0].second, at: second).points == 2)
    #expect(try #require(game.log.last).elapsed >= 9_000_000)
  }

  @Test func aRebootBetweenMovesCostsNothing() throws {
    var game = try makeGame(scoring: .timed)
    try game.play(game.matches[0].first, game.matches[0].second)
    _ = try game.flip(game.matches[1].first, at: at(100, boot: 8))
    #expect(try game.flip(game.matches[1].second, at: at(100.5, boot: 8)).points == 20)
  }

  @Test func lossesAreTimedToo() throws {
    var game = try makeGame(scoring: .timed)
    let (one, other) = (game.matches[0].first, game.matches[1].first)
    try game.play(one, other)
    #expect(try game.play(one, other).points == -18)
    #expect(game.score == -18)
  }
}

@Suite struct PlayersTests {
  @Test func aMatchKeepsTheTurnAndAMismatchPassesItOn() throws {
    var game = try makeGame(players: [" Ann", "Bob"])
    #expect(game.players.map(\.name) == ["Ann", "Bob"] && game.turn == 0)
    let (one, other) = (game.matches[0].first, game.matches[1].first)
    try game.play(one, other)
    #expect(game.turn == 1)
    _ = try game.conceal(at: at(5))
    #expect(game.turn == 1)
    try game.play(one, other)
    #expect(game.players.map(\.score) == [0, -2] && game.turn == 0 && game.score == -2)
    try game.play(one, game.matches[0].second)
    #expect(game.players.map(\.score) == [2, -2] && game.turn == 0 && game.score == 0)
    try game.playToTheEnd()
    let result = try #require(game.result)
    #expect(result.winners == ["Ann"] && result.grade == .none && result.score == 6)
  }

  @Test(arguments: [
    (["Ann", "Bob", "Cid"], [(0, 0), (1, 2), (1, 1), (2, 2)], [2, 4, 0], ["Bob"]),
    (["Ann", "Bob"], [(0, 0), (1, 1), (2, 3), (2, 2), (3, 3)], [4, 4], ["Ann", "Bob"]),
  ])
  func theHighestScoreWinsAndEqualOnesShare(
    _ names: [String], _ moves: [(Int, Int)], _ scores: [Int], _ winners: [String]
  ) throws {
    var game = try makeGame(pairs: names.count == 3 ? 3 : 4, players: names)
    let matches = game.matches
    for (one, other) in moves {
      try game.play(matches[one].first, one == other ? matches[one].second : matches[other].first)
    }
    #expect(game.players.map(\.score) == scores)
    #expect(game.result?.winners == winners)
  }

  @Test(arguments: [[], ["Ann"]])
  func fewerThanTwoNamesMakeASoloGame(_ names: [String]) throws {
    var game = try makeGame(players: names)
    #expect(game.players.isEmpty && game.turn == 0)
    try game.play(game.matches[0].first, game.matches[1].first)
    #expect(game.turn == 0)
  }

  @Test(arguments: [
    ((0..<9).map(String.init), PlayersError.tooMany(9)), (["Ann", "Ann "], .repeatedName("Ann ")),
    (["é", "e\u{301}"], .repeatedName("e\u{301}")), (["Ann", ""], .badName),
    (["Ann", "a\u{202E}"], .badName), ([""], .badName),
    (["Ann", String(repeating: "x", count: 65)], .badName),
  ])
  func badNames(_ names: [String], _ fault: PlayersError) {
    #expect(throws: fault) { try makeGame(players: names) }
    #expect(!fault.message.isEmpty)
  }

  @Test func eightNamesOf64CharactersAreGood() throws {
    let names = (0..<8).map { String(repeating: "é", count: 63) + String($0) }
    #expect(try makeGame(players: names).players.count == 8)
  }
}
