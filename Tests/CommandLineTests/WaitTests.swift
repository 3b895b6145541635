import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(30))) struct WaitTests {
  /// Starts `memorize wait`, and lets it happen again and again until it has been seen: nothing
  /// tells when the waiting begins.
  private func line(
    _ desk: Desk, _ arguments: String..., happens: () throws -> Void
  ) throws -> String {
    let wait = try desk.start(["wait"] + arguments)
    while wait.isRunning { try happens() }
    #expect(wait.wait() == 0)
    #expect(wait.errors.rest().isEmpty)
    return wait.output.rest()
  }

  @Test func itReturnsWhenItHappens() throws {
    let desk = try Desk()
    let started = try line(desk, "started") { try desk.deal() }
    #expect(["started: Halloween, 4 pairs", Self.dealt].contains(started))
    let missed = try line(desk, "mismatched") {
      try desk.memorize("flip", "0", "1", "--quiet")
      try desk.memorize("conceal", "--quiet")
    }
    #expect(missed == "miss: 0 lollipop, 1 red apple" || missed.hasPrefix("Halloween: 0 of 4"))
    let won = try line(desk, "won", "--json") {
      try desk.deal()
      try desk.memorize("flip", "0", "6", "1", "5", "2", "4", "3", "7", "--quiet")
    }
    #expect(["won", "state"].contains(parsed(won).text("event")))
    #expect(parsed(won).object("game").text("state") == "won")
    let matched = try line(desk, "matched") {
      try desk.deal()
      try desk.memorize("flip", "0", "6", "--quiet")
    }
    #expect(matched.hasPrefix("match: lollipop") || matched.hasPrefix("Halloween: 1 of 4"))
    #expect(try !line(desk, "changed") { try desk.deal() }.isEmpty)
  }

  private static let dealt = "Halloween: 0 of 4 pairs, score 0, 0 flips, 0 moves"

  @Test func whatIsPastIsKnownByTheState() throws {
    let desk = try Desk()
    func revision() throws -> String {
      let game = try desk.memorize("status", "--json").json.object("game")
      return String(game.number("revision") ?? -1)
    }
    let first = try revision()
    try desk.deal()
    for event in ["changed", "started"] {
      let outcome = try desk.memorize("wait", event, "--since", first)
      #expect(outcome.code == 0)
      #expect(outcome.output == Self.dealt)
    }
    let second = try revision()
    try desk.memorize("flip", "0", "1", "--quiet")
    let missed = try desk.memorize("wait", "mismatched", "--since", second, "--json")
    #expect(missed.json.text("event") == "state")
    // What the state does not show is still to come.
    for (event, since) in [("matched", second), ("won", second), ("changed", try revision())] {
      let outcome = try desk.memorize("wait", event, "--since", since, "--timeout", "0.2")
      #expect(outcome.code == 4)
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors.contains(event))
    }
  }

  @Test func aTimeOutIsToldInJSONToo() throws {
    let desk = try Desk()
    let outcome = try desk.memorize("wait", "won", "--timeout", "0.1", "--json")
    #expect(outcome.code == 4)
    #expect(outcome.json.object("error").text("name") == "Timeout")
  }

  @Test func itDoesNotStartTheServiceUnlessTold() throws {
    let desk = try Desk(runs: false, activates: true)
    #expect(try desk.memorize("wait", "won", "--timeout", "0.2").code == 4)
    #expect(try desk.memorize("status", "--no-autostart").code == 3)
    #expect(try desk.memorize("wait", "won", "--timeout", "0.2", "--start").code == 4)
    #expect(try desk.memorize("status", "--no-autostart").code == 0)
  }

  @Test func theCallThatStartsTheServiceIsNotMissed() throws {
    // The first state that is read holds the game that the call has dealt.
    let desk = try Desk(runs: false, activates: true)
    let wait = try desk.start(["wait", "started", "--json"])
    let watch = try desk.watch()
    #expect(watch.output.next() == "offline")
    try desk.deal()
    while wait.isRunning { try desk.deal() }
    #expect(wait.wait() == 0)
  }

  @Test func itEndsWithItsReader() throws {
    let desk = try Desk()
    let (reading, writing) = try Child.pipe()
    let wait = try desk.start(["wait", "won"], output: writing)
    close(writing)
    close(reading)
    // It has not been won.
    #expect(wait.wait() == 1)
    #expect(wait.errors.rest().isEmpty)
  }
}
