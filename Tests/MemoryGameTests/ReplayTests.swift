import Testing

@testable import MemoryGame

@Suite struct ReplayTests {
  private func playedGame() throws -> (fresh: Game, game: Game) {
    let fresh = try makeGame(scoring: .timed)
    var game = fresh
    try game.play(game.matches[0].first, game.matches[1].first)
    _ = try game.conceal(at: at(5))
    try game.play(game.matches[0].second, game.matches[1].first)
    // A reboot in the middle of a move: replay takes the time from the log, not from the clocks.
    _ = try game.flip(game.matches[2].first, at: at(50))
    _ = try game.flip(game.matches[2].second, at: at(51, boot: 8))
    try game.playToTheEnd()
    return (fresh, game)
  }

  @Test func replayEqualsPlayAtEveryEntry() throws {
    let (fresh, game) = try playedGame()
    #expect(try Replay.play(game.log, on: fresh) == game)
    for count in 0...game.log.count {
      let part = try Replay.play(Array(game.log.prefix(count)), on: fresh)
      #expect(part.log == Array(game.log.prefix(count)))
      #expect((part == game) == (count == game.log.count))
    }
  }

  @Test func verifyRefusesOtherResults() throws {
    let (fresh, game) = try playedGame()
    let result = try #require(game.result)
    #expect(!Replay.verify(result, log: [], on: fresh))
    #expect(!Replay.verify(result, log: game.log.dropLast(), on: fresh))
    #expect(!Replay.verify(result, log: game.log + [game.log[0]], on: fresh))
    for place in game.log.indices {
      let entry = game.log[place]
      var tampered = [(entry.points + 1, entry.elapsed)]
      // Another time changes nothing if no points were won or lost.
      if entry.points != 0 { tampered.append((entry.points, entry.elapsed + 2_000_000)) }
      if entry.elapsed == 0 { tampered.append((entry.points, 1)) }
      for (points, elapsed) in tampered {
        var log = game.log
        log[place] = LogEntry(
          at: entry.at, kind: entry.kind, card: entry.card, points: points, elapsed: elapsed)
        let isReboot = entry.elapsed >= 10_000_000 && points == entry.points
        #expect(Replay.verify(result, log: log, on: fresh) == isReboot)
      }
    }
    let other = try makeGame(seed: 43, scoring: .timed)
    #expect(!Replay.verify(result, log: game.log, on: other))
    let classic = try makeGame(scoring: .classic)
    #expect(!Replay.verify(result, log: game.log, on: classic))
  }

  @Test func faultsNameTheEntry() throws {
    let (fresh, game) = try playedGame()
    var log = game.log
    log[1] = log[0]
    let fault = #expect(throws: ReplayError.self) { try Replay.play(log, on: fresh) }
    #expect(fault?.entry == 1 && fault?.refusal == .cardFaceUp)
    #expect(fault?.message.contains("Entry 1") == true)
  }
}
