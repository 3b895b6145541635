import DBus
import Foundation
import MemorizeBus
import TestSupport
import Testing

@testable import Store

/// Where nothing can be stored, calls that change something are refused, and nothing else is.
@Suite struct StorageFaultTests {
  /// Begins a game on a daemon that then ends, and flips a card; returns the path of its database.
  private func leaveGame(on bus: PrivateBus, _ client: DaemonClient) throws -> String {
    let daemon = try bus.startDaemon()
    try client.begin()
    try client.flip(0)
    daemon.signal(SIGTERM)
    #expect(daemon.wait() == 0)
    return bus.files.path("state/memorize/memorize.sqlite")
  }

  /// Reading a property once opened the store, and published what was in it.
  @Test func readingPropertiesOpensNoStore() throws {
    let desk = try DaemonDesk { try $0.write("state/memorize") }
    try desk.bus.files.remove("state/memorize")
    for interface in [
      "", ".Game", ".Themes", ".History", ".Practice", ".Decks", ".Profile", ".Settings",
    ] {
      let values = try desk.connection.wait { done in
        desk.connection.call(
          MemorizeContract.name, MemorizeContract.path, "org.freedesktop.DBus.Properties",
          "GetAll", MemorizeContract.name.rawValue + interface, returning: [String: Value].self,
          deadline: .patience, completion: done)
      }
      #expect(!values.isEmpty || [".Themes", ".Decks"].contains(interface), "\(interface)")
    }
    #expect(!FileManager.default.fileExists(atPath: desk.state))
    try desk.newGame()
    #expect(FileManager.default.fileExists(atPath: desk.state + "/memorize.sqlite"))
  }

  @Test func aFullDiskRefusesMovesUntilThereIsRoom() throws {
    let bus = try PrivateBus()
    let disk = try SmallDisk(on: bus, mounted: "size=400k")
    let client = try DaemonClient(bus)
    try client.begin()
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
      if try client.game().state == "won" { _ = try? client.begin() }
    }
    #expect(sentence?.contains("No space is left") == true)
    let before = try client.game()
    #expect(try client.storageRefusal { try client.begin() }.contains("Free some space"))
    #expect(try client.game() == before)
    #expect(disk.daemon.isRunning)

    try disk.setFull(false)
    try client.begin()
    #expect(try client.game().revision == before.revision + 1)
    #expect(try client.flip(3).revision == before.revision + 2)
  }

  @Test func aDirectoryThatNobodyMayWriteRefusesMovesOnly() throws {
    let bus = try PrivateBus()
    let disk = try SmallDisk(on: bus, mounted: "ro,size=4m")
    let client = try DaemonClient(bus)
    #expect(try client.game().state == "no-game")
    #expect(
      try client.storageRefusal { try client.begin() }.contains("Make the directory writable"))
    #expect(try client.storageRefusal { try client.flip(0) }.contains("Cannot write in"))
    #expect(try client.game().state == "no-game")
    #expect(try disk.setReadOnly(false))
    try client.begin()
    try client.flip(0)
    #expect(disk.daemon.isRunning)
  }

  /// The kinds of damage are those of StoreTests.
  @Test func aDamagedDatabaseIsPutAsideAndPlayGoesOn() throws {
    let bus = try PrivateBus()
    let client = try DaemonClient(bus)
    let place = try leaveGame(on: bus, client)
    let file = URL(fileURLWithPath: place)
    try Data(contentsOf: file).prefix(5000).write(to: file)
    let second = try bus.startDaemon()
    #expect(
      second.errors.lines.contains {
        $0.contains("The database of games was damaged. It was moved to \(place).damaged-")
      }, "\(second.errors.lines)")
    #expect(try client.game().state == "no-game")
    #expect(try client.begin() == 1)
    try client.flip(0)
    second.signal(SIGKILL)
    second.wait()
    let third = try bus.startDaemon()
    #expect(try client.game().flips == 1)
    #expect(third.isRunning)
  }

  @Test func damageWhileItRunsDoesNotEndIt() throws {
    let bus = try PrivateBus()
    let daemon = try bus.startDaemon()
    let client = try DaemonClient(bus)
    let place = bus.files.path("state/memorize/memorize.sqlite")
    for round in 0..<20 {
      // It may be refused once: then the database is put aside, and another one is begun.
      if (try? client.begin()) == nil { try client.begin() }
      try client.flip(0)
      let before = try client.game()
      for file in [place, place + "-wal"] {
        guard let handle = FileHandle(forUpdatingAtPath: file) else { continue }
        try handle.seek(toOffset: UInt64(round * 700))
        try handle.write(contentsOf: Data(repeating: 0xA5, count: 3000))
        try handle.close()
      }
      #expect(try client.game() == before)
      do {
        try client.flip(1)
      } catch let error as BusError {
        #expect(error.name == .storageFailed)
        #expect(try client.game() == before)
        do {
          try client.flip(1)
        } catch let error as BusError {
          #expect(error.name == .noGame)
          #expect(try client.game() == GameState())
          try client.begin()
        }
      }
    }
    #expect(daemon.isRunning)
    let left = try client.game()
    daemon.signal(SIGKILL)
    daemon.wait()
    let next = try bus.startDaemon()
    // Where the last damage hit what it needs, that is said; else nothing is missing.
    let isSetAside = next.errors.lines.contains {
      $0.contains("The database of games was damaged.")
    }
    let found = try client.game()
    #expect(found == left || (isSetAside && found.state == "no-game"))
    try client.begin()
    #expect(next.isRunning)
  }

  @Test func aDatabaseOfALaterVersionIsLeftAsItIs() throws {
    let bus = try PrivateBus()
    let client = try DaemonClient(bus)
    let place = try leaveGame(on: bus, client)
    // As another memorized with a newer schema would.
    try Database(path: place).execute("PRAGMA user_version = \(Schema.version + 900)")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: place))
    let second = try bus.startDaemon()
    let sentence = try client.storageRefusal { try client.begin() }
    #expect(sentence.contains(/has version 9\d\d, written by a later memorized/))
    #expect(try client.storageRefusal { try client.conceal() } == sentence)
    #expect(try Data(contentsOf: URL(fileURLWithPath: place)) == bytes)
    // As after a successful downgrade: nobody has to start it again.
    try Database(path: place).execute("PRAGMA user_version = \(Schema.version)")
    #expect(try client.begin() == 2)
    second.signal(SIGTERM)
    #expect(second.wait() == 0)
  }

  /// Another program's lock is waited for neither at the start nor by a call.
  @Test func aProgramThatHoldsTheDatabaseIsNamedAndPlayGoesOn() throws {
    let bus = try PrivateBus()
    let client = try DaemonClient(bus)
    let place = try leaveGame(on: bus, client)
    var other: Database? = try Database(path: place)
    try other?.execute("BEGIN IMMEDIATE")
    let daemon = try bus.startDaemon()
    for _ in 0..<20 {
      let sentence = try client.storageRefusal { try client.flip(1) }
      #expect(sentence.contains("Another program is using the database \(place)."))
    }
    other = nil
    try client.flip(1)
    #expect(try client.game().flips == 2)
    #expect(daemon.isRunning)
  }

  /// One read that failed once put the whole history aside: SQLite calls it damage.
  ///
  /// Settings that could
  /// not be read were those of a new user until the restart, and a game was dealt by them.
  @Test(arguments: [true, false])
  func aReadThatFailsPutsNothingAside(failsOnce: Bool) throws {
    let bus = try PrivateBus()
    let library = try FailingCalls(in: bus.files)
    let first = try bus.startDaemon()
    let client = try DaemonClient(bus)
    try client.set("Scoring", .string("timed"))
    try client.begin()
    try client.flip(0)
    let before = try client.game()
    first.signal(SIGTERM)
    #expect(first.wait() == 0)
    for number in 1...9 {
      let environment = library.environment(
        failing: "read", from: number, onlyOnce: failsOnce, with: EIO)
      let daemon = try bus.startDaemon(with: environment)
      if failsOnce {
        _ = try? client.statistics()
        #expect(try client.game() == before, "read \(number)")
        #expect(try client.settings().scoring == "timed", "read \(number)")
      } else {
        _ = try? client.begin(pairs: 4)
        let game = try client.game()
        #expect(game.state == "no-game" || game.scoring == "timed")
      }
      daemon.signal(SIGKILL)
      daemon.wait()
      let state = bus.files.path("state/memorize")
      let names = try FileManager.default.contentsOfDirectory(atPath: state)
      #expect(!names.contains { $0.contains("damaged") }, "read \(number): \(names)")
    }
  }

  /// The system's reason must not be lost within SQLite.
  @Test(arguments: [("write", EDQUOT, "quota"), ("open", EMFILE, "ulimit -n")])
  func theReplyNamesTheSystemsReason(call: String, code: Int32, remedy: String) throws {
    let bus = try PrivateBus()
    let library = try FailingCalls(in: bus.files)
    let daemon = try bus.startDaemon(with: library.environment(failing: call, with: code))
    let client = try DaemonClient(bus)
    let sentence = try client.storageRefusal { try client.begin() }
    #expect(sentence.contains(remedy), "\(sentence)")
    #expect(daemon.isRunning)
  }

  /// Of a write that failed in the middle of a game “disk I/O error” was all that was said.
  @Test(arguments: [
    (EDQUOT, "quota"), (EROFS, "mounted read-only"), (EACCES, "permission denied"),
    (EIO, "The disk failed"), (EMFILE, "too many files"), (ENOSPC, "No space is left"),
  ])
  func aFailedWriteNamesItsReason(code: Int32, reason: String) throws {
    let bus = try PrivateBus()
    let library = try FailingCalls(in: bus.files)
    let daemon = try bus.startDaemon(with: library.environment(changing: 1, with: code))
    let client = try DaemonClient(bus)
    try client.begin()
    try client.flip(0)
    try library.arm()
    let sentence = try client.storageRefusal { try client.flip(1) }
    #expect(sentence.contains(reason), "\(sentence)")
    try library.arm(false)
    try client.flip(1)
    #expect(daemon.isRunning)
  }

  /// A limit on the size of files once ended the daemon with SIGXFSZ, at every start if it was small.
  @Test func aLimitOnFilesRefusesMovesOnly() throws {
    let bus = try PrivateBus()
    let daemon = try Child(
      "/bin/bash", ["-c", "ulimit -f 8; exec \"$0\"", Programs.memorized],
      environment: bus.environment)
    #expect(daemon.errors.waits(for: "Ready"))
    let client = try DaemonClient(bus)
    #expect(try client.storageRefusal { try client.begin() }.contains("ulimit -f"))
    #expect(daemon.isRunning)
  }

  @Test func ofTwoDaemonsOnOneHomeTheSecondSaysWhoTheFirstIs() throws {
    let (bus, other) = (try PrivateBus(), try PrivateBus())
    let first = try bus.startDaemon()
    let (here, there) = (try DaemonClient(bus), try DaemonClient(other))
    try here.begin()
    try here.flip(0)
    let second = try other.startDaemon(onStoreOf: bus)
    #expect(try there.game().state == "no-game")
    let calls: [() throws -> Void] = [
      { try there.begin() }, { try there.flip(1) }, { try there.conceal() },
    ]
    for call in calls {
      #expect(
        try there.storageRefusal(call).contains("Another memorized (process \(first.identifier))"))
    }
    let left = try here.game()
    first.signal(SIGTERM)
    #expect(first.wait() == 0)
    // Then it loads what the first has saved, at the first call that needs it.
    #expect(try there.flip(1).revision == 3)
    let loaded = try there.game()
    #expect(loaded.id == left.id && loaded.flips == 2)
    #expect(second.isRunning)
  }

  /// Loading a game in a call that then fails must still publish the change.
  @Test func aGameIsPublishedThoughTheCallThatLoadedItFails() throws {
    let (bus, other) = (try PrivateBus(), try PrivateBus())
    let first = try bus.startDaemon()
    let id = try DaemonClient(bus).begin()
    let second = try other.startDaemon(onStoreOf: bus)
    let there = try DaemonClient(other)
    #expect(try there.game().state == "no-game")
    var heard: [UInt64] = []
    _ = there.proxy.onChange(of: GameContract.interface) {
      if let id = $0.values["Id"]?.get(UInt64.self) { heard.append(id) }
    }
    first.signal(SIGTERM)
    #expect(first.wait() == 0)
    let error = there.refusal { try there.newGame(["theme": .string("Nobody's")]) }
    #expect(error?.name == .noSuchTheme)
    #expect(try there.game().id == id)
    #expect(heard == [id])
    #expect(second.isRunning)
  }

  @Test func withoutAHomeItSaysWhatIsMissing() throws {
    let bus = try PrivateBus()
    let daemon = try bus.startDaemon(with: ["HOME": "", "XDG_STATE_HOME": ""])
    let client = try DaemonClient(bus)
    let sentence = try client.storageRefusal { try client.begin() }
    #expect(sentence.contains("neither XDG_STATE_HOME nor HOME names a directory"))
    #expect(daemon.isRunning)
  }

  /// A number near the end of its type must not end each start by a trap.
  @Test(arguments: ["revision = -1", "revision = 0", "revision = -9223372036854775806"])
  func aRevisionThatIsNoneIsDamage(change: String) throws {
    let bus = try PrivateBus()
    let client = try DaemonClient(bus)
    let place = try leaveGame(on: bus, client)
    try Database(path: place).execute("UPDATE game SET \(change)")
    let second = try bus.startDaemon()
    #expect(second.errors.lines.contains { $0.contains("The stored game 1 is damaged") })
    #expect(try client.begin() == 2)
    try client.flip(0)
    // It was once on for ever in the history, and nothing of it could be asked for.
    let games = try client.games()
    #expect(games.map { $0["id"] } == [.uint64(2)] && games[0]["state"] == .string("playing"))
    #expect(try !client.verify(1))
    #expect(second.isRunning)
  }
}

extension DaemonClient {
  /// Begins a game that is always the same; returns its number.
  @discardableResult
  fileprivate func begin(pairs: UInt32 = 8) throws -> UInt64 {
    try newGame(["theme": .string("Halloween"), "pairs": .uint32(pairs), "seed": .uint64(42)])
  }

  /// The error message of a call that the store refuses.
  fileprivate func storageRefusal(_ call: () throws -> Void) throws -> String {
    let error = try #require(throws: BusError.self, performing: call)
    #expect(error.name == .storageFailed)
    return error.message
  }
}
