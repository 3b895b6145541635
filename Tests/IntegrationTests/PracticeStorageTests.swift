import DBus
import EventLoop
import Foundation
import MemorizeBus
import MemoryGame
import Store
import TestSupport
import Testing

@testable import Practice

/// What was practiced is kept answer by answer, taken back exactly, and forgotten without a trace.
@Suite struct PracticeStorageTests {
  private static let deck = "Japanese basics"

  @Test func aCardThatFallsDueIsToldOfWithoutACall() throws {
    // The day starts in a moment, in a time zone of its own.
    let soon = (SystemTime.now / 1_000_000 + 2) * 1_000_000
    let ahead = (Int(soon / 1_000_000) - 4 * 3600) % 86_400
    let zone = "AAA\(ahead / 3600):\(ahead / 60 % 60):\(ahead % 60)"
    let user = try UserSession(zone: zone) { files in
      let practice = try UserSession.store(in: files).practice
      let memory = try #require(MemoryState(stability: 1, difficulty: 5))
      let schedule = Schedule(
        memory: memory, introducedAt: soon - 3 * Schedule.day, reviewedAt: soon - Schedule.day,
        reviewedOn: (soon - UInt64(ahead) * 1_000_000).day - 1)
      let card = CardIdentity(
        WordCard("山", "mountain"), in: ThemeName.comparisonKey(of: Self.deck))
      try practice.set(schedule, of: card)
    }
    var told: [UInt32] = []
    user.proxy.onChange(of: PracticeContract.interface) {
      if let due = $0.values["Due"]?.get(UInt32.self) { told.append(due) }
    }
    #expect(try user.practice().due == 0)
    #expect(told.isEmpty)
    try #require(user.connection.loop.waits { !told.isEmpty })
    #expect(told == [1] && SystemTime.now >= soon)
    try user.startSession(["due": .boolean(true), "questions": .uint32(3)])
    #expect(try user.practice().question == "山")
  }

  @Test func forgettingLeavesNoTrace() throws {
    let user = try UserSession()
    let name = "Wilhelmina Anonyma"
    for name in [
      "", "   ", "\u{200B}\u{200B}\u{200B}", "a\nb", String(repeating: "x", count: 65),
    ] {
      #expect(try user.refusalName { try user.register(name) } == "InvalidName")
    }
    try user.register("  \(name) ", remember: false)
    #expect(try user.profile().name == name)
    #expect(try user.bus.traces(of: name).isEmpty)
    try user.restart()
    #expect(try user.profile().isRegistered == false)

    try user.register(name)
    try user.restart(by: SIGKILL)
    #expect(try user.profile().name == name)
    #expect(try user.profile().isRemembered)
    #expect(try !user.bus.traces(of: name).isEmpty)

    let answers = try user.answers(of: Self.deck)
    try user.startSession(["questions": .uint32(3)])
    let told = try user.practice()
    try user.answer(told.questionNumber, user.rightIndex(told, answers))
    #expect(try user.practice().new == 9)
    try user.forget()
    #expect(try user.profile().name == "")
    #expect(try user.practice().new == 9)
    #expect(try user.bus.traces(of: name).isEmpty)
  }
}

/// The wall clock in microseconds since 1970.
private enum SystemTime {
  static var now: UInt64 { UInt64(Date().timeIntervalSince1970 * 1_000_000) }
}
