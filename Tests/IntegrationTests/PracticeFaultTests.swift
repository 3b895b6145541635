import DBus
import Foundation
import MemorizeBus
import MemoryGame
import TestSupport
import Testing

@testable import Practice
@testable import Store

/// Practice and the name while the store is damaged, missing or locked.
@Suite struct PracticeFaultTests {
  private static let name = "Wilhelmina Anonyma"

  @Test func damagedSchedulesArePutAside() throws {
    let desk = try DaemonDesk { files in
      let memory = try #require(MemoryState(stability: 1, difficulty: 5))
      let schedule = Schedule(memory: memory, introducedAt: 1, reviewedAt: 1)
      try DaemonDesk.store(in: files).practice.set(schedule, of: .guid("a"))
      let path = files.path("state/memorize/memorize.sqlite")
      let root = try Self.number(
        "SELECT rootpage FROM sqlite_schema WHERE name = 'schedule'", path)
      let page = try #require(root)
      let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
      try file.seek(toOffset: UInt64(page - 1) * 4096)
      try file.write(contentsOf: Data(repeating: 0xFF, count: 4096))
    }
    // The first call may be refused; the next is not.
    _ = try? desk.startSession()
    try desk.startSession(["questions": .uint32(3)])
    #expect(try desk.practice().state == "asking")
    let files = try FileManager.default.contentsOfDirectory(atPath: desk.state)
    #expect(files.contains { $0.contains(".damaged-") })
  }

  @Test func inPlaceOfADamagedStoreANewOneIsBegun() throws {
    let directory = try TemporaryDirectory()
    let store = Store(directory: directory.root, now: { 0 })
    try store.set(["questions-per-session": "7"])
    let damage = StoreError.damaged(directory.root)
    #expect(throws: damage) { try store.use { _ throws(StoreError) in throw damage } }
    // Sound, it is opened again; damaged, it is set aside.
    try store.open()
    #expect(try !directory.names.contains { $0.contains("damaged") })
    #expect(store.settings == ["questions-per-session": "7"])
    #expect(throws: damage) { try store.use { _ throws(StoreError) in throw damage } }
    try directory.write("memorize.sqlite", Array(repeating: 0xA5, count: 8192))
    var isNew = false
    store.onOpen = { isNew = $0.isNew }
    try store.open()
    #expect(isNew && store.settings.isEmpty)
    #expect(try directory.names.contains { $0.contains("damaged") })
  }

  /// Forget once said that it was done while the log still held the name.
  @Test func whatIsForgottenIsGoneThoughTheDiskFails() throws {
    let bus = try PrivateBus()
    let library = try FailingCalls(in: bus.files)
    var refusals = 0
    for number in 1...8 {
      let daemon = try bus.startDaemon(
        with: library.environment(failing: "sync", from: number, onlyOnce: true, with: EIO))
      let client = try DaemonClient(bus)
      try client.register(Self.name)
      #expect(try !bus.traces(of: Self.name).isEmpty)
      while refusals < 9, client.refusal({ try client.forget() }) != nil { refusals += 1 }
      #expect(try bus.traces(of: Self.name).isEmpty, "sync \(number)")
      daemon.signal(SIGTERM)
      #expect(daemon.wait() == 0)
    }
    #expect(refusals > 0)
  }

  // Forget reported a failure as if the name were still there.
  @Test func aForgetThatFailsSaysWhatIsForgotten() throws {
    let bus = try PrivateBus()
    let library = try FailingCalls(in: bus.files)
    var told: Set<Bool> = []
    for number in 1... {
      let daemon = try bus.startDaemon(
        with: library.environment(changing: number, onlyOnce: true, with: EIO))
      let client = try DaemonClient(bus)
      try client.register(Self.name)
      try library.arm()
      let refusal = client.refusal { try client.forget(reviewsToo: number.isMultiple(of: 2)) }
      try library.arm(false)
      let isForgotten = try !client.profile().isRegistered
      #expect(isForgotten || refusal != nil)
      if let refusal {
        #expect(refusal.name.shortName == "StorageFailed")
        #expect(refusal.message.hasPrefix("The name") == isForgotten, "\(number): \(refusal)")
        told.insert(isForgotten)
      }
      daemon.signal(SIGKILL)
      daemon.wait()
      if !library.hasStruck { break }
      try bus.files.remove("armed.struck")
    }
    #expect(told == [true, false])
  }

  @Test func aNameIsKeptWhileTheStoreCannotBeOpened() throws {
    let desk = try DaemonDesk()
    try desk.register(Self.name)
    let store = Store(directory: desk.state, now: { 0 })
    try desk.restart(after: { try store.openInTime() })
    #expect(try desk.refusalName { try desk.forget() } == "StorageFailed")
    store.close()
    // A child that another test is just starting has the lock until it runs its own program.
    let end = ContinuousClock.now + .patience
    while (try? desk.forget()) == nil, ContinuousClock.now < end {}
    #expect(try desk.bus.traces(of: Self.name).isEmpty)
    try desk.restart()
    #expect(try desk.profile().isRegistered == false)
  }

  @Test func noRowIsLeftOfReviewsThatAreForgotten() throws {
    let desk = try DaemonDesk()
    try desk.startSession(["deck": .string("Capitals")])
    try desk.reveal(1)
    try desk.forget(reviewsToo: true)
    let before = try desk.practice()
    #expect(before.state == "idle" && before.deck.isEmpty && before.revision == 3)
    #expect(try desk.bus.traces(of: "Capitals").isEmpty)
    try desk.restart(by: SIGKILL) {
      for table in ["response", "question", "review", "schedule"] {
        let path = desk.state + "/memorize.sqlite"
        let rows = try Self.number("SELECT count(*) FROM \(table)", path)
        #expect(rows == 0, "\(table)")
      }
    }
    #expect(try desk.practice() == before)
    try desk.startSession()
    #expect(try desk.practice().revision == 4)
  }

  /// Reads one number from a database that nobody has open.
  private static func number(_ sql: String, _ path: String) throws -> Int? {
    let database = try Database(path: path)
    defer { withExtendedLifetime(database) {} }
    return try Statement(database, sql).first { $0.integer(0) }
  }
}
