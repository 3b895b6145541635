import DBus
import Foundation
import MemorizeBus
import MemoryGame
import Practice
import TestSupport
import Testing

@testable import Store

/// What becomes of practice, and of the name, where the store is damaged, taken away or held.
@Suite struct PracticeFaultTests {
  private static let name = "Wilhelmina Anonyma"

  @Test func damagedSchedulesArePutAside() throws {
    let desk = try PracticeDesk { directory in
      let memory = try #require(MemoryState(stability: 1, difficulty: 5))
      let schedule = Schedule(memory: memory, introducedAt: 1, reviewedAt: 1)
      try PracticeDesk.store(in: directory).keep(
        PracticeChange(
          revision: 1, step: .ends,
          schedule: ScheduleUpdate(card: .guid("a"), direction: .forward, schedule: schedule)))
      let path = Self.state(directory) + "/memorize.sqlite"
      let page = try #require(
        Database(path: path).prepare(
          "SELECT rootpage FROM sqlite_schema WHERE name = 'schedule'"
        ).first { row throws(StoreError) in row.integer(0) })
      let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
      try file.seek(toOffset: UInt64(page - 1) * 4096)
      try file.write(contentsOf: Data(repeating: 0xFF, count: 4096))
    }
    // Whoever comes first may be told of it; the next one is not.
    _ = try? desk.start()
    try desk.start(["questions": .uint32(3)])
    #expect(try desk.told().state == "asking")
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.state(desk.bus.directory))
    #expect(files.contains { $0.contains(".damaged-") })
  }

  @Test func theRevisionIsKeptWhereAStoreIsBegunAnew() throws {
    let desk = try PracticeDesk()
    try desk.start()
    try desk.stop()
    let state = Self.state(desk.bus.directory)
    try FileManager.default.moveItem(atPath: state, toPath: state + "-away")
    _ = try desk.decks()
    try desk.restart(by: SIGKILL)
    #expect(try desk.told().revision == 2)
  }

  @Test func aNameIsNotForgottenWhereItsStoreIsNotToBeHad() throws {
    let desk = try PracticeDesk()
    try register(desk)
    let directory = StoreDirectory(path: Self.state(desk.bus.directory))
    try desk.restart(after: { try directory.open(now: 0, patience: .seconds(10)) })
    #expect(try desk.refusal { try forget(desk) } == "StorageFailed")
    directory.unlock()
    // A child that another test is just starting has the lock until it runs its own program.
    let end = ContinuousClock.now + .patience
    while (try? forget(desk)) == nil, ContinuousClock.now < end {}
    #expect(try traces(desk).isEmpty)
    try desk.restart()
    #expect(try registered(desk) == false)
  }

  @Test func aNameIsGoneOnceNobodyReads() throws {
    let desk = try PracticeDesk()
    try register(desk)
    let path = Self.state(desk.bus.directory) + "/memorize.sqlite"
    let reader = try Database(path: path)
    try reader.execute("BEGIN; SELECT count(*) FROM setting")
    try forget(desk)
    #expect(try !traces(desk).isEmpty)
    try reader.execute("ROLLBACK")
    let end = ContinuousClock.now + .patience
    while try !traces(desk).isEmpty, ContinuousClock.now < end {
      // Each question lets the daemon's loop go round.
      _ = try registered(desk)
    }
    #expect(try traces(desk).isEmpty)
  }

  @Test func settingsOfEarlierDaysAreKeptWhereAStoreIsBegunAnew() throws {
    let desk = try PracticeDesk()
    try desk.set("QuestionsPerSession", .uint32(7))
    try desk.restart()
    let state = Self.state(desk.bus.directory)
    try FileManager.default.moveItem(atPath: state, toPath: state + "-away")
    try desk.start()
    #expect(try desk.told().counts[0] == 7)
    try desk.restart(by: SIGKILL)
    try desk.start()
    #expect(try desk.told().counts[0] == 7)
  }

  @Test func noRowIsLeftOfReviewsThatAreForgotten() throws {
    let desk = try PracticeDesk()
    try desk.start(["deck": .string("Capitals")])
    try desk.reveal(1)
    try forget(desk, reviewsToo: true)
    let before = try desk.told()
    #expect(before.state == "idle" && before.deck.isEmpty && before.revision == 3)
    let database = try Database(path: Self.state(desk.bus.directory) + "/memorize.sqlite")
    for table in ["response", "question", "review", "schedule"] {
      let rows = try database.prepare("SELECT count(*) FROM \(table)").first {
        row throws(StoreError) in row.integer(0)
      }
      #expect(rows == 0, "\(table)")
    }
    #expect(try traces(desk, of: "Capitals").isEmpty)
    try desk.restart(by: SIGKILL)
    #expect(try desk.told() == before)
    try desk.start()
    #expect(try desk.told().revision == 4)
  }

  private static func state(_ directory: URL) -> String { directory.path + "/state/memorize" }

  private func register(_ desk: PracticeDesk) throws {
    _ = try desk.proxy.callAndWait(
      ProfileContract.register, of: ProfileContract.interface, Self.name, true)
  }

  private func forget(_ desk: PracticeDesk, reviewsToo: Bool = false) throws {
    _ = try desk.proxy.callAndWait(
      ProfileContract.forget, of: ProfileContract.interface, reviewsToo)
  }

  private func registered(_ desk: PracticeDesk) throws -> Bool? {
    try desk.connection.wait {
      desk.proxy.properties(of: ProfileContract.interface, completion: $0)
    }[ProfileContract.registered]
  }

  /// The files of the store that hold a text.
  private func traces(_ desk: PracticeDesk, of text: String = name) throws -> [String] {
    let state = Self.state(desk.bus.directory)
    return try FileManager.default.contentsOfDirectory(atPath: state).filter {
      try Data(contentsOf: URL(fileURLWithPath: state + "/" + $0)).range(of: Data(text.utf8))
        != nil
    }
  }
}
