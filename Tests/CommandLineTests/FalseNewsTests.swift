import BoardLayout
import MemorizeBus
import TestSupport
import Testing

@testable import Screens
@testable import memorize

/// What a service of another version, or a foreign one, may publish about the game.
@Suite(.timeLimit(.minutes(30))) struct FalseNewsTests {
  private let desk: Desk

  init() throws { desk = try Desk(runs: false) }

  /// A fake service whose game `watch` has printed.
  private func watched() throws -> (game: FakeGameService, watch: Child) {
    let game = try FakeGameService(on: desk.bus)
    let watch = try desk.watch("--json")
    #expect(parsed(watch.output.next()).text("event") == "state")
    #expect(game.isRead())
    return (game, watch)
  }

  /// A deal of four billion cards took all memory and crashed; one of fifty million took seconds.
  ///
  /// A change of a card that the board does not have was printed as if it had.
  @Test func anImpossibleChangeIsReadAgain() throws {
    let (game, watch) = try watched()
    func isReadAgain() -> Bool {
      guard game.isRead() else { return false }
      let state = parsed(watch.output.next())
      return state.text("event") == "state" && state.object("game").objects("cards").count == 4
    }
    for (cards, pairs) in [
      (4_000_000_000, nil), (50_000_000, nil), (6, nil), (4_000_000_000, 2_000_000_000),
      (50_000_000, 25_000_000), (2, .max),
    ] as [(UInt32, UInt32?)] {
      game.deal(cards, pairs: pairs)
      #expect(isReadAgain(), "\(cards) cards")
    }
    game.change(card: 4)
    #expect(isReadAgain())
  }

  @Test func aPossibleDealIsBelieved() throws {
    let (game, watch) = try watched()
    game.deal(1024, pairs: 512)
    #expect(parsed(watch.output.next()).text("event") == "started")
    game.change(card: 1023)
    #expect(parsed(watch.output.next()).text("event") == "turned-up")
  }

  /// The score is known afterward, and no line is printed for a step that was none.
  @Test func aChangeWithoutATransitionIsNoNews() throws {
    let (game, watch) = try watched()
    game.score(5)
    game.flip(1)
    let flip = parsed(watch.output.next())
    #expect(flip.text("event") == "turned-up")
    #expect(flip.object("game").number("score") == 5)
  }

  /// A bar got more than all from a service that had matched more pairs than there are.
  @Test func aPercentageIsAtMostAHundred() throws {
    for (pairs, matched, percentage) in [
      (1, 3, 100), (.max, 1, 0), (1, .max, 100), (0, 5, 0),
    ] as [(UInt32, UInt32, Int)] {
      let game = Fake.game(pairs: pairs, matched: matched)
      #expect(parsed(GameFormat.bar(.waybar).line(game)).number("percentage") == percentage)
    }
  }
}
