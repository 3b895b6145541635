import Foundation
import TestSupport
import Testing

/// `wait` returns when something happens in the game.
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

  @Test func waitReturnsWhenItsEventHappens() throws {
    let desk = try Desk()
    for (event, cards, line, state) in Self.events {
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
  }

  private static let dealt = "Halloween: 0 of 4 pairs, score 0, 0 flips, 0 moves"

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
