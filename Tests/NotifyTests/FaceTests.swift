import DBus
import EventLoop
import Foundation
import MemorizeBus
import MemoryGame
import TestSupport
import Testing

@testable import memorize_notify

/// Which faces leave the notifier, and when they are taken off the screen.
@Suite struct FaceTests {
  /// No face of a card that is not matched may ever be sent.
  @Test func aHundredGamesTellNoFaceThatIsNotMatched() throws {
    var generator = SeededGenerator(for: "aHundredGamesTellNoFaceThatIsNotMatched")
    let stage = try Stage()
    let server = try stage.theServer
    let faces = "🦇😱🙀👿🎃👻🍭🍬🍎".map(String.init)
    var matched: Set<String> = []
    var seen = 0
    server.onNotify = { request in
      let texts = [request.summary, request.body] + request.actions
      let said = texts.joined() + "\(request.hints)"
      for face in faces where said.contains(face) {
        seen += 1
        #expect(matched.contains(face), "\(said)")
      }
    }
    for _ in 0..<100 {
      _ = try stage.game.callAndWait(
        GameContract.newGame, of: GameContract.interface,
        [
          "theme": .string("Halloween"), "pairs": .uint32(5), "seed": .uint64(generator.next()),
        ])
      matched = []
      var closed = Set((0..<10).map { UInt32($0) })
      var isWon = false
      let known = server.requests.count
      while !isWon {
        let card = try #require(closed.sorted().randomElement(using: &generator))
        guard
          let (outcome, _, _, cards) = try? stage.game.callAndWait(
            GameContract.flip, of: GameContract.interface, card)
        else { continue }
        for change in cards where change.state == .matched {
          matched.insert(change.face)
          closed.remove(change.number)
        }
        isWon = outcome == "won"
        // Some matches are waited for, so that bubbles of each stage are seen.
        guard outcome == "matched", Int.random(in: 0..<3, using: &generator) == 0 else { continue }
        let face = try #require(cards.first).face
        try stage.waits { server.summaries.last == "Match: \(face)" }
      }
      try stage.waits { server.requests.dropFirst(known).contains { $0.summary.hasPrefix("Won") } }
    }
    #expect(seen > 50)
    #expect(server.closed.isEmpty)
  }

  @Test func flipsAreShownOnDemand() throws {
    let stage = try Stage("--show-flips")
    let server = try stage.theServer
    try stage.deal()
    try stage.flip(0)
    try stage.waits(for: 1)
    try stage.flip(1)
    try stage.waits(for: 2)
    try stage.flip(2)
    try stage.waits(for: 3)
    try stage.flip(4)
    try stage.waits(for: 4)
    #expect(server.summaries == ["0 🍭", "0 🍭, 1 🍎: no match", "2 🍬", "Match: 🍬"])
    // Each was replaced by the next.
    let id = server.requests[0].id
    #expect(server.requests.map(\.replaced) == [0, id, id, id])
    #expect(server.requests[0].hints["transient"] == .boolean(true))
    #expect(server.requests[0].hints["urgency"] == .byte(1))
    #expect(server.requests[0].hints["category"] == .string("x-memorize.flip"))
    #expect(server.requests[0].actions.isEmpty)
    try stage.settle()
    #expect(server.closed.isEmpty)
  }

  /// Shows a mismatch.
  private func mismatch(_ stage: Stage) throws -> UInt32 {
    try stage.deal()
    try stage.flip(0, 1)
    let server = try stage.theServer
    try stage.waits { server.summaries.last == "0 🍭, 1 🍎: no match" }
    try stage.settle()
    return server.requests[0].id
  }

  @Test func concealTakesThemAway() throws {
    let stage = try Stage("--show-flips")
    let server = try stage.theServer
    let id = try mismatch(stage)
    try stage.conceal()
    try stage.waits { server.closed == [id] }
    try stage.settle()
    // The bubble is gone; the next is a new one.
    try stage.flip(3)
    try stage.waits { server.summaries.last == "3 😱" }
    #expect(server.requests.last?.replaced == 0)
  }

  @Test(arguments: ["a new game", "the daemon's end", "SIGTERM", "SIGINT"])
  func theyAreTakenAway(by event: String) throws {
    let stage = try Stage("--show-flips")
    let server = try stage.theServer
    let id = try mismatch(stage)
    switch event {
    case "a new game": try stage.deal()
    case "the daemon's end": stage.killDaemon()
    default: stage.notifier.signal(event == "SIGTERM" ? SIGTERM : SIGINT)
    }
    try stage.waits { server.closed == [id] }
    if event.hasPrefix("SIG") { #expect(stage.notifier.wait() == 0) }
  }

  /// What is concealed while it is on its way to the screen must not stay there.
  @Test func whatIsOnItsWayIsTakenAwayToo() throws {
    let stage = try Stage("--show-flips")
    let server = try stage.theServer
    try stage.deal()
    server.onNotify = { _ in
      server.onNotify = nil
      try stage.flip(1)
      try stage.conceal()
      try stage.settle()
    }
    try stage.flip(0)
    try stage.waits { !server.closed.isEmpty }
    #expect(server.closed == [server.requests[0].id])
    // What waited meanwhile is out of date.
    #expect(server.requests.count == 1)
  }

  @Test func theNotifiersEndWaitsForWhatIsOnItsWay() throws {
    let stage = try Stage("--show-flips")
    let server = try stage.theServer
    try stage.deal()
    server.onNotify = { _ in
      server.onNotify = nil
      stage.notifier.signal(SIGTERM)
      #expect(stage.notifier.errors.waits(for: "Ending"))
    }
    try stage.flip(0)
    try stage.waits { !server.closed.isEmpty }
    #expect(server.closed == [server.requests[0].id])
    #expect(stage.notifier.wait() == 0)
  }

  /// A server that hangs holds up the end for two seconds at most.
  @Test func theEndDoesNotWaitForAServerThatHangs() throws {
    let stage = try Stage("--show-flips")
    let server = try stage.theServer
    try stage.deal()
    var code: Int32?
    var time: Duration = .zero
    server.onNotify = { _ in
      server.onNotify = nil
      let start = ContinuousClock.now
      stage.notifier.signal(SIGTERM)
      code = stage.notifier.wait()
      time = start.duration(to: .now)
    }
    try stage.flip(0)
    try stage.waits { code != nil }
    #expect(code == 0)
    #expect(time < .seconds(6), "\(time)")
  }

  /// A bubble that comes after its two seconds, when its card is down again, must not stay.
  @Test func aLateFaceIsTakenAway() throws {
    let stage = try Stage("--show-flips", "--log-level", "debug")
    let server = try stage.theServer
    try stage.deal()
    server.onNotify = { _ in
      server.onNotify = nil
      #expect(stage.notifier.errors.waits(for: "did not answer within 2 s"))
      try stage.deal()
      try stage.settle()
    }
    try stage.flip(0)
    try stage.waits { !server.closed.isEmpty }
    #expect(server.closed == [server.requests[0].id])
  }
}
