import DBus
import EventLoop
import MemorizeBus
import MemoryGame
import Store
import TestSupport
import Testing
import UserService

@testable import memorized

/// The daily deal: one a day for everybody, counted once.
@Suite(.timeLimit(.minutes(30))) struct DailyHistoryTests {
  /// The daemon's game and history with the test's own clock, and no bus.
  final class Table {
    private let files: TemporaryDirectory
    var epoch: UInt64 = 20_000 * 86_400_000_000
    private let loop: Loop
    private var store: Store
    private(set) var game: GameOnBus
    private(set) var history: HistoryOnBus

    init() throws {
      files = try TemporaryDirectory()
      loop = try Loop()
      (store, game, history) = Self.services(in: files, loop) { Moment(epoch: 0, boottime: 0) }
      restart()
    }

    /// Restores the stored game, as the next daemon would.
    func restart() {
      store.close()
      (store, game, history) = Self.services(in: files, loop) { [unowned self] in
        epoch += 1
        return Moment(epoch: epoch, boottime: epoch, boot: 1)
      }
      try? store.openInTime()
    }

    private static func services(
      in files: TemporaryDirectory, _ loop: Loop, now: @escaping () -> Moment
    ) -> (Store, GameOnBus, HistoryOnBus) {
      let log = Log(program: "test", level: .emergency)
      let store = Store(directory: files.root, now: { now().epoch })
      // Unread, it has only the themes of the program.
      let themes = ThemeLibrary(loop: loop, log: log)
      let game = GameOnBus(
        themes: themes, store: store,
        preparation: Preparation(loop: loop, common: store), log: log, now: now)
      store.onOpen = { [unowned game] opened in game.restore(opened) }
      return (store, game, HistoryOnBus(game: game, store: store, log: log))
    }

    func go(to day: Int, microseconds: UInt64 = 0) {
      epoch = UInt64(day) * 86_400_000_000 + microseconds
    }

    func begin() throws { _ = try newGame(["daily": .boolean(true)]) }

    func newGame(_ options: [String: Value]) throws -> (UInt64, UInt64) {
      try game.newGame(NewGameRequest(options: options))
    }

    /// Turns up every card with every other one, until the game is won.
    func win() throws {
      for first in 0 as UInt32..<16 {
        for second in 0 as UInt32..<16 where first != second {
          guard game.published.state.cards[Int(first)].state != .matched,
            game.published.state.cards[Int(second)].state != .matched
          else { continue }
          _ = try? game.conceal()
          if game.published.state.cards[Int(first)].state == .down { _ = try game.flip(first) }
          if game.published.state.cards[Int(second)].state == .down { _ = try game.flip(second) }
        }
      }
      #expect(game.published.state.state == "won")
    }

    /// The one that was played last; one that was resumed began before others.
    func last() throws -> PastGame {
      try #require(try history.games(["id": .uint64(game.published.state.id)]).first)
    }

    func streaks() throws -> [UInt32] {
      let statistics = try history.statistics()
      return [statistics.dailyStreak, statistics.longestDailyStreak]
    }
  }

  @Test func theFirstDealBegunOnADayCountsAndNoOther() throws {
    let table = try Table()
    #expect(!table.history.dailyPlayed)
    try table.begin()
    // Its start counts.
    #expect(table.history.dailyPlayed)
    table.restart()
    #expect(table.history.dailyPlayed)
    try table.win()
    #expect(try table.last().result?.isRepeatedDaily == false)
    #expect(try table.streaks() == [1, 1])
    // A later one is practice, also after a restart.
    table.restart()
    try table.begin()
    #expect(table.game.published.state.isRepeatedDaily)
    try table.win()
    #expect(try table.last().result?.isRepeatedDaily == true)
    #expect(try table.streaks() == [1, 1])
    // The next day is another chance.
    table.go(to: 20_001)
    #expect(!table.history.dailyPlayed)
    try table.begin()
    try table.win()
    #expect(try table.last().result?.isRepeatedDaily == false)
    #expect(try table.streaks() == [2, 2])
    #expect(try table.history.verify(try table.last().id))
  }

  // A bot's daily game kept the person's streak alive.
  @Test func aDayThatABotPlayedDoesNotCount() throws {
    let table = try Table()
    try table.begin()
    try table.win()
    table.go(to: 20_001)
    try table.begin()
    _ = try table.game.flip(0, asBot: true)
    // Resumed after another game, and after a restart, it is still a bot's.
    _ = try table.newGame([:])
    table.restart()
    try table.begin()
    try table.win()
    #expect(try table.last().result?.isBotPlayed == true)
    #expect(try table.history.verify(try table.last().id))
    #expect(table.history.dailyPlayed)
    #expect(try table.streaks() == [1, 1])
    try table.begin()
    #expect(table.game.published.state.isRepeatedDaily)
  }

  /// A slip must not cost the day's game: left unfinished, it is resumed where it was.
  @Test func anUnfinishedDailyIsResumed() throws {
    let table = try Table()
    try table.begin()
    _ = try table.game.flip(0)
    _ = try table.game.flip(1)
    _ = try table.game.flip(2)
    let left = table.game.published.state
    for restarts in [false, true] {
      let other = try table.newGame(["theme": .string("Sea")])
      #expect(try table.last().result?.isRepeatedDaily != false)
      if restarts { table.restart() }
      let resumed = try table.newGame(["daily": .boolean(true)])
      #expect(resumed.1 > other.1 && resumed.0 > other.0)
      var state = table.game.published.state
      #expect(state.id == resumed.1 && state.revision == resumed.0 && !state.isRepeatedDaily)
      (state.id, state.revision, state.startedAt) = (left.id, left.revision, left.startedAt)
      #expect(state == left)
    }
    // It moved to a new number each time, and is one game; the others were abandoned.
    #expect(try table.history.statistics().games == 3)
    // One that is being played is resumed as well.
    _ = try table.newGame(["daily": .boolean(true)])
    #expect(try table.history.statistics().games == 3)
    _ = try? table.game.conceal()
    try table.win()
    #expect(try table.last().result?.isRepeatedDaily == false)
    #expect(try table.streaks() == [1, 1])
    #expect(try table.history.verify(try table.last().id))
  }

  /// The deal is that of the day in UTC, wherever the daemon runs.
  @Test func theDealIsTheSameInEveryTimeZone() throws {
    // Midnight may pass while the daemons start.
    for _ in 0..<3 {
      let before = DailyDate(epoch: SystemClock.now.epoch)
      let users = try ["Pacific/Kiritimati", "Etc/GMT+12", "UTC", "UTC-26"].map {
        try UserSession(zone: $0)
      }
      var told: Set<[Value?]> = []
      for user in users {
        #expect(try user.history()[HistoryContract.dailyPlayed] == false)
        try user.newGame(["daily": .boolean(true)])
        #expect(try user.history()[HistoryContract.dailyPlayed] == true)
        // Its seed is published once it is left.
        try user.newGame([:])
        let game = try user.games()[1]
        #expect(game["practice"] == .boolean(false) && game["seeded"] == .boolean(true))
        let date = try user.history()[HistoryContract.daily]
        told.insert([game["seed"], game["daily"], game["theme"], date.map { .string($0) }])
        #expect(try user.verify(1))
      }
      guard before == DailyDate(epoch: SystemClock.now.epoch) else { continue }
      let deal = DailyDeal(date: before)
      #expect(
        told == [
          [
            .uint64(deal.seed), .string(before.text), .string(deal.theme.name),
            .string(before.text),
          ]
        ])
      return
    }
    Issue.record("The day has changed three times.")
  }
}
