import DBus
import EventLoop
import Foundation
import MemorizeBus
import MemoryGame
import TestSupport
import Testing

/// One daemon follows another, and nobody who calls notices.
@Suite struct SuccessionTests {
  @Test func noCallIsLostWhileDaemonsEndOfIdleness() throws {
    let bus = try PrivateBus(activates: true, options: "--idle-exit 0.0001 --log-level error")
    try Script.run("full_speed.py", ["exits", "\(rounds(100, ofAll: 1000))"], on: bus)
  }

  /// A call failed if the daemon before took longer than 90 ms to unlock the store.
  @Test func noCallIsLostWhileDaemonsReplaceOneAnother() throws {
    let bus = try PrivateBus()
    let count = "\(rounds(20, ofAll: 100))"
    try Script.run("full_speed.py", ["replacements", count, Programs.memorized], on: bus)
  }

  @Test func aGameThatIsOnGoesOnAfterAnIdleEnd() throws {
    let bus = try PrivateBus(activates: true, options: "--idle-exit 0.05")
    let client = try DaemonClient(bus, startsService: true)
    let id = try client.newGame(["pairs": .uint32(2), "theme": .string("Halloween")])
    let revision = try client.flip(1).revision
    var owners: [BusName?] = []
    client.connection.followOwner(of: MemorizeContract.name) { owners.append($0) }
    client.connection.loop.run { owners.last == .some(nil) }
    let game = try client.game()
    #expect(game.id == id)
    #expect(game.revision == revision)
    #expect(game.cards[1].state == .up)
  }

  @Test func theOneThatIsReplacedSaysSoAndEndsWell() throws {
    let bus = try PrivateBus()
    let first = try bus.startDaemon()
    let second = try bus.startDaemon(["--replace"], with: [:])
    // The store still belongs to the other daemon until then: not an error to report.
    #expect(second.errors.lines.count == 1, "\(second.errors.lines)")
    #expect(first.wait() == 0)
    #expect(first.errors.rest().contains("Another process has taken over"))
    #expect(second.isRunning)
  }

  @Test(arguments: ["0", "-1", "nan", "inf", "1e99", "", "soon"])
  func aWrongIdleTimeIsNamed(time: String) throws {
    let outcome = try Outcome(Programs.memorized, ["--idle-exit", time])
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("--idle-exit takes a number of seconds"), "\(outcome.errors)")
  }

  @Test(arguments: [
    (["--replace=yes"], "--replace takes no value."),
    (["--idle-exit"], "--idle-exit needs a value."),
    (["--log-level", "loud"], "“loud” is not a log level"), (["now"], "Unknown argument “now”."),
    (["--log-level=debug", "--relpace"], "Unknown argument “--relpace”. Did you mean --replace?"),
  ])
  func aWrongArgumentIsNamed(arguments: [String], sentence: String) throws {
    let outcome = try Outcome(Programs.memorized, arguments)
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains(sentence), "\(outcome.errors)")
  }
}
