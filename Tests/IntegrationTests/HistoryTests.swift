import DBus
import EventLoop
import Foundation
import MemorizeBus
import MemoryGame
import TestSupport
import Testing

/// The history as clients of the daemon see it.
@Suite(.timeLimit(.minutes(30))) struct HistoryTests {
  /// Of a running game.
  static let head = ["id": "t", "theme": "s", "pairs": "u", "state": "s", "started-at": "t"]
  /// Of a finished game, as in `GameWon`.
  static let result = [
    "score": "i", "flips": "u", "moves": "u", "par": "d", "regret": "d", "luck": "d", "grade": "s",
    "seconds": "d", "seed": "t", "seeded": "b", "daily": "s", "practice": "b", "winners": "as",
    "bot": "b", "bots": "as",
  ]

  @Test func gamesAreToldTheNewestFirstWithExactlyTheirKeys() throws {
    let user = try UserSession()
    #expect(try user.games().isEmpty)
    try user.newGame(["theme": .string("Halloween"), "pairs": .uint32(3)])
    try user.win()
    try user.newGame(["theme": .string("Sea"), "seed": .uint64(42)])
    try user.newGame(["theme": .string("Fruit"), "players": Value(["Ann", "Bob"])])
    _ = try user.flip(0)
    let games = try user.games()
    #expect(games.map { $0["id"] } == [.uint64(3), .uint64(2), .uint64(1)])
    #expect(games.map { $0["state"] } == ["playing", "abandoned", "won"].map { .string($0) })
    #expect(games.map { $0["theme"] } == ["Fruit", "Sea", "Halloween"].map { .string($0) })
    #expect(games[0].types == Self.head)
    for game in games.dropFirst() {
      #expect(game.types == Self.head.merging(Self.result) { $1 })
    }
    #expect(games[1]["seed"] == .uint64(42) && games[1]["seeded"] == .boolean(true))
    #expect(games[2]["seeded"] == .boolean(false) && games[2]["pairs"] == .uint32(3))
    let started = try #require(games[0]["started-at"]?.get(UInt64.self))
    #expect(started == (try user.game()).startedAt)
  }

  /// StoreTests has the order.
  @Test func aPageHasALimitAndABeginning() throws {
    let user = try UserSession()
    for _ in 0..<60 { try user.newGame(["theme": .string("Sky")]) }
    #expect(try user.games().count == 50)
    #expect(try user.ids(["limit": .uint32(500)]) == (1...60).reversed())
    #expect(try user.ids(["limit": .uint32(3)]) == [60, 59, 58])
    #expect(try user.ids(["before": .uint64(3)]) == [2, 1])
    #expect(try user.ids(["limit": .uint32(0)]).isEmpty)
    #expect(try user.ids(["before": .uint64(.max), "limit": .uint32(1)]) == [60])
    for options in [
      ["limit": .uint32(501)], ["limit": .uint64(5)], ["limit": .string("5")],
      ["before": .uint32(5)], ["after": .uint64(5)], ["": .boolean(true)], ["Limit": .uint32(5)],
    ] as [[String: Value]] {
      #expect(user.refusal { _ = try user.games(options) }?.name == .invalidArgs, "\(options)")
    }
  }

  /// A page of nothing but damaged games was once empty, which a client took for the end.
  @Test func damagedGamesEndNoPage() throws {
    let user = try UserSession()
    for _ in 0..<8 { try user.newGame(["theme": .string("Sky")]) }
    try user.change("UPDATE game SET state = 'lost' WHERE id IN (3, 5)")
    try user.change("UPDATE game SET state = 'playing' WHERE id IN (4, 6)")
    #expect(try user.ids(["limit": .uint32(2), "before": .uint64(7)]) == [2, 1])
    #expect(try user.ids(["limit": .uint32(1), "before": .uint64(7)]) == [2])
    #expect(try user.ids(["limit": .uint32(3)]) == [8, 7, 2])
  }

  /// Of the game that is on nothing is told from which a card follows.
  @Test func aRunningGameRevealsNothing() throws {
    let user = try UserSession()
    func check(_ id: UInt64) throws {
      let ways: [() throws -> Void] = [
        { _ = try user.log(id) }, { _ = try user.beginning(id) }, { _ = try user.verify(id) },
      ]
      for way in ways { #expect(user.refusal(way)?.name == .gameInProgress) }
      #expect(try user.games().first { $0["id"] == .uint64(id) }?.types == Self.head)
    }
    for options in [[:], ["seed": .uint64(1)], ["daily": .boolean(true)]] as [[String: Value]] {
      let id = try user.newGame(options)
      try check(id)
      _ = try user.flip(0)
      try check(id)
      try user.restart()
      try check(id)
      // Not even if the database was changed by hand.
      try user.change(
        "UPDATE game SET state = 'abandoned', score = 0, grade = 'none', winners = ''")
      try check(id)
      try user.change("UPDATE game SET state = 'playing' WHERE id = \(id)")
    }
    try user.newGame()
    for id in 1...3 as ClosedRange<UInt64> { #expect(try user.verify(id)) }
    for id in [0, 5, .max] as [UInt64] {
      #expect(user.refusal { _ = try user.log(id) }?.name == .noSuchGame)
      #expect(user.refusal { _ = try user.beginning(id) }?.name == .noSuchGame)
      #expect(user.refusal { _ = try user.verify(id) }?.name == .noSuchGame)
    }
  }

  @Test(arguments: [
    "UPDATE game SET score = score + 1", "UPDATE game SET seconds = seconds + 1",
    "UPDATE game SET regret = regret + 0.1", "UPDATE game SET grade = 'perfect'",
    "UPDATE game SET seed = seed + 1", "UPDATE game SET state = 'abandoned'",
    "UPDATE game SET theme_name = 'Sea'", "UPDATE game SET pairs = 3",
    "UPDATE game SET scoring = 'timed'", "UPDATE game SET scoring = 'none'",
    "UPDATE game SET wanted = 5", "UPDATE game SET rules = 0", "UPDATE game SET theme = 9",
    "UPDATE entry SET points = points + 1 WHERE place = 1",
    "UPDATE entry SET elapsed = 20000000 WHERE place = 0",
    "UPDATE entry SET card = 99 WHERE place = 2", "UPDATE entry SET card = -1 WHERE place = 2",
    "UPDATE entry SET kind = 'peek' WHERE place = 2", "DELETE FROM entry WHERE place = 3",
    "DELETE FROM entry", "UPDATE theme SET text = 'nonsense'",
  ])
  func aTamperedGameIsNotVerified(change: String) throws {
    let user = try UserSession()
    let id = try user.newGame(
      ["theme": .string("Halloween"), "pairs": .uint32(4), "seed": .uint64(42)])
    try user.win()
    #expect(try user.verify(id))
    try user.change(change)
    #expect(try !user.verify(id))
    // The daemon continues with everything else.
    #expect(try user.statistics()["games"] == .uint32(1))
    try user.newGame(["theme": .string("Sea")])
    #expect(try user.games(["limit": .uint32(1)]).first?["id"] == .uint64(2))
    #expect(user.daemon.isRunning)
  }

  @Test func aGameOfLaterRulesIsNeitherTrueNorFalse() throws {
    let user = try UserSession()
    let id = try user.newGame()
    try user.newGame()
    try user.change("UPDATE game SET rules = 2 WHERE id = \(id)")
    #expect(user.refusal { _ = try user.verify(id) }?.name == .storageFailed)
    #expect(user.refusal { _ = try user.beginning(id) }?.name == .storageFailed)
    #expect(try user.log(id).isEmpty && user.games().count == 2)
  }

  /// A log as only a script writes it must not hold up all others for long.
  @Test func aLogThatIsTooLongIsNeitherToldNorReplayed() throws {
    let user = try UserSession()
    let id = try user.newGame()
    try user.newGame()
    try user.change(
      """
      WITH RECURSIVE place(number) AS (
        SELECT 0 UNION ALL SELECT number + 1 FROM place WHERE number < 99999
      )
      INSERT INTO entry SELECT \(id), number, 'flip', 0, 0, 0, 0, 0, 0 FROM place
      """)
    #expect(try user.log(id).count == 100_000)
    #expect(try !user.verify(id))
    try user.change("INSERT INTO entry VALUES (\(id), 100000, 'flip', 0, 0, 0, 0, 0, 0)")
    #expect(user.refusal { _ = try user.log(id) }?.name == .limitsExceeded)
    #expect(user.refusal { _ = try user.verify(id) }?.name == .limitsExceeded)
    #expect(try user.beginning(id)["wanted"] != nil)
  }

  /// An unreadable database must not be reported as a game that does not match its log.
  @Test func aDamagedDatabaseIsNoGameThatDoesNotFollow() throws {
    let user = try UserSession()
    let id = try user.newGame(["theme": .string("Sea")])
    let on = try user.newGame(["theme": .string("Sky")])
    _ = try user.flip(3)
    try user.change(
      """
      WITH RECURSIVE place(number) AS (
        SELECT 0 UNION ALL SELECT number + 1 FROM place WHERE number < 9999
      )
      INSERT INTO entry SELECT \(id), number, 'flip', 0, 0, 0, 0, 0, 0 FROM place
      """)
    try user.restart {
      let file = URL(fileURLWithPath: user.state + "/memorize.sqlite")
      var bytes = try Data(contentsOf: file)
      // Of all leaves without row ids, most have transitions of the first game.
      let leaves = stride(from: 0, to: bytes.count, by: 4096).filter { bytes[$0] == 0x0A }
      let leaf = leaves[leaves.count / 2]
      bytes.replaceSubrange(leaf..<leaf + 4096, with: repeatElement(0xFF, count: 4096))
      try bytes.write(to: file)
    }
    #expect(user.refusal { _ = try user.verify(id) }?.name == .storageFailed)
    // It is put aside, and a new one is begun; what had ended comes back from the log.
    #expect(user.connection.loop.waits { (try? user.games().count) == 1 })
    #expect(try user.verify(id))
    #expect(try user.game() == GameState())
    #expect(user.refusal { _ = try user.verify(on) }?.name == .noSuchGame)
    #expect(user.refusal { _ = try user.flip(4) }?.name == .noGame)
    #expect(try user.newGame(["theme": .string("Sea")]) == 2)
  }

  @Test func theHistoryNamesWhatKeepsTheStoreFromBeingRead() throws {
    // As if another daemon of the same user held it.
    let user = try UserSession { try $0.make("state/memorize/lock") }
    let error = #expect(throws: BusError.self) { _ = try user.games() }
    #expect(error?.name == .storageFailed)
    #expect(error?.message.contains(user.bus.files.root) == true)
    #expect(user.refusal { _ = try user.statistics() }?.name == .storageFailed)
    #expect(user.refusal { _ = try user.verify(1) }?.name == .storageFailed)
    #expect(try user.history()[HistoryContract.dailyPlayed] == false)
    // Once it can be opened, the same calls are answered.
    try user.bus.files.remove("state/memorize/lock")
    #expect(try user.games().isEmpty)
    #expect(user.refusal { _ = try user.verify(1) }?.name == .noSuchGame)
  }

  /// What `GameWon` said is what the property and the history say.
  @Test func theResultStaysUntilTheNextGame() throws {
    let user = try UserSession()
    try user.newGame(["theme": .string("Food"), "pairs": .uint32(5), "scoring": .string("timed")])
    #expect(try user.game().result == nil)
    var won: [FinalResult] = []
    var changed: [Value] = []
    user.proxy.on(GameContract.gameWon) { won.append($2) }
    user.proxy.onChange(of: GameContract.interface) {
      if let result = $0.values["Result"] { changed.append(result) }
    }
    try user.win()
    let result = try #require(won.first)
    #expect(won.count == 1 && result.theme == "Food" && result.pairs == 5)
    #expect(try user.game().result == result)
    #expect(changed == [Value(result)])
    let game = try #require(try user.games().first)
    for key in Self.result.keys { #expect(game[key] == result.values[key], "\(key)") }
    try user.restart()
    #expect(try user.game().result == result && user.games().first == game)
    try user.newGame()
    #expect(try user.game().result == nil)
    #expect(changed == [Value(result), Value([String: Value]())])
  }
}
