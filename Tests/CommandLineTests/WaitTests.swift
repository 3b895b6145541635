import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(30))) struct WaitTests {
  private static let events: [(String, [String], String, String)] = [
    ("started", [], "started: Halloween, 4 pairs", dealt),
    ("mismatched", ["0", "1"], "miss: 0 lollipop, 1 red apple", "Halloween: 0 of 4 pairs, …"),
    ("matched", ["0", "6"], "match: lollipop, 1 of 4, score 2", "Halloween: 1 of 4 pairs, …"),
    (
      "won", ["0", "6", "1", "5", "2", "4", "3", "7"], "match: face screaming in fear, 4 of 4, …",
      "Halloween: won, …"
    ),
    ("changed", [], "started: …", dealt),
  ]

  @Test(arguments: events) func itReturnsWhenItHappens(
    event: String, cards: [String], line: String, state: String
  ) throws {
    let desk = try Desk()
    let wait = try desk.start(["wait", event])
    // Nobody reports that the waiting begins: let it happen until it has been seen.
    while wait.isRunning {
      try desk.deal()
      if !cards.isEmpty { try desk.memorize(["flip", "--quiet"] + cards) }
    }
    #expect(wait.wait() == 0)
    #expect(wait.errors.rest().isEmpty)
    let printed = wait.output.rest()
    #expect(printed.isLine(line) || printed.isLine(state), "\(printed)")
  }

  private static let dealt = "Halloween: 0 of 4 pairs, score 0, 0 flips, 0 moves"

  @Test func aPastEventIsKnownByTheState() throws {
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

  @Test func itStartsTheServiceOnlyIfAsked() throws {
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
}
