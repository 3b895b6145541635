import DBus
import EventLoop
import Foundation
import MemorizeBus
import TestSupport
import Testing
import UserService

@testable import memorize_notify

/// The calls of a notification server, and the effects of its replies.
@Suite struct ServerTests {
  @Test func oneBubbleShowsTheGame() throws {
    let (stage, server) = try Stage.dealt("--play-command", "true")
    let match = try stage.bubble(1, flipping: 0, 6)
    #expect(match.app == "Memorize" && match.icon == "org.memorized.Memorize")
    #expect(match.timeout == -1)
    #expect(match.summary == "Match: 🍭" && match.body == "Halloween: 1 of 4 pairs, score 2")
    #expect(match.replaced == 0)
    #expect(match.labels == ["Play", "New game", "Play"])
    // The face, if this machine has a font of emoji.
    var hints = match.hints
    hints["image-data"] = nil
    #expect(
      hints == [
        "category": .string("x-memorize.match"), "urgency": .byte(1), "transient": .boolean(true),
        "desktop-entry": .string("org.memorized.Memorize"), "value": .int32(25),
        "sound-name": .string("completion-success"),
      ])
    try stage.bubble(2, flipping: 1, 5)
    #expect(server.requests[1].replaced == match.id)
    try stage.bubble(3, flipping: 2, 4)
    let won = try stage.bubble(4, flipping: 3, 7)
    #expect(won.summary == "Won: Halloween" && won.replaced == match.id)
    #expect(won.body.hasPrefix("4 moves, score 8"))
    #expect(won.hints["urgency"] == .byte(1) && won.hints["transient"] == .boolean(false))
    #expect(won.hints["value"] == .int32(100))
    try stage.settle()
    #expect(server.requests.count == 4 && server.timesAsked == 1 && server.closed.isEmpty)
  }

  @Test func pastEventsAreNotShown() throws {
    let (stage, server) = try Stage.dealt()
    try stage.bubble(1, flipping: 0, 6, 1)
    try stage.restart()
    try stage.settle()
    #expect(server.requests.count == 1)
    #expect(try stage.bubble(2, flipping: 5).summary == "Match: 🍎")
  }

  /// A quick player must cause neither a queue nor a flood.
  @Test func aHundredMatchesAreTwoNotifications() throws {
    let stage = try Stage()
    let server = try stage.theServer
    var time: Duration?
    server.onNotify = { _ in
      server.onNotify = nil
      let start = ContinuousClock.now
      for _ in 0..<25 {
        try stage.deal()
        try stage.flip(0, 6, 1, 5, 2, 4, 3, 7)
      }
      try stage.settle()
      time = start.duration(to: .now)
    }
    try stage.deal()
    try stage.flip(0, 6)
    try stage.waits { server.summaries.last == "Won: Halloween" && time != nil }
    try stage.settle()
    // On a busy machine the games take longer than the 2 s for which a call is awaited: then the
    // newest bubble of that moment is sent too.
    let more = Int(try #require(time) / .seconds(2))
    #expect(
      (2...2 + more).contains(server.requests.count), "\(server.summaries) in \(time ?? .zero)")
    #expect(server.summaries.first == "Match: 🍭" && server.summaries.last == "Won: Halloween")
  }

  /// A server that answers at once is not kept busy all the time either.
  @Test func notificationsComeNoFasterThanAnybodyReads() throws {
    let stage = try Stage()
    let server = try stage.theServer
    let start = ContinuousClock.now
    for _ in 0..<25 {
      try stage.deal()
      for pair: [UInt32] in [[0, 6], [1, 5], [2, 4], [3, 7]] {
        try stage.flip(pair[0], pair[1])
        try stage.settle()
      }
    }
    let count = server.requests.count
    let time = start.duration(to: .now)
    #expect(count >= 1 && .milliseconds(50) * (count - 2) <= time, "\(count) in \(time)")
    try stage.waits { server.summaries.last == "Won: Halloween" }
  }

  /// The question what the server can do is asked again with the next match.
  @Test func aServerWithoutAReplyIsAskedAgain() throws {
    let (stage, server) = try Stage.dealt()
    server.onAsk = {
      server.onAsk = nil
      #expect(stage.notifier.errors.waits(for: "did not answer within 2 s"))
    }
    try stage.flip(0, 6)
    try stage.waits { server.timesAsked == 1 && server.onAsk == nil }
    try stage.settle()
    #expect(server.requests.isEmpty)
    try stage.bubble(1, flipping: 1, 5)
    #expect(server.summaries == ["Match: 🍎"] && server.timesAsked == 2)
  }

  @Test func anAnswerIsWaitedForTwoSecondsAndALateBubbleIsTakenBack() throws {
    let (stage, server) = try Stage.dealt()
    let start = ContinuousClock.now
    var waited: Duration?
    server.onNotify = { _ in
      server.onNotify = nil
      try stage.flip(1, 5)
      #expect(stage.notifier.errors.waits(for: "did not answer within 2 s"))
      waited = start.duration(to: .now)
      try stage.bubble(2)
    }
    try stage.flip(0, 6)
    try stage.waits { server.requests.count == 2 && waited != nil }
    #expect(try #require(waited) >= .seconds(2))
    #expect(server.summaries == ["Match: 🍭", "Match: 🍎"])
    #expect(server.requests[1].replaced == 0)
    // The first reply arrives only now: beside the second bubble it would be one too many.
    try stage.waits { !server.closed.isEmpty }
    #expect(server.closed == [server.requests[0].id])
    try stage.bubble(3, flipping: 2, 4)
    #expect(server.requests[2].replaced == server.requests[1].id)
  }

  @Test func errorsAreLoggedOnceAndForgotten() throws {
    let (stage, server) = try Stage.dealt()
    server.onNotify = { _ in throw BusError("org.example.Error.Full", "No room & no time.") }
    let moves: [(UInt32, UInt32)] = [(0, 6), (1, 5), (2, 4)]
    for (count, cards) in moves.enumerated() {
      try stage.bubble(count + 1, flipping: cards.0, cards.1)
    }
    server.onNotify = nil
    try stage.bubble(4, flipping: 3, 7)
    #expect(server.requests.allSatisfy { $0.replaced == 0 })
    let (code, said) = stage.end()
    #expect(code == 0)
    #expect(said.components(separatedBy: "No room & no time.").count == 2, "\(said)")
  }

  @Test func idsAreVoidAfterTheServersRestart() throws {
    let stage = try Stage()
    try stage.deal()
    try stage.bubble(1, flipping: 0, 6)
    stage.endServer()
    try stage.startServer(features: ["body"])
    try stage.settle()
    try stage.bubble(1, flipping: 1, 5)
    let server = try stage.theServer
    // The new server was asked for its capabilities again.
    #expect(server.timesAsked == 1 && server.requests[0].actions.isEmpty)
    #expect(server.requests[0].replaced == 0 && server.requests[0].id == 101)
  }

  /// Another may take the name without a gap, while a notification is on its way.
  @Test func anotherServerTakesOverInTheMidstOfACall() throws {
    let stage = try Stage()
    let first = try stage.theServer
    try stage.deal()
    first.onNotify = { _ in
      first.onNotify = nil
      try stage.startServer()
      try stage.settle()
    }
    try stage.flip(0, 6)
    try stage.waits { stage.server !== first }
    try stage.settle()
    try stage.bubble(1, flipping: 1, 5)
    #expect(try stage.theServer.requests[0].replaced == 0)
    #expect(first.requests.count == 1)
  }

  @Test func aBubbleThatHasGoneIsNotReplaced() throws {
    let (stage, server) = try Stage.dealt()
    try stage.bubble(1, flipping: 0, 6)
    // Another client's bubble, and a signal from a client that is not the server: both are ignored.
    try server.expire(77)
    try stage.player.emit(
      DesktopNotifications.path, NotificationsContract.interface.name,
      NotificationsContract.closed.name, server.requests[0].id, UInt32(1))
    try stage.settle()
    try stage.bubble(2, flipping: 1, 5)
    #expect(server.requests[1].replaced == server.requests[0].id)
    try server.expire(server.requests[0].id)
    try stage.settle()
    try stage.bubble(3, flipping: 2, 4)
    #expect(server.requests[2].replaced == 0)
  }

  @Test func withoutAServerNothingHappensUntilOneComes() throws {
    let stage = try Stage(server: nil)
    try stage.deal()
    try stage.flip(0, 6, 1, 5)
    try stage.settle()
    try stage.startServer()
    try stage.settle()
    #expect(try stage.theServer.requests.isEmpty)
    try stage.bubble(1, flipping: 2, 4)
    #expect(try stage.theServer.summaries == ["Match: 🍬"])
    let (code, said) = stage.end()
    #expect(code == 0)
    #expect(said.components(separatedBy: "No notification server").count == 2, "\(said)")
  }
}
