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

  /// A puppet whose game `watch` has printed.
  private func watched() throws -> (game: PuppetService, watch: Child) {
    let game = try PuppetService(on: desk.bus)
    let watch = try desk.watch("--json")
    #expect(parsed(watch.output.next()).text("event") == "state")
    #expect(game.isRead())
    return (game, watch)
  }

  /// A deal of four billion cards took all memory and crashed; one of fifty million took seconds.
  ///
  /// A change of a card that the board does not have was printed as if it had.
  @Test(
    arguments: [
      (UInt32(4_000_000_000), nil), (50_000_000, nil), (6, nil), (4_000_000_000, 2_000_000_000),
      (50_000_000, 25_000_000), (2, .max), nil,
    ] as [(UInt32, UInt32?)?]) func anImpossibleChangeIsReadAgain(deal: (UInt32, UInt32?)?) throws
  {
    let (game, watch) = try watched()
    if let (cards, pairs) = deal { game.deal(cards, pairs: pairs) } else { game.change(card: 4) }
    #expect(game.isRead())
    let state = parsed(watch.output.next())
    #expect(state.text("event") == "state")
    #expect(state.object("game").objects("cards").count == 4)
  }

  @Test func aPossibleDealIsBelieved() throws {
    let (game, watch) = try watched()
    game.deal(1024, pairs: 512)
    #expect(parsed(watch.output.next()).text("event") == "started")
    game.change(card: 1023)
    #expect(parsed(watch.output.next()).text("event") == "turned-up")
  }

  /// The score is known afterwards, and no line is printed for a step that was none.
  @Test func aChangeWithoutATransitionIsNoNews() throws {
    let (game, watch) = try watched()
    game.score(5)
    game.flip(1)
    let flip = parsed(watch.output.next())
    #expect(flip.text("event") == "turned-up")
    #expect(flip.object("game").number("score") == 5)
  }

  /// A bar got more than all from a service that had matched more pairs than there are.
  @Test(arguments: [(UInt32(1), UInt32(3), 100), (.max, 1, 0), (1, .max, 100), (0, 5, 0)])
  func nothingIsMoreThanAll(pairs: UInt32, matched: UInt32, percentage: Int) throws {
    let game = Fake.game(pairs: pairs, matched: matched)
    #expect(parsed(GameFormat.bar(.waybar).line(game)).number("percentage") == percentage)
  }
}
