import DBus
import EventLoop
import Foundation
import MemorizeBus
import TestSupport
import Testing

/// Where nothing can be stored, calls that change something are refused, and nothing else is.
@Suite struct StorageFaultTests {
  /// A client of a daemon, with short names for its calls.
  private struct Client {
    let game: Proxy
    let connection: Connection

    init(_ bus: PrivateBus) throws {
      connection = try Connection(to: BusAddress(bus.address), loop: Loop())
      game = Proxy(
        connection, to: MemorizeContract.name, at: MemorizeContract.path, startsService: false)
    }

    func begin(_ pairs: UInt32 = 8) throws -> (UInt64, UInt64) {
      let options: [String: Value] = [
        "theme": .string("Halloween"), "pairs": .uint32(pairs), "seed": .uint64(42),
      ]
      return try game.callAndWait(GameContract.newGame, of: GameContract.interface, options)
    }

    @discardableResult
    func flip(_ card: UInt32) throws -> UInt64 {
      try game.callAndWait(GameContract.flip, of: GameContract.interface, card).2
    }

    func conceal() throws -> UInt64 {
      try game.callAndWait(GameContract.conceal, of: GameContract.interface)
    }

    /// All properties of the game, for comparison.
    func told() throws -> [String: Value] {
      try properties(of: GameContract.interface.name.rawValue)
    }

    func settings() throws -> [String: Value] {
      try properties(of: SettingsContract.interface.name.rawValue)
    }

    private func properties(of interface: String) throws -> [String: Value] {
      try connection.wait { done in
        connection.call(
          MemorizeContract.name, MemorizeContract.path, .properties, "GetAll", interface,
          returning: [String: Value].self
        ) { done($0) }
      }
    }

    /// The state of each game, by number.
    func states() throws -> [UInt64: String] {
      let games = try game.callAndWait(
        HistoryContract.games, of: HistoryContract.interface, [:] as [String: Value])
      return Dictionary(
        uniqueKeysWithValues: games.map { ($0.id, $0.state) })
    }

    func verifies(_ id: UInt64) throws -> Bool {
      try game.callAndWait(HistoryContract.verify, of: HistoryContract.interface, id)
    }

    /// The error message of a call that the store refuses.
    func refusal(of call: () throws -> Void) throws -> String {
      let error = try #require(throws: BusError.self, performing: call)
      #expect(error.name == .storageFailed)
      return error.message
    }
  }

  /// Begins a game on a daemon that then ends, and flips a card; returns the path of its database.
  private func leaveGame(on bus: PrivateBus, _ client: Client) throws -> String {
    let daemon = try bus.startDaemon()
    _ = try client.begin()
    try client.flip(0)
    daemon.signal(SIGTERM)
    #expect(daemon.wait() == 0)
    return bus.directory.path + "/state/memorize/memorize.sqlite"
  }

  @Test func aFullDiskRefusesMovesUntilThereIsRoom() throws {
    let bus = try PrivateBus()
    let disk = try SmallDisk(on: bus, mounted: "size=400k")
    let client = try Client(bus)
    _ = try client.begin()
    try client.flip(0)
    try disk.setFull(true)
    // What is already mapped may still take some moves.
    var card: UInt32 = 0
    var sentence: String?
    while sentence == nil {
      card = (card + 1) % 16
      do {
        try client.flip(card)
      } catch let error as BusError where error.name == .storageFailed {
        sentence = error.message
      } catch {}
      if try client.told()["State"] == .string("won") { _ = try? client.begin() }
    }
    #expect(sentence?.contains("There is no room") == true)
    let before = try client.told()
    #expect(try client.refusal { _ = try client.begin() }.contains("Make room"))
    #expect(try client.told() == before)
    #expect(disk.daemon.isRunning)

    try disk.setFull(false)
    let revision = try client.begin().0
    #expect(before["Revision"] == .uint64(revision - 1))
    #expect(try client.flip(3) == revision + 1)
  }

  @Test func aDirectoryThatNobodyMayWriteRefusesMovesOnly() throws {
    let bus = try PrivateBus()
    let disk = try SmallDisk(on: bus, mounted: "ro,size=4m")
    let client = try Client(bus)
    #expect(try client.told()["State"] == .string("no-game"))
    #expect(try client.refusal { _ = try client.begin() }.contains("Make the directory writable"))
    #expect(try client.refusal { try client.flip(0) }.contains("Nothing can be written"))
    #expect(try client.told()["State"] == .string("no-game"))
    #expect(try disk.setReadOnly(false))
    _ = try client.begin()
    try client.flip(0)
    #expect(disk.daemon.isRunning)
  }

  /// The kinds of damage are those of StoreTests.
  @Test func aDamagedDatabaseIsPutAsideAndPlayGoesOn() throws {
    let bus = try PrivateBus()
    let client = try Client(bus)
    let place = try leaveGame(on: bus, client)
    let file = URL(fileURLWithPath: place)
    try Data(contentsOf: file).prefix(5000).write(to: file)
    let second = try bus.startDaemon()
    #expect(
      second.errors.lines.contains {
        $0.contains("The database of games was damaged. It is now \(place).damaged-")
      }, "\(second.errors.lines)")
    #expect(try client.told()["State"] == .string("no-game"))
    #expect(try client.begin().1 == 1)
    try client.flip(0)
    second.signal(SIGKILL)
    second.wait()
    let third = try bus.startDaemon()
    #expect(try client.told()["Flips"] == .uint32(1))
    #expect(third.isRunning)
  }

  @Test func damageWhileItRunsDoesNotEndIt() throws {
    let bus = try PrivateBus()
    let daemon = try bus.startDaemon()
    let client = try Client(bus)
    let place = bus.directory.path + "/state/memorize/memorize.sqlite"
    for round in 0..<20 {
      // It may be refused once: then the database is put aside, and the game is saved in another.
      if (try? client.begin()) == nil { _ = try client.begin() }
      try client.flip(0)
      let before = try client.told()
      for file in [place, place + "-wal"] {
        guard let handle = FileHandle(forUpdatingAtPath: file) else { continue }
        try handle.seek(toOffset: UInt64(round * 700))
        try handle.write(contentsOf: Data(repeating: 0xA5, count: 3000))
        try handle.close()
      }
      let told = try client.told()
      #expect(told == before)
      do {
        try client.flip(1)
      } catch let error as BusError {
        #expect(error.name == .storageFailed)
        #expect(try client.told() == before)
        try client.flip(1)
      }
    }
    #expect(daemon.isRunning)
    let left = try client.told()
    daemon.signal(SIGKILL)
    daemon.wait()
    let next = try bus.startDaemon()
    // Where the last damage hit what it needs, that is said; else nothing is missing.
    let isSetAside = next.errors.lines.contains {
      $0.contains("The database of games was damaged.")
    }
    let found = try client.told()
    #expect(found == left || (isSetAside && found["State"] == .string("no-game")))
    _ = try client.begin()
    #expect(next.isRunning)
  }

  @Test func aDatabaseOfALaterVersionIsLeftAsItIs() throws {
    let bus = try PrivateBus()
    let client = try Client(bus)
    let place = try leaveGame(on: bus, client)
    /// As another memorized with a newer schema would.
    func raiseVersion(by count: Int) throws {
      let script = """
        import sqlite3, sys
        with sqlite3.connect(sys.argv[1]) as base:
            version, = base.execute("PRAGMA user_version").fetchone()
            base.execute(f"PRAGMA user_version = {version + int(sys.argv[2])}")
        """
      #expect(try Outcome("/usr/bin/python3", ["-c", script, place, "\(count)"]).code == 0)
    }
    try raiseVersion(by: 900)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: place))
    let second = try bus.startDaemon()
    let sentence = try client.refusal { _ = try client.begin() }
    #expect(sentence.contains(/of version 9\d\d, which a later memorized has written/))
    #expect(try client.refusal { _ = try client.conceal() } == sentence)
    #expect(try Data(contentsOf: URL(fileURLWithPath: place)) == bytes)
    // As after a successful downgrade: nobody has to start it again.
    try raiseVersion(by: -900)
    #expect(try client.begin().1 == 2)
    second.signal(SIGTERM)
    #expect(second.wait() == 0)
  }

  /// Another program's lock is waited for neither at the start nor by a call.
  @Test func aProgramThatHoldsTheDatabaseIsNamedAndPlayGoesOn() throws {
    let bus = try PrivateBus()
    let client = try Client(bus)
    let place = try leaveGame(on: bus, client)
    let script = """
      import sqlite3, sys
      base = sqlite3.connect(sys.argv[1], isolation_level=None)
      base.execute("BEGIN IMMEDIATE")
      print("held", flush=True)
      sys.stdin.read()
      """
    let (reading, writing) = try Child.pipe()
    let other = try Child("/usr/bin/python3", ["-c", script, place], input: reading)
    close(reading)
    #expect(other.output.waits(for: "held"))
    let daemon = try bus.startDaemon()
    for _ in 0..<20 {
      let sentence = try client.refusal { try client.flip(1) }
      #expect(sentence.contains("Another program holds the database \(place)."))
    }
    close(writing)
    #expect(other.wait() == 0)
    try client.flip(1)
    #expect(try client.told()["Flips"] == .uint32(2))
    #expect(daemon.isRunning)
  }

  /// One read that failed once put the whole history aside: SQLite calls it damage.
  ///
  /// Settings that could
  /// not be read were those of a new user until the restart, and a game was dealt by them.
  @Test(arguments: [true, false])
  func aReadThatFailsPutsNothingAside(failsOnce: Bool) throws {
    let bus = try PrivateBus()
    let library = try FailingReads(in: bus.directory)
    let first = try bus.startDaemon()
    let client = try Client(bus)
    try client.game.set("Scoring", .string("timed"))
    _ = try client.begin()
    try client.flip(0)
    let before = try client.told()
    first.signal(SIGTERM)
    #expect(first.wait() == 0)
    for number in 1...9 {
      let environment = library.environment(failing: number, onlyOnce: failsOnce)
      let daemon = try bus.startDaemon(with: environment)
      if failsOnce {
        _ = try? client.game.callAndWait(
          HistoryContract.statistics, of: HistoryContract.interface)
        #expect(try client.told() == before, "read \(number)")
        #expect(try client.settings()["Scoring"] == .string("timed"), "read \(number)")
      } else {
        _ = try? client.begin(4)
        let told = try client.told()
        #expect(told["State"] == .string("no-game") || told["Scoring"] == .string("timed"))
      }
      daemon.signal(SIGKILL)
      daemon.wait()
      let state = bus.directory.path + "/state/memorize"
      let names = try FileManager.default.contentsOfDirectory(atPath: state)
      #expect(!names.contains { $0.contains("damaged") }, "read \(number): \(names)")
    }
  }

  /// A limit on the size of files once ended the daemon with SIGXFSZ, at every start if it was small.
  @Test func aLimitOnFilesRefusesMovesOnly() throws {
    let bus = try PrivateBus()
    let daemon = try Child(
      "/bin/bash", ["-c", "ulimit -f 8; exec \"$0\"", Programs.memorized],
      environment: bus.environment)
    #expect(daemon.errors.waits(for: "Ready"))
    let client = try Client(bus)
    #expect(try client.refusal { _ = try client.begin() }.contains("ulimit -f"))
    #expect(daemon.isRunning)
  }

  @Test func ofTwoDaemonsOnOneHomeTheSecondSaysWhoTheFirstIs() throws {
    let (bus, other) = (try PrivateBus(), try PrivateBus())
    let first = try bus.startDaemon()
    let (here, there) = (try Client(bus), try Client(other))
    _ = try here.begin()
    try here.flip(0)
    let second = try other.startDaemon(onStoreOf: bus)
    #expect(try there.told()["State"] == .string("no-game"))
    for call in [{ _ = try there.begin() }, { try there.flip(1) }, { _ = try there.conceal() }] {
      #expect(
        try there.refusal(of: call).contains("Another memorized (process \(first.identifier))"))
    }
    let left = try here.told()
    first.signal(SIGTERM)
    #expect(first.wait() == 0)
    // Then it takes up what the first has left, at the first call that needs it.
    #expect(try there.flip(1) == 3)
    let taken = try there.told()
    #expect(taken["Id"] == left["Id"] && taken["Flips"] == .uint32(2))
    #expect(second.isRunning)
  }

  /// A game that is taken up by a call that then fails must not change in silence.
  @Test func aGameThatIsTakenUpIsToldThoughTheCallIsRefused() throws {
    let (bus, other) = (try PrivateBus(), try PrivateBus())
    let first = try bus.startDaemon()
    let id = try Client(bus).begin().1
    let second = try other.startDaemon(onStoreOf: bus)
    let there = try Client(other)
    #expect(try there.told()["State"] == .string("no-game"))
    var heard: [UInt64] = []
    _ = there.game.onChange(of: GameContract.interface) {
      if let id = $0.values["Id"]?.get(UInt64.self) { heard.append(id) }
    }
    first.signal(SIGTERM)
    #expect(first.wait() == 0)
    let unknown: [String: Value] = ["theme": .string("Nobody's")]
    let error = try #require(throws: BusError.self) {
      _ = try there.game.callAndWait(GameContract.newGame, of: GameContract.interface, unknown)
    }
    #expect(error.name == .noSuchTheme)
    #expect(try there.told()["Id"] == .uint64(id))
    #expect(heard == [id])
    #expect(second.isRunning)
  }

  @Test func withoutAHomeItSaysWhatIsMissing() throws {
    let bus = try PrivateBus()
    let daemon = try bus.startDaemon(with: ["HOME": "", "XDG_STATE_HOME": ""])
    let client = try Client(bus)
    let sentence = try client.refusal { _ = try client.begin() }
    #expect(sentence.contains("neither XDG_STATE_HOME nor HOME names a directory"))
    #expect(daemon.isRunning)
  }

  /// A number near the end of its type must not end each start by a trap.
  @Test(arguments: ["revision = -1", "revision = 0", "revision = -9223372036854775806"])
  func aRevisionThatIsNoneIsDamage(change: String) throws {
    let bus = try PrivateBus()
    let client = try Client(bus)
    let place = try leaveGame(on: bus, client)
    let script =
      "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); "
      + "c.execute('UPDATE game SET ' + sys.argv[2]); c.commit(); c.close()"
    #expect(try Outcome("/usr/bin/python3", ["-c", script, place, change]).code == 0)
    let second = try bus.startDaemon()
    #expect(second.errors.lines.contains { $0.contains("What is stored of game 1 makes no game") })
    #expect(try client.begin().1 == 2)
    try client.flip(0)
    // It was once on for ever in the history, and nothing of it could be asked for.
    #expect(try client.states() == [2: "playing"])
    #expect(try !client.verifies(1))
    #expect(second.isRunning)
  }
}
