import DBus
import EventLoop
import Foundation
import MemorizeBus
import TestSupport
import Testing

/// One daemon follows another, and nobody who calls notices.
@Suite struct SuccessionTests {
  @Test func noCallIsLostWhileAThousandDaemonsEndOfIdleness() throws {
    let bus = try PrivateBus(activates: true, options: "--idle-exit 0.0001 --log-level error")
    try Script.run("full_speed.py", ["exits", "1000"], on: bus)
  }

  @Test func noCallIsLostWhileDaemonsReplaceOneAnother() throws {
    let bus = try PrivateBus()
    try Script.run("full_speed.py", ["replacements", "100", Programs.memorized], on: bus)
  }

  @Test func aGameThatIsOnKeepsItFromEnding() throws {
    let bus = try PrivateBus()
    let daemon = try Child(
      Programs.memorized, ["--idle-exit", "0.05"], environment: bus.environment)
    #expect(daemon.errors.waits(for: "Ready"))
    let connection = try Connection(to: BusAddress(bus.address), loop: EventLoop())
    let game = Proxy(connection, to: MemorizeBus.name, at: MemorizeBus.path)
    let options: [String: Value] = ["pairs": .uint32(2), "theme": .string("Halloween")]
    _ = try game.callAndWait(GameContract.newGame, of: GameContract.interface, options)
    // Many times the limit, with nothing but the game to keep it; and nothing to wake it.
    func switches() throws -> Int {
      let status = try String(contentsOfFile: "/proc/\(daemon.identifier)/status", encoding: .utf8)
      return status.matches(of: /ctxt_switches:\s+(\d+)/).compactMap { Int($0.output.1) }
        .reduce(0, +)
    }
    func pass(_ time: Duration) {
      var isOver = false
      connection.loop.schedule(after: time) { isOver = true }
      connection.loop.run { isOver }
    }
    pass(.milliseconds(200))
    let before = try switches()
    pass(.milliseconds(500))
    #expect(try switches() == before)
    #expect(daemon.isRunning)
    // Every card in turn: a game of two pairs is won by then, whatever the deal.
    for first in UInt32(0)..<4 {
      for second in UInt32(0)..<4 where first != second {
        _ = try? game.callAndWait(GameContract.flip, of: GameContract.interface, first)
        _ = try? game.callAndWait(GameContract.flip, of: GameContract.interface, second)
      }
    }
    #expect(daemon.wait() == 0)
    #expect(daemon.errors.rest().contains("nothing was asked for"))
  }

  @Test func theOneThatIsReplacedSaysSoAndEndsWell() throws {
    let bus = try PrivateBus()
    let first = try bus.startDaemon()
    let second = try Child(Programs.memorized, ["--replace"], environment: bus.environment)
    #expect(second.errors.waits(for: "Ready"))
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
