import DBus
import EventLoop
import Foundation
import MemorizeBus
import MemoryGame
import TestSupport
import Testing

/// One daemon follows another, and nobody who calls notices.
@Suite struct SuccessionTests {
  /// A client that calls without a pause while daemons come and go.
  private struct Caller {
    let client: DaemonClient
    private final class Owners { var all: [BusName?] = [] }
    private let owners = Owners()
    /// How many daemons have had the name, and how many have lost it.
    var come: Int { owners.all.count { $0 != nil } }
    var gone: Int { owners.all.count - come }

    init(_ client: DaemonClient) {
      self.client = client
      client.connection.followOwner(of: MemorizeContract.name) { [owners] in owners.all.append($0) }
    }

    /// Expects the right answer to each call; a daemon that was just started has restored the game.
    func calls(while goesOn: () throws -> Bool) throws {
      var number = 0
      while try goesOn() {
        number += 1
        if number % 8 == 0 {
          // A call that a daemon would lose if it had read it and did not answer any more.
          let refusal = client.refusal { try client.newGame(["theme": .string("No such theme")]) }
          try #require(refusal?.name == .noSuchTheme)
        } else {
          let game = try client.game()
          try #require(game.state == "playing" && game.cards.count == 2 * Int(game.pairs))
        }
      }
    }
  }

  @Test func noCallIsLostWhileDaemonsEndOfIdleness() throws {
    let bus = try PrivateBus(activates: true, options: "--idle-exit 0.0001 --log-level error")
    let caller = Caller(try DaemonClient(bus, startsService: true))
    try caller.client.newGame()
    let count = rounds(100, ofAll: 1000)
    try caller.calls { caller.gone < count }
  }

  /// A call failed if the daemon before took longer than 90 ms to unlock the store.
  @Test func noCallIsLostWhileDaemonsReplaceOneAnother() throws {
    let bus = try PrivateBus()
    var daemon = try bus.startDaemon()
    let caller = Caller(try DaemonClient(bus))
    try caller.client.newGame()
    for _ in 0..<rounds(20, ofAll: 100) {
      let seen = caller.come
      let next = try Child(
        Programs.memorized, ["--replace", "--log-level", "error"], environment: bus.environment)
      try caller.calls { caller.come == seen || daemon.isRunning }
      #expect(daemon.wait() == 0)
      daemon = next
    }
    daemon.signal(SIGTERM)
    #expect(daemon.wait() == 0)
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
    let second = try bus.startDaemon(["--replace"])
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
