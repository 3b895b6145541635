import DBus
import EventLoop
import Foundation
import MemorizeBus
import MemoryGame
import TestSupport
import Testing

@testable import memorize_notify

/// Which faces the notifier sends, and when it removes them from the screen.
@Suite struct FaceTests {
  /// No face of a card that is not matched may ever be sent.
  @Test func noGameTellsAFaceThatIsNotMatched() throws {
    var generator = SeededGenerator(for: "noGameTellsAFaceThatIsNotMatched")
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
    let games = rounds(20, ofAll: 100)
    for _ in 0..<games {
      try stage.deal(pairs: 5, seed: generator.next())
      matched = []
      var closed = Set(0..<10)
      var isWon = false
      let known = server.requests.count
      while !isWon {
        let card = try #require(closed.sorted().randomElement(using: &generator))
        guard
          let (outcome, _, _, cards) = try? stage.game.callAndWait(GameContract.flip, UInt32(card))
        else { continue }
        for change in cards where change.state == .matched {
          matched.insert(change.face)
          closed.remove(change.number)
        }
        isWon = outcome == "won"
        // Waits for some matches, so that bubbles of each stage are seen.
        guard outcome == "matched", Int.random(in: 0..<3, using: &generator) == 0 else { continue }
        let face = try #require(cards.first).face
        try stage.waits { server.summaries.last == "Match: \(face)" }
      }
      try stage.waits { server.requests.dropFirst(known).contains { $0.summary.hasPrefix("Won") } }
    }
    #expect(seen > games / 2)
    #expect(server.closed.isEmpty)
  }

  @Test func flipsAreShownOnDemand() throws {
    let (stage, server) = try Stage.dealt("--show-flips", "--play-command", "")
    for (count, card): (Int, UInt32) in [(1, 0), (2, 1), (3, 2), (4, 4)] {
      try stage.bubble(count, flipping: card)
    }
    #expect(server.summaries == ["0 🍭", "0 🍭, 1 🍎: no match", "2 🍬", "Match: 🍬"])
    // Each was replaced by the next.
    let id = server.requests[0].id
    #expect(server.requests.map(\.replaced) == [0, id, id, id])
    #expect(server.requests[0].hints["transient"] == .boolean(true))
    #expect(server.requests[0].hints["urgency"] == .byte(1))
    #expect(server.requests[0].hints["category"] == .string("x-memorize.flip"))
    #expect(server.requests[0].actions.isEmpty && server.requests[0].timeout == 0)
    try stage.settle()
    #expect(server.closed.isEmpty)
  }

  /// By key bindings alone a refused flip was once as silent as one that never reached the game.
  @Test func aRefusalOfAKeyBindingIsShown() throws {
    let (stage, server) = try Stage.dealt("--show-flips")
    func memorize(_ words: String...) throws {
      let outcome = try Outcome(Programs.memorize, words, environment: stage.bus.environment)
      #expect(outcome.code == 5)
    }
    try memorize("conceal", "--quiet")
    let nothing = try stage.bubble(1)
    #expect(nothing.summary == "There is no mismatch to turn face down.")
    #expect(nothing.hints["category"] == .string("x-memorize.refusal") && nothing.timeout == -1)
    try stage.bubble(2, flipping: 0)
    try memorize("flip", "0", "--quiet")
    let refused = try stage.bubble(3)
    #expect(refused.summary == "Refused" && refused.replaced == nothing.id)
    #expect(
      refused.body
        == "Card 0 is already face up; choose one that is face down.\nFace up: 0 🍭")
    // In a terminal it is read there.
    try memorize("flip", "0")
    try stage.settle()
    #expect(server.requests.count == 3)
    try stage.restart()
    try memorize("flip", "0", "--quiet")
    try stage.settle()
    #expect(server.requests.count == 3)
  }

  @Test func theSettingShowsFlipsAtOnceAndAfterARestart() throws {
    let (stage, server) = try Stage.dealt()
    func set(_ value: Bool) throws {
      try stage.player.wait {
        stage.game.set(
          "ShowFlips", of: SettingsContract.interface, to: .boolean(value), completion: $0)
      }
      try stage.settle()
    }
    try stage.flip(0)
    try stage.settle()
    #expect(server.requests.isEmpty)
    try set(true)
    let shown = try stage.bubble(1, flipping: 1)
    #expect(shown.summary == "0 🍭, 1 🍎: no match")
    try set(false)
    try stage.waits { server.closed == [shown.id] }
    try set(true)
    try stage.restart()
    #expect(try stage.bubble(2, flipping: 2).summary == "2 🍬")
    // The option overrides it.
    let (other, _) = try Stage.dealt("--show-flips")
    try other.settle()
    #expect(try other.bubble(1, flipping: 0).summary == "0 🍭")
  }

  private func mismatch() throws -> (Stage, FakeServer, UInt32) {
    let (stage, server) = try Stage.dealt("--show-flips")
    try stage.flip(0, 1)
    try stage.waits { server.summaries.last == "0 🍭, 1 🍎: no match" }
    try stage.settle()
    return (stage, server, server.requests[0].id)
  }

  @Test(arguments: ["conceal", "a new game", "the daemon's end", "SIGTERM", "SIGINT"])
  func openCardsAreRemoved(by event: String) throws {
    let (stage, server, id) = try mismatch()
    switch event {
    case "conceal": try stage.conceal()
    case "a new game": try stage.deal()
    case "the daemon's end": stage.killDaemon()
    default: stage.notifier.signal(event == "SIGTERM" ? SIGTERM : SIGINT)
    }
    try stage.waits { server.closed == [id] }
    if event.hasPrefix("SIG") { #expect(stage.notifier.codeInTime == 0) }
    guard event == "conceal" else { return }
    // The bubble is gone; the next is a new one.
    try stage.flip(3)
    try stage.waits { server.summaries.last == "3 😱" }
    #expect(server.requests.last?.replaced == 0)
  }

  /// Something happens while a face is on its way to the screen, from where it must be taken away.
  private func interrupt(_ event: @escaping (Stage) throws -> Void) throws -> Stage {
    let (stage, server) = try Stage.dealt("--show-flips", "--log-level", "debug")
    server.onNotify = { _ in
      server.onNotify = nil
      try event(stage)
    }
    try stage.flip(0)
    try stage.waits { !server.closed.isEmpty }
    #expect(server.closed == [server.requests[0].id])
    return stage
  }

  /// What is concealed while it is on its way to the screen must not stay there.
  @Test func aBubbleOnItsWayIsTakenAwayToo() throws {
    let stage = try interrupt { stage in
      try stage.flip(1)
      try stage.conceal()
      try stage.settle()
    }
    // What was waiting is out of date by now.
    #expect(try stage.theServer.requests.count == 1)
  }

  @Test func theNotifiersEndWaitsForABubbleOnItsWay() throws {
    let stage = try interrupt { stage in
      stage.notifier.signal(SIGTERM)
      #expect(stage.notifier.errors.waits(for: "Ending"))
    }
    #expect(stage.notifier.codeInTime == 0)
  }

  /// It does not answer before the notifier has ended.
  @Test func theEndDoesNotWaitForAServerThatHangs() throws {
    let (stage, server) = try Stage.dealt("--show-flips")
    var code: Int32?
    server.onNotify = { _ in
      server.onNotify = nil
      stage.notifier.signal(SIGTERM)
      code = stage.notifier.codeInTime
    }
    try stage.flip(0)
    try stage.waits { code != nil }
    #expect(code == 0)
  }

  /// A bubble that comes after its two seconds, when its card is down again, must not stay.
  @Test func aLateFaceIsTakenAway() throws {
    _ = try interrupt { stage in
      #expect(stage.notifier.errors.waits(for: "did not answer within 2 s"))
      try stage.deal()
      try stage.settle()
    }
  }
}
