import BoardLayout
import DBus
import EventLoop
import Glibc
import MemorizeBus
import TestSupport
import Testing

@testable import memorize

/// What a service of another version, or a foreign one, may publish about the game.
@Suite(.timeLimit(.minutes(30))) struct FalseNewsTests {
  /// A deal of four billion cards took all memory and crashed; one of fifty million took seconds.
  @Test(arguments: [
    (UInt32(4_000_000_000), nil), (50_000_000, nil), (6, nil), (4_000_000_000, 2_000_000_000),
    (50_000_000, 25_000_000), (2, .max),
  ]) func aDealThatCannotBeIsReadAnew(cards: UInt32, pairs: UInt32?) throws {
    let desk = try Desk(runs: false)
    let game = try PuppetService(on: desk.bus)
    let watch = try desk.watch("--json")
    #expect(parsed(watch.output.next()).text("event") == "state")
    #expect(game.isRead())
    game.deal(cards, pairs: pairs)
    #expect(game.isRead())
    let state = parsed(watch.output.next())
    #expect(state.text("event") == "state")
    #expect(state.object("game").objects("cards").count == 4)
  }

  /// The same crashed `play`.
  @Test func aPlayerReadsItAnewToo() throws {
    let desk = try Desk(runs: false)
    let game = try PuppetService(on: desk.bus)
    let (reading, writing) = try Child.pipe()
    defer { close(writing) }
    let play = try desk.start(["play", "--plain"], input: reading)
    close(reading)
    #expect(game.isRead())
    #expect(play.output.next() != nil)
    game.deal(4_000_000_000)
    #expect(game.isRead())
    #expect(play.isRunning)
  }

  @Test func aDealOfTheCardsThatThereAreIsBelieved() throws {
    let desk = try Desk(runs: false)
    let game = try PuppetService(on: desk.bus)
    let watch = try desk.watch("--json")
    #expect(parsed(watch.output.next()).text("event") == "state")
    game.deal(1024, pairs: 512)
    #expect(parsed(watch.output.next()).text("event") == "started")
    game.change(card: 1023)
    #expect(parsed(watch.output.next()).text("event") == "turned-up")
  }

  /// A change of a card that the board does not have was told as if it had.
  @Test func aCardBeyondTheBoardIsReadAnew() throws {
    let desk = try Desk(runs: false)
    let game = try PuppetService(on: desk.bus)
    let watch = try desk.watch("--json")
    #expect(parsed(watch.output.next()).text("event") == "state")
    #expect(game.isRead())
    game.change(card: 4)
    #expect(game.isRead())
    let state = parsed(watch.output.next())
    #expect(state.text("event") == "state")
    #expect(state.number("revision") == nil)
  }

  /// It is known afterwards, and nobody is told of a step that was none.
  @Test func aChangeWithoutATransitionIsNoNews() throws {
    let desk = try Desk(runs: false)
    let game = try PuppetService(on: desk.bus)
    let watch = try desk.watch("--json")
    #expect(parsed(watch.output.next()).text("event") == "state")
    game.score(5)
    game.flip(1)
    let flip = parsed(watch.output.next())
    #expect(flip.text("event") == "turned-up")
    #expect(flip.object("game").number("score") == 5)
  }

  /// A bar was told of more than all by a service that had matched more pairs than there are.
  @Test(arguments: [(UInt32(1), UInt32(3), 100), (.max, 1, 0), (1, .max, 100), (0, 5, 0)])
  func nothingIsMoreThanAll(pairs: UInt32, matched: UInt32, percentage: Int) throws {
    let game = Fake.game(pairs: pairs, matched: matched)
    #expect(parsed(LineFormat.bar(.waybar).line(game)).number("percentage") == percentage)
  }
}
