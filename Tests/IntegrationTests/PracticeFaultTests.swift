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
    let user = try UserSession { files in
      let memory = try #require(MemoryState(stability: 1, difficulty: 5))
      let schedule = Schedule(memory: memory, introducedAt: 1, reviewedAt: 1, reviewedOn: 0)
      try UserSession.store(in: files).practice.set(schedule, of: .guid("a"))
      let path = files.path("state/memorize/memorize.sqlite")
      let root = try Self.number(
        "SELECT rootpage FROM sqlite_schema WHERE name = 'schedule'", path)
      let page = try #require(root)
      let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
      try file.seek(toOffset: UInt64(page - 1) * 4096)
      try file.write(contentsOf: Data(repeating: 0xFF, count: 4096))
    }
    // The first call may be refused; the next is not.
    _ = try? user.startSession()
    try user.startSession(["questions": .uint32(3)])
    #expect(try user.practice().state == "asking")
    let files = try FileManager.default.contentsOfDirectory(atPath: user.state)
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

  @Test func aNameIsKeptWhileTheStoreCannotBeOpened() throws {
    let user = try UserSession()
    try user.register(Self.name)
    let store = Store(directory: user.state, now: { 0 })
    try user.restart(after: { try store.openInTime() })
    #expect(try user.refusalName { try user.forget() } == "StorageFailed")
    store.close()
    // A child that another test is just starting has the lock until it runs its own program.
    let end = ContinuousClock.now + .patience
    while (try? user.forget()) == nil, ContinuousClock.now < end {}
    #expect(try user.bus.traces(of: Self.name).isEmpty)
    try user.restart()
    #expect(try user.profile().isRegistered == false)
  }

  @Test func noRowIsLeftOfReviewsThatAreForgotten() throws {
    let user = try UserSession()
    try user.startSession(["deck": .string("Capitals")])
    try user.reveal(1)
    try user.forget(reviewsToo: true)
    let before = try user.practice()
    #expect(before.state == "idle" && before.deck.isEmpty && before.revision == 3)
    #expect(try user.bus.traces(of: "Capitals").isEmpty)
    try user.restart(by: SIGKILL) {
      for table in ["response", "question", "review", "schedule"] {
        let path = user.state + "/memorize.sqlite"
        let rows = try Self.number("SELECT count(*) FROM \(table)", path)
        #expect(rows == 0, "\(table)")
      }
    }
    #expect(try user.practice() == before)
    try user.startSession()
    #expect(try user.practice().revision == 4)
  }

  /// Reads one number from a database that nobody has open.
  private static func number(_ sql: String, _ path: String) throws -> Int? {
    let database = try Database(path: path)
    defer { withExtendedLifetime(database) {} }
    return try Statement(database, sql).first { $0.integer(0) }
  }
}
