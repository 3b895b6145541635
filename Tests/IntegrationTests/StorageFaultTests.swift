import DBus
import Foundation
import MemorizeBus
import TestSupport
import Testing

@testable import Store

/// Where nothing can be stored, calls that change something are refused, and nothing else is.
@Suite struct StorageFaultTests {
  /// A daemon with a game in which a card was flipped.
  private func playing() throws -> UserSession {
    let user = try UserSession()
    try user.begin()
    try user.flip(0)
    return user
  }

  private func place(_ user: UserSession) -> String { user.state + "/memorize.sqlite" }

  /// Reading a property once opened the store, and published what was in it.
  @Test func readingPropertiesOpensNoStore() throws {
    let user = try UserSession { try $0.write("state/memorize") }
    try user.bus.files.remove("state/memorize")
    for interface in [
      "", ".Game", ".Themes", ".History", ".Practice", ".Decks", ".Profile", ".Settings",
    ] {
      let values = try user.connection.wait { done in
        user.connection.call(
          MemorizeContract.name, MemorizeContract.path, "org.freedesktop.DBus.Properties",
          "GetAll", MemorizeContract.name.rawValue + interface, returning: [String: Value].self,
          deadline: .patience, completion: done)
      }
      #expect(!values.isEmpty || [".Themes", ".Decks"].contains(interface), "\(interface)")
    }
    #expect(!FileManager.default.fileExists(atPath: user.state))
    try user.newGame()
    #expect(FileManager.default.fileExists(atPath: user.state + "/memorize.sqlite"))
  }

  @Test func aDirectoryThatNobodyMayWriteRefusesMovesOnly() throws {
    let library = try FailingCalls()
    try library.arm()
    let user = try UserSession(variables: library.environment(changing: 1, with: EROFS)) {
      try $0.make("state/memorize")
    }
    #expect(try user.game().state == "no-game")
    #expect(try user.storageRefusal { try user.begin() }.contains("Make the directory writable"))
    #expect(try user.storageRefusal { try user.flip(0) }.contains("Cannot write in"))
    #expect(try user.game().state == "no-game")
    try library.arm(false)
    try user.begin()
    try user.flip(0)
  }

  /// The kinds of damage are those of StoreTests.
  @Test func aDamagedDatabaseIsPutAsideAndPlayGoesOn() throws {
    let user = try playing()
    let place = place(user)
    try user.restart {
      let file = URL(fileURLWithPath: place)
      try Data(contentsOf: file).prefix(5000).write(to: file)
    }
    #expect(
      user.daemon.errors.lines.contains {
        $0.contains("The database of games was damaged. It was moved to \(place).damaged-")
      }, "\(user.daemon.errors.lines)")
    #expect(try user.game().state == "no-game")
    #expect(try user.begin() == 1)
    try user.flip(0)
    try user.restart(by: SIGKILL)
    #expect(try user.game().flips == 1)
  }

  @Test func damageWhileItRunsDoesNotEndIt() throws {
    let user = try UserSession()
    for round in 0..<20 {
      // It may be refused once: then the database is put aside, and another one is begun.
      if (try? user.begin()) == nil { try user.begin() }
      try user.flip(0)
      let before = try user.game()
      for file in [place(user), place(user) + "-wal"] {
        guard let handle = FileHandle(forUpdatingAtPath: file) else { continue }
        try handle.seek(toOffset: UInt64(round * 700))
        try handle.write(contentsOf: Data(repeating: 0xA5, count: 3000))
        try handle.close()
      }
      #expect(try user.game() == before)
      guard let refusal = user.refusal({ try user.flip(1) }) else { continue }
      #expect(refusal.name == .storageFailed)
      #expect(try user.game() == before)
      guard let second = user.refusal({ try user.flip(1) }) else { continue }
      #expect(second.name == .noGame)
      #expect(try user.game() == GameState())
      try user.begin()
    }
    let left = try user.game()
    try user.restart(by: SIGKILL)
    // Where the last damage hit what it needs, that is said; else nothing is missing.
    let isSetAside = user.daemon.errors.lines.contains {
      $0.contains("The database of games was damaged.")
    }
    let found = try user.game()
    #expect(found == left || (isSetAside && found.state == "no-game"))
    try user.begin()
  }

  @Test func aDatabaseOfALaterVersionIsLeftAsItIs() throws {
    let user = try playing()
    let place = place(user)
    // As another memorized with a newer schema would.
    try user.change("PRAGMA user_version = \(Schema.version + 900)")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: place))
    let sentence = try user.storageRefusal { try user.begin() }
    #expect(sentence.contains(/has version 9\d\d, written by a later memorized/))
    #expect(try user.storageRefusal { try user.conceal() } == sentence)
    #expect(try Data(contentsOf: URL(fileURLWithPath: place)) == bytes)
    // As after a successful downgrade: nobody has to start it again.
    try Database(path: place).execute("PRAGMA user_version = \(Schema.version)")
    #expect(try user.begin() == 2)
  }

  /// Another program's lock is waited for neither at the start nor by a call.
  @Test func aProgramThatHoldsTheDatabaseIsNamedAndPlayGoesOn() throws {
    let user = try playing()
    var other: Database?
    try user.restart {
      other = try Database(path: place(user))
      try other?.execute("BEGIN IMMEDIATE")
    }
    for _ in 0..<20 {
      let sentence = try user.storageRefusal { try user.flip(1) }
      #expect(sentence.contains("Another program is using the database \(place(user))."))
    }
    other = nil
    try user.flip(1)
    #expect(try user.game().flips == 2)
  }

  /// One read that failed once put the whole history aside: SQLite calls it damage.
  ///
  /// Settings that could not be read were those of a new user until the restart, and a game was dealt
  /// by them.
  @Test(arguments: [true, false])
  func aReadThatFailsPutsNothingAside(failsOnce: Bool) throws {
    let library = try FailingCalls()
    let user = try UserSession()
    try user.set("Scoring", .string("timed"))
    try user.begin()
    try user.flip(0)
    let before = try user.game()
    for number in 1...9 {
      user.variables = library.environment(
        failing: "read", from: number, onlyOnce: failsOnce, with: EIO)
      try user.restart(by: number == 1 ? SIGTERM : SIGKILL)
      if failsOnce {
        _ = try? user.statistics()
        #expect(try user.game() == before, "read \(number)")
        #expect(try user.settings().scoring == "timed", "read \(number)")
      } else {
        _ = try? user.begin(pairs: 4)
        let game = try user.game()
        #expect(game.state == "no-game" || game.scoring == "timed")
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: user.state)
      #expect(!names.contains { $0.contains("damaged") }, "read \(number): \(names)")
    }
  }

  /// Of a write that failed in the middle of a game “disk I/O error” was all that was said: the
  /// system's reason must not be lost within SQLite.
  @Test(arguments: [
    (EDQUOT, "quota"), (EROFS, "mounted read-only"), (EACCES, "permission denied"),
    (EIO, "The disk failed"), (EMFILE, "ulimit -n"), (ENOSPC, "Free some space"),
  ])
  func aFailureNamesItsReason(code: Int32, reason: String) throws {
    let library = try FailingCalls()
    // Files that cannot be opened are noticed at the first game.
    let isOpening = code == EMFILE
    let user = try UserSession(
      variables: isOpening
        ? library.environment(failing: "open", with: code)
        : library.environment(changing: 1, with: code))
    if isOpening {
      return #expect(try user.storageRefusal { try user.begin() }.contains(reason))
    }
    try user.begin()
    try user.flip(0)
    try library.arm()
    let sentence = try user.storageRefusal { try user.flip(1) }
    #expect(sentence.contains(reason), "\(sentence)")
    try library.arm(false)
    try user.flip(1)
  }

  /// A database that could not be opened once for writing was opened for reading only, and all moves
  /// were refused until a restart.
  @Test func aFileThatCannotBeOpenedOnceRefusesOneCall() throws {
    let library = try FailingCalls()
    let user = try UserSession()
    try user.begin()
    for number in 1...9 {
      user.variables = library.environment(
        failing: "open", from: number, onlyOnce: true, with: ENOSPC)
      try user.restart(by: SIGKILL)
      let refusals = (1...3).compactMap { _ in user.refusal { try user.begin() } }
      #expect(refusals.count <= 1, "open \(number): \(refusals)")
    }
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

  @Test func aSecondDaemonNamesTheOneThatHoldsTheStore() throws {
    let (here, other) = (try playing(), try PrivateBus())
    let second = try other.startDaemon(onStoreOf: here.bus)
    let there = try DaemonClient(other)
    #expect(try there.game().state == "no-game")
    let calls: [() throws -> Void] = [
      { try there.begin() }, { try there.flip(1) }, { try there.conceal() },
    ]
    let first = "Another memorized (process \(here.daemon.identifier))"
    for call in calls { #expect(try there.storageRefusal(call).contains(first)) }
    let left = try here.game()
    here.daemon.signal(SIGTERM)
    #expect(here.daemon.wait() == 0)
    // Then it loads what the first has saved, at the first call that needs it.
    #expect(try there.flip(1).revision == 3)
    let loaded = try there.game()
    #expect(loaded.id == left.id && loaded.flips == 2)
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
    let user = try playing()
    try user.change("UPDATE game SET \(change)")
    #expect(user.daemon.errors.lines.contains { $0.contains("The stored game 1 is damaged") })
    #expect(try user.begin() == 2)
    try user.flip(0)
    // It was once on for ever in the history, and nothing of it could be asked for.
    let games = try user.games()
    #expect(games.map { $0["id"] } == [.uint64(2)] && games[0]["state"] == .string("playing"))
    #expect(try !user.verify(1))
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
