import DBus
import MemorizeBus
import MemoryGame
import TestSupport
import Testing

@testable import memorized

/// The game that was abandoned last is resumed as it was.
@Suite(.timeLimit(.minutes(30))) struct ResumeTests {
  private typealias Table = DailyHistoryTests.Table

  /// The state without what changes each time a game is resumed.
  private static func position(_ table: Table) -> GameState {
    var state = table.game.published.state
    (state.id, state.revision, state.isSeeded) = (0, 0, true)
    return state
  }

  private static func refusal(_ table: Table) -> ErrorName? {
    do {
      _ = try table.game.resume()
      return nil
    } catch {
      return (error as? BusError)?.name
    }
  }

  // `new`, typed in the midst of a game, threw it away for good. If the first two cards were a pair, the
  // test turned up one that lay no longer.
  @Test func theGameGoesOnAsItWas() throws {
    let table = try Table()
    _ = try table.newGame([
      "theme": .string("Sea"), "pairs": .uint32(8), "players": Value(["Ada", "Grace"]),
      "scoring": .string("timed"),
    ])
    for card in 0..<4 as Range<UInt32> { _ = try table.game.flip(card) }
    let bot = table.game.published.state.playerName
    _ = try table.game.flip(4, asBot: true)
    let first = Self.position(table)
    _ = try table.newGame(["theme": .string("Sky"), "pairs": .uint32(8)])
    _ = try table.game.flip(0)
    let second = Self.position(table)
    for restarts in [false, true, false] {
      let before = table.game.published.state
      if restarts { table.restart() }
      let (revision, id) = try table.game.resume()
      #expect(revision == before.revision + 1 && id == before.id + 1)
      #expect(table.game.published.state.revision == revision)
      #expect(Self.position(table) == (before.theme == "Sky" ? first : second))
      // Each is one game, whatever its number is now.
      let games = try table.history.games([:])
      #expect(games.count == 2 && games.first { $0.id == id }?.phase == .playing)
      let other = try #require(games.first { $0.id != id })
      #expect(try other.phase == .abandoned && table.history.verify(other.id))
    }
    try table.win()
    #expect(try table.last().result?.bots == [bot])
    #expect(try table.history.verify(try table.last().id))
    #expect(try table.history.statistics().games == 2)
  }

  // A second `new` abandoned the empty game of the first, which then came back in place of the lost one.
  @Test func aGameWithACardUpComesFirst() throws {
    let table = try Table()
    #expect(Self.refusal(table) == .nothingToResume)
    _ = try table.newGame(["theme": .string("Sea")])
    #expect(Self.refusal(table) == .nothingToResume)
    _ = try table.game.flip(3)
    for theme in ["Sky", "Animals"] { _ = try table.newGame(["theme": .string(theme)]) }
    for theme in ["Sea", "Animals"] {
      _ = try table.game.resume()
      #expect(table.game.published.state.theme == theme)
    }
  }

  // What was won could be followed by an older game, as if it had never been left.
  @Test func aLaterWinEndsIt() throws {
    let table = try Table()
    _ = try table.newGame(["theme": .string("Sea")])
    _ = try table.game.flip(0)
    _ = try table.newGame(["theme": .string("Sky"), "pairs": .uint32(8)])
    try table.win()
    let won = table.game.published.state
    #expect(Self.refusal(table) == .laterGameWon)
    #expect(table.game.published.state == won)
    // One that was abandoned since can be resumed.
    _ = try table.newGame(["theme": .string("Animals")])
    _ = try table.game.flip(0)
    _ = try table.newGame(["theme": .string("Sky")])
    _ = try table.game.resume()
    #expect(table.game.published.state.theme == "Animals")
  }

  // The seed of an abandoned game stands in the history: whoever had read it won a best score.
  @Test func aGameWhoseSeedWasPublishedIsNotRanked() throws {
    let table = try Table()
    _ = try table.newGame(["theme": .string("Sea"), "pairs": .uint32(8)])
    _ = try table.game.flip(0)
    #expect(!table.game.published.state.isSeeded)
    _ = try table.newGame(["theme": .string("Sky")])
    _ = try table.game.resume()
    #expect(table.game.published.state.isSeeded)
    #expect(try table.last().result == nil)
    try table.win()
    #expect(try table.history.statistics().ranked == 0)
  }

  // A game of yesterday came back as today's, or counted for a day that was over.
  @Test func theDailyGameIsResumedOnItsDay() throws {
    let table = try Table()
    try table.begin()
    _ = try table.game.flip(0)
    let daily = Self.position(table)
    _ = try table.newGame(["theme": .string("Animals")])
    table.go(to: 20_001)
    #expect(Self.refusal(table) == .nothingToResume)
    table.go(to: 20_000, microseconds: 1_000_000)
    _ = try table.game.resume()
    #expect(Self.position(table) == daily)
    _ = try table.newGame(["theme": .string("Sky")])
    _ = try table.game.flip(0)
    table.go(to: 20_001)
    _ = try table.newGame(["theme": .string("Animals")])
    _ = try table.game.resume()
    #expect(table.game.published.state.theme == "Sky")
    // The day's game is a new one, and counts.
    try table.begin()
    #expect(table.game.published.state.flips == 0 && !table.game.published.state.isRepeatedDaily)
    // A later one of a day counts for none, so it can be resumed on any.
    try table.win()
    try table.begin()
    _ = try table.game.flip(0)
    _ = try table.newGame(["theme": .string("Sky")])
    table.go(to: 20_002)
    _ = try table.game.resume()
    let state = table.game.published.state
    #expect(state.isRepeatedDaily && state.daily == DailyDate(day: 20_001).text)
  }

  // A game that could not be dealt again stood before those that could.
  @Test func aDamagedGameIsPassedOver() throws {
    let user = try UserSession()
    for theme in ["Sea", "Sky", "Animals"] {
      try user.newGame(["theme": .string(theme)])
      try user.flip(0)
    }
    try user.change("UPDATE game SET scoring = 'odd' WHERE theme_name = 'Sky'")
    _ = try user.proxy.callAndWait(GameContract.resume)
    #expect(try user.game().theme == "Sea")
    try user.change("UPDATE game SET scoring = 'odd' WHERE theme_name = 'Animals'")
    #expect(
      user.refusal { _ = try user.proxy.callAndWait(GameContract.resume) }?.name == .storageFailed)
    #expect(try user.game().theme == "Sea")
  }
}
