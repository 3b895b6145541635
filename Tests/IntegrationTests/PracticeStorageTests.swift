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
    let desk = try DaemonDesk()
    let answers = try desk.answers(of: Self.deck)
    try desk.startSession(["questions": .uint32(4)])
    for _ in 0..<25 {
      let told = try desk.practice()
      switch Int.random(in: 0..<6, using: &generator) {
      case 0 where told.state == "asking": try desk.reveal(told.questionNumber)
      case 1: _ = try? desk.undo()
      case _ where told.state == "finished": try desk.restartSession()
      case let number:
        let place = try desk.rightIndex(told, answers)
        try desk.answer(told.questionNumber, number == 2 ? (place + 1) % 3 : place)
      }
      let after = try desk.practice()
      let decks = try desk.decks()
      let statistics = try desk.practiceStatistics()
      try desk.restart(by: SIGKILL)
      #expect(try desk.practice() == after)
      #expect(try desk.decks() == decks)
      #expect(try desk.practiceStatistics() == statistics)
    }
  }

  @Test func undoTakesAllBack() throws {
    let desk = try DaemonDesk()
    let answers = try desk.answers(of: Self.deck)
    try desk.startSession(["questions": .uint32(3)])
    struct All: Equatable {
      var practice: PracticeState
      let decks: [[String: Value]]
      let statistics: [Value?]
    }
    func all() throws -> All {
      let statistics = try desk.practiceStatistics()
      var all = All(
        practice: try desk.practice(), decks: try desk.decks(),
        statistics: ["answers", "ahead", "days"].map { statistics[$0] })
      // It grows with each undo.
      all.practice.revision = 0
      return all
    }
    var stack = [try all()]
    var number = 0
    while case let told = try desk.practice(), told.state == "asking" {
      let place = try desk.rightIndex(told, answers)
      if number % 3 == 1 {
        try desk.reveal(told.questionNumber)
      } else {
        try desk.answer(told.questionNumber, number % 3 == 0 ? place : (place + 1) % 3)
      }
      number += 1
      stack.append(try all())
    }
    stack.removeLast()
    // A restart on the way must not make it less exact.
    try desk.restart()
    while let before = stack.popLast() {
      try desk.undo()
      #expect(try all() == before)
    }
    #expect(try desk.refusalName { try desk.undo() } == "NothingToUndo")
  }

  @Test func aCardThatFallsDueIsToldOfWithoutACall() throws {
    let soon = SystemTime.now + 1_500_000
    let desk = try DaemonDesk { files in
      let practice = try DaemonDesk.store(in: files).practice
      let memory = try #require(MemoryState(stability: 1, difficulty: 5))
      let schedule = Schedule(
        memory: memory, introducedAt: soon - 3 * Schedule.day, reviewedAt: soon - Schedule.day)
      #expect(schedule.dueAt == soon)
      let card = CardIdentity(
        WordCard("山", "mountain"), in: ThemeName.comparisonKey(of: Self.deck))
      try practice.set(schedule, of: card)
    }
    var told: [UInt32] = []
    desk.proxy.onChange(of: PracticeContract.interface) {
      if let due = $0.values["Due"]?.get(UInt32.self) { told.append(due) }
    }
    #expect(try desk.practice().due == 0)
    #expect(told.isEmpty)
    try #require(desk.connection.loop.waits { !told.isEmpty })
    #expect(told == [1] && SystemTime.now >= soon)
    try desk.startSession(["due": .boolean(true), "questions": .uint32(3)])
    #expect(try desk.practice().question == "山")
  }

  @Test func whatIsForgottenLeavesNoTrace() throws {
    let desk = try DaemonDesk()
    let name = "Wilhelmina Anonyma"
    for name in [
      "", "   ", "\u{200B}\u{200B}\u{200B}", "a\nb", String(repeating: "x", count: 65),
    ] {
      #expect(try desk.refusalName { try desk.register(name) } == "InvalidName")
    }
    try desk.register("  \(name) ", remember: false)
    #expect(try desk.profile().name == name)
    #expect(try desk.bus.traces(of: name).isEmpty)
    try desk.restart()
    #expect(try desk.profile().isRegistered == false)

    try desk.register(name)
    try desk.restart(by: SIGKILL)
    #expect(try desk.profile().name == name)
    #expect(try desk.profile().isRemembered)
    #expect(try !desk.bus.traces(of: name).isEmpty)

    let answers = try desk.answers(of: Self.deck)
    try desk.startSession(["questions": .uint32(3)])
    let told = try desk.practice()
    try desk.answer(told.questionNumber, desk.rightIndex(told, answers))
    #expect(try desk.practice().new == 9)
    try desk.forget()
    #expect(try desk.profile().name == "")
    #expect(try desk.practice().new == 9)
    #expect(try desk.bus.traces(of: name).isEmpty)
    try desk.forget(reviewsToo: true)
    // The session is gone too: nothing is known of the answers.
    let forgotten = try desk.practice()
    #expect(forgotten.new == 10 && forgotten.state == "idle")
    #expect(try desk.practiceStatistics()["answers"] == .uint32(0))
    try desk.restart()
    #expect(try desk.practice() == forgotten)
  }

  @Test func whatCannotBeStoredHasNotHappened() throws {
    let bus = try PrivateBus()
    let disk = try SmallDisk(on: bus, mounted: "size=600k")
    let client = try DaemonClient(bus)
    try client.startSession()
    try disk.setFull(true)
    // What is already mapped may still take some.
    var before = try client.practice()
    while (try? client.startSession()) != nil { before = try client.practice() }
    for _ in 0..<2 {
      #expect(
        try client.refusalName { try client.reveal(before.questionNumber) } == "StorageFailed")
      #expect(try client.refusalName { try client.startSession() } == "StorageFailed")
      #expect(try client.practice() == before)
    }
    try disk.setFull(false)
    try client.reveal(before.questionNumber)
    let after = try client.practice()
    #expect(after.revision == before.revision + 1 && after.new == before.new - 1)
    #expect(disk.daemon.isRunning)
  }
}

/// The wall clock in microseconds since 1970.
private enum SystemTime {
  static var now: UInt64 { UInt64(Date().timeIntervalSince1970 * 1_000_000) }
}
