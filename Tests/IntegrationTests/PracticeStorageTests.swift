import DBus
import EventLoop
import Foundation
import MemorizeBus
import MemoryGame
import Store
import TestSupport
import Testing

@testable import Practice

/// What was practised is kept answer by answer, taken back exactly, and forgotten without a trace.
@Suite struct PracticeStorageTests {
  private static let deck = "Japanese basics"

  @Test func noKillLosesAnAnswer() throws {
    var generator = SeededGenerator(for: "noKillLosesAnAnswer")
    let desk = try PracticeDesk()
    let answers = try desk.answers(of: Self.deck)
    try desk.start(["questions": .uint32(4)])
    for _ in 0..<25 {
      let told = try desk.told()
      switch Int.random(in: 0..<6, using: &generator) {
      case 0 where told.state == "asking": try desk.reveal(told.number)
      case 1: _ = try? desk.undo()
      case _ where told.state == "finished": try desk.startAnew()
      case let number:
        let place = try desk.rightPlace(told, answers)
        try desk.answer(told.number, number == 2 ? (place + 1) % 3 : place)
      }
      let after = try desk.told()
      let decks = try desk.decks()
      let statistics = try desk.statistics()
      try desk.restart(by: SIGKILL)
      #expect(try desk.told() == after)
      #expect(try desk.decks() == decks)
      #expect(try desk.statistics() == statistics)
    }
  }

  @Test func undoTakesAllBack() throws {
    let desk = try PracticeDesk()
    let answers = try desk.answers(of: Self.deck)
    try desk.start(["questions": .uint32(3)])
    func all() throws -> (PracticeDesk.Told, [[String: Value]], [String: Value]) {
      (try desk.told(), try desk.decks(), try desk.statistics())
    }
    func equal(
      _ one: (PracticeDesk.Told, [[String: Value]], [String: Value]),
      _ other: (PracticeDesk.Told, [[String: Value]], [String: Value])
    ) -> Bool {
      one.0.state == other.0.state && one.0.number == other.0.number
        && one.0.question == other.0.question && one.0.choices == other.0.choices
        && one.0.counts == other.0.counts && one.0.due == other.0.due && one.0.new == other.0.new
        && one.1 == other.1 && one.2["answers"] == other.2["answers"]
        && one.2["ahead"] == other.2["ahead"] && one.2["days"] == other.2["days"]
    }
    var stack = [try all()]
    var number = 0
    while case let told = try desk.told(), told.state == "asking" {
      let place = try desk.rightPlace(told, answers)
      if number % 3 == 1 {
        try desk.reveal(told.number)
      } else {
        try desk.answer(told.number, number % 3 == 0 ? place : (place + 1) % 3)
      }
      number += 1
      stack.append(try all())
    }
    stack.removeLast()
    // A restart on the way must not make it less exact.
    try desk.restart()
    while let before = stack.popLast() {
      try desk.undo()
      #expect(try equal(all(), before))
    }
    #expect(try desk.refusalName { try desk.undo() } == "NothingToUndo")
  }

  @Test func aCardThatFallsDueIsToldOfWithoutACall() throws {
    let soon = SystemTime.now + 1_500_000
    let desk = try PracticeDesk { directory in
      let practice = try PracticeDesk.store(in: directory).practice
      let memory = try #require(MemoryState(stability: 1, difficulty: 5))
      let schedule = Schedule(
        memory: memory, introducedAt: soon - 3 * Schedule.day, reviewedAt: soon - Schedule.day)
      #expect(schedule.dueAt == soon)
      let card = CardIdentity(
        WordCard("山", "mountain"), in: ThemeName.comparisonKey(of: Self.deck))
      let update = ScheduleUpdate(card: card, direction: .forward, schedule: schedule)
      try practice.save(PracticeStep(session: .stopped, schedule: update), revision: 1)
    }
    var told: [UInt32] = []
    desk.proxy.onChange(of: PracticeContract.interface) {
      if let due = $0.values["Due"]?.get(UInt32.self) { told.append(due) }
    }
    #expect(try desk.told().due == 0)
    #expect(told.isEmpty)
    desk.connection.loop.run { !told.isEmpty }
    #expect(told == [1] && SystemTime.now >= soon)
    try desk.start(["due": .boolean(true), "questions": .uint32(3)])
    #expect(try desk.told().question == "山")
  }

  @Test func whatIsForgottenLeavesNoTrace() throws {
    let desk = try PracticeDesk()
    let name = "Wilhelmina Anonyma"
    for name in [
      "", "ab", "  ab  ", "\u{200B}\u{200B}\u{200B}", "a\nb", String(repeating: "x", count: 65),
    ] {
      #expect(try desk.refusalName { try desk.register(name) } == "InvalidName")
    }
    try desk.register("  \(name) ", remember: false)
    #expect(try desk.profile().name == name)
    #expect(try desk.traces(of: name).isEmpty)
    try desk.restart()
    #expect(try desk.profile().isRegistered == false)

    try desk.register(name)
    try desk.restart(by: SIGKILL)
    #expect(try desk.profile().name == name)
    #expect(try desk.profile().isRemembered)
    #expect(try !desk.traces(of: name).isEmpty)

    let answers = try desk.answers(of: Self.deck)
    try desk.start(["questions": .uint32(3)])
    let told = try desk.told()
    try desk.answer(told.number, desk.rightPlace(told, answers))
    #expect(try desk.told().new == 9)
    try desk.forget()
    #expect(try desk.profile().name == "")
    #expect(try desk.told().new == 9)
    #expect(try desk.traces(of: name).isEmpty)
    try desk.forget(reviewsToo: true)
    // The session is gone too: nothing is known of the answers.
    let forgotten = try desk.told()
    #expect(forgotten.new == 10 && forgotten.state == "idle")
    #expect(try desk.statistics()["answers"] == .uint32(0))
    try desk.restart()
    #expect(try desk.told() == forgotten)
  }

  @Test func whatCannotBeStoredHasNotHappened() throws {
    let bus = try PrivateBus()
    let disk = try SmallDisk(on: bus, mounted: "size=600k")
    let connection = try Connection(to: BusAddress(bus.address), loop: Loop())
    let proxy = Proxy(
      connection, to: MemorizeContract.name, at: MemorizeContract.path, startsService: false)
    func told() throws -> PracticeDesk.Told {
      .init(
        try connection.wait { proxy.state(of: PracticeContract.self, completion: $0) })
    }
    func refusal(of call: () throws -> Void) throws -> ErrorName {
      try #require(throws: BusError.self, performing: call).name
    }
    func start() throws {
      let nothing: [String: Value] = [:]
      _ = try proxy.callAndWait(PracticeContract.start, of: PracticeContract.interface, nothing)
    }
    func reveal(_ number: UInt32) throws {
      _ = try proxy.callAndWait(PracticeContract.reveal, of: PracticeContract.interface, number)
    }
    try start()
    try disk.setFull(true)
    // What is already mapped may still take some.
    var before = try told()
    while (try? start()) != nil { before = try told() }
    for _ in 0..<2 {
      #expect(try refusal { try reveal(before.number) } == .storageFailed)
      #expect(try refusal { try start() } == .storageFailed)
      #expect(try told() == before)
    }
    try disk.setFull(false)
    try reveal(before.number)
    let after = try told()
    #expect(after.revision == before.revision + 1 && after.new == before.new - 1)
    #expect(disk.daemon.isRunning)
  }
}

/// The wall clock in microseconds since 1970.
private enum SystemTime {
  static var now: UInt64 { UInt64(Date().timeIntervalSince1970 * 1_000_000) }
}
