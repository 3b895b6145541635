import BoardLayout
import Foundation
import MemorizeBus
import MemoryGame
import TestSupport
import Testing

@testable import Screens
@testable import memorize

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

  // MARK: - What a state proves about the time after a revision

  private static let down: [(CardState, String)] = Array(repeating: (.down, ""), count: 4)
  private static let two: [(CardState, String)] = [(.up, "a"), (.up, "b")]

  private static let won = Fake.game(revision: 9, state: "won", matched: 2, flips: 6, moves: 3)
  /// Six flips, two misses: it was dealt by revision 12 at the latest, and by 10 at the earliest.
  private static let playing = Fake.game(
    revision: 18, cards: down, pairs: 2, matched: 1, flips: 6, moves: 3)
  /// Nothing was turned down, so the deal is known exactly: revision 3.
  private static let mismatch = Fake.game(revision: 5, cards: two, pairs: 2, flips: 2, moves: 1)
  private static let match = Fake.game(
    revision: 5, cards: down, pairs: 2, matched: 1, flips: 2, moves: 1)
  /// The last transition may have been a Conceal.
  private static let matchOrConceal = Fake.game(
    revision: 9, cards: down, pairs: 2, matched: 1, flips: 4, moves: 2)
  private static let young = Fake.game(revision: 2, cards: down, pairs: 2, flips: 1)
  private static let none = Fake.game(revision: 0, state: "no-game", pairs: 0)
  /// A service of another version may publish anything.
  private static let impossible = Fake.game(
    revision: 1, cards: two, pairs: .max, matched: .max, flips: .max, moves: 0)

  private static let cases: [(GameState, UInt64, Set<AwaitedEvent>)] = [
    (won, 9, []), (won, 8, [.changed, .won, .matched]),
    (playing, 9, [.changed, .started, .matched, .mismatched]),
    (playing, 10, [.changed]), (playing, 17, [.changed]),
    (mismatch, 4, [.changed, .mismatched]), (mismatch, 3, [.changed, .mismatched]),
    (mismatch, 2, [.changed, .mismatched, .started]),
    (match, 4, [.changed, .matched]), (matchOrConceal, 8, [.changed]),
    // A smaller revision is that of a service that has restarted.
    (young, 50, [.changed, .started]), (none, 50, [.changed]),
    (impossible, 0, [.changed, .mismatched]),
  ]

  @Test(arguments: cases) func onlyCertainEventsAreKnown(
    game: GameState, revision: UInt64, events: Set<AwaitedEvent>
  ) {
    #expect(Set(AwaitedEvent.allCases.filter { $0.isShown(by: game, since: revision) }) == events)
  }
}
