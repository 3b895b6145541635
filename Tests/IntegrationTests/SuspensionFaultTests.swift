import DBus
import EventLoop
import Foundation
import MemorizeBus
import TestSupport
import Testing

/// A suspension is stored together with the step of the session, or neither is.
@Suite struct SuspensionFaultTests {
  private static let words = "a\t1\nb\t2\nc\t3\n"
  private static let session: [String: Value] = [
    "deck": .string("Words"), "questions": .uint32(3), "mode": .string("recall"),
  ]

  private static func cards(_ client: DaemonClient) throws -> [CardSummary] {
    try client.proxy.callAndWait(DecksContract.cards, "Words", 0, 500)
  }

  private static func suspend(_ client: DaemonClient, _ id: UInt64, _ isSuspended: Bool) throws {
    _ = try client.proxy.callAndWait(DecksContract.suspend, id, isSuspended)
  }

  /// If the second of two writes failed, the flag was stored, a repetition said success, and the
  /// suspended card was asked all the same.
  @Test(arguments: [ENOSPC, EIO])
  func noWriteThatFailsLeavesHalfASuspension(code: Int32) throws {
    let bus = try PrivateBus()
    try bus.files.write("data/memorize/decks/Words.tsv", Self.words)
    let library = try FailingCalls(in: bus.files)
    var refusals = 0
    for number in 1...12 {
      let daemon = try bus.startDaemon(
        with: library.environment(failing: "write", from: number, onlyOnce: true, with: code))
      let client = try DaemonClient(bus)
      // The write that fails may be one of these.
      while client.refusal({ try client.startSession(Self.session) }) != nil {}
      while client.refusal({ _ = try Self.cards(client) }) != nil {}
      let before = try client.practice()
      let card = try #require(try Self.cards(client).first { $0.front == before.question })
      if let refusal = client.refusal({ try Self.suspend(client, card.id, true) }) {
        #expect(refusal.name.shortName == "StorageFailed")
        #expect(try client.practice() == before, "write \(number)")
        #expect(try Self.cards(client).allSatisfy { !$0.isSuspended }, "write \(number)")
        refusals += 1
        try Self.suspend(client, card.id, true)
      }
      let after = try client.practice()
      #expect(after.question != before.question && after.revision == before.revision + 1)
      #expect(try Self.cards(client).filter(\.isSuspended).map(\.id) == [card.id])
      while client.refusal({ try Self.suspend(client, card.id, false) }) != nil {}
      daemon.signal(SIGTERM)
      #expect(daemon.wait() == 0)
    }
    #expect(refusals > 0)
  }

  /// A daemon that was killed between the two writes asked a suspended card.
  @Test func noKillLeavesHalfASuspension() throws {
    var random = SeededGenerator(for: "noKillLeavesHalfASuspension")
    let desk = try CardDesk(["Words": Self.words])
    try desk.startSession(Self.session)
    for round in 0..<20 {
      let before = try desk.practice()
      let card = try #require(try desk.cards("Words").first { $0.front == before.question })
      let instant = ContinuousClock.now + .microseconds(Int.random(in: 0..<3_000, using: &random))
      var isEnded = false
      desk.proxy.call(DecksContract.suspend, card.id, true) { _ in
        isEnded = true
      }
      while ContinuousClock.now < instant {}
      try desk.restart(by: SIGKILL)
      #expect(desk.connection.loop.waits { isEnded })
      let after = try desk.practice()
      let isSuspended = try #require(try desk.cards([card.id]).first).isSuspended
      #expect(isSuspended == (after.question != before.question), "round \(round)")
      #expect(after.revision == before.revision + (isSuspended ? 1 : 0), "round \(round)")
      if isSuspended { try desk.suspend(card.id, false) }
    }
  }
}
