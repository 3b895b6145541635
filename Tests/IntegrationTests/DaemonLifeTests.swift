import DBus
import EventLoop
import Foundation
import MemorizeBus
import TestSupport
import Testing

/// How the daemon begins and ends, and what it survives.
@Suite struct DaemonLifeTests {
  @Test func aSecondOneSaysWhoHasTheNameAndExitsWithFour() throws {
    let bus = try PrivateBus()
    let first = try bus.startDaemon()
    let second = try Outcome(Programs.memorized, environment: bus.environment)
    #expect(second.code == 4)
    #expect(second.errors.contains("process \(first.identifier)"), "\(second.errors)")
    #expect(second.errors.contains(Programs.memorized), "\(second.errors)")
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func signalsEndItInOrder(signal: Int32) throws {
    let bus = try PrivateBus()
    let daemon = try bus.startDaemon()
    daemon.signal(signal)
    #expect(daemon.wait() == 0, "\(daemon.errors.rest())")
  }

  @Test func itEndsWithAMessageWhenTheBusDies() throws {
    let bus = try PrivateBus()
    let daemon = try bus.startDaemon()
    bus.kill()
    #expect(daemon.codeInTime == 1)
    #expect(daemon.errors.rest().contains("The connection to the bus was lost."))
  }

  @Test func aCallIsDoneThoughTheBusDiesBeforeItsReply() throws {
    let (bus, other) = (try PrivateBus(), try PrivateBus())
    let daemon = try bus.startDaemon()
    let client = try DaemonClient(bus)
    try client.newGame()
    daemon.signal(SIGSTOP)
    client.proxy.call(GameContract.flip, 0) { _ in }
    for _ in 0..<2 { client.waitForBus() }
    bus.kill()
    daemon.signal(SIGCONT)
    #expect(daemon.codeInTime == 1)
    let next = try other.startDaemon(onStoreOf: bus)
    #expect(try DaemonClient(other).game().flips == 1 && next.isRunning)
  }

  /// A signal before the bus has let the daemon in must not end it by a trap.
  @Test func aSignalEndsItWhileTheBusIsMute() throws {
    let mute = try MuteBus()
    let daemon = try Child(
      Programs.memorized, environment: ["DBUS_SESSION_BUS_ADDRESS": mute.address])
    mute.waitForPeer()
    daemon.signal(SIGTERM)
    #expect(daemon.wait() == 0, "\(daemon.errors.rest())")
  }

  /// A signal while the bus stands still must not end the daemon by a trap.
  @Test func aSignalEndsItWhileTheBusStandsStill() throws {
    let bus = try PrivateBus()
    let daemon = try bus.startDaemon()
    bus.signal(SIGSTOP)
    daemon.signal(SIGTERM)
    #expect(daemon.wait() == 0, "\(daemon.errors.rest())")
  }

  /// A bus whose queue is full must not hold the daemon up: connect(2) would wait without end.
  @Test(arguments: [false, true]) func aMuteBusIsGivenUpAfterFiveSeconds(isFull: Bool) throws {
    let mute = try MuteBus(isFull: isFull)
    let outcome = try Outcome(
      Programs.memorized, environment: ["DBUS_SESSION_BUS_ADDRESS": mute.address])
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("did not answer within 5 s"), "\(outcome.errors)")
  }

  /// What is logged must not go into the connection where the daemon is started without stderr.
  @Test func itServesWithoutStandardStreams() throws {
    let bus = try PrivateBus()
    let shell = try Child(
      "/bin/sh", ["-c", "exec \"$0\" 0<&- 1>&- 2>&-", Programs.memorized],
      environment: bus.environment)
    let client = try DaemonClient(bus)
    let connection = client.connection
    let owner = try connection.wait { (done: @escaping (Result<BusName, BusError>) -> Void) in
      connection.followOwner(of: MemorizeContract.name) { owner in
        if let owner { done(.success(owner)) }
      }
    }
    #expect(owner.isUnique)
    #expect(try client.newGame() == 1 && client.game().revision == 1)
    shell.signal(SIGTERM)
    #expect(shell.wait() == 0)
  }

  /// An error that quotes what came must not take a time that grows faster than what came: one
  /// character may have a million combining marks.
  @Test func aHugeCharacterIsQuotedAtOnce() throws {
    let bus = try PrivateBus()
    let daemon = try bus.startDaemon()
    let client = try DaemonClient(bus)
    let name = "a" + String(repeating: "\u{301}", count: 500_000)
    let error = client.refusal {
      _ = try client.proxy.callAndWait(ThemesContract.get, name)
    }
    #expect(error?.name == .noSuchTheme)
    #expect((error?.message.utf8.count ?? .max) < 1000)
    #expect(daemon.isRunning)
  }

  /// A signal must end what waits for a bus whose queue is full.
  @Test func aSignalEndsItWhileItConnects() throws {
    let full = try MuteBus(isFull: true)
    let daemon = try Child(
      Programs.memorized, ["--log-level", "debug"],
      environment: ["DBUS_SESSION_BUS_ADDRESS": full.address])
    daemon.signal(SIGTERM)
    let code = daemon.codeInTime
    #expect(code == 0 || code == 143)
  }

  @Test func callsAreLoggedAtDebugOnly() throws {
    let bus = try PrivateBus()
    for (level, isTold) in [("debug", true), ("info", false)] {
      let daemon = try bus.startDaemon(["--log-level", level])
      let client = try DaemonClient(bus)
      try client.newGame(["theme": .string("Sea"), "seed": .uint64(424_242)])
      #expect(client.refusal { try client.flip(9999) } != nil)
      daemon.signal(SIGTERM)
      #expect(daemon.wait() == 0)
      let log = daemon.errors.rest()
      #expect(log.contains("called NewGame: done") == isTold, "\(log)")
      #expect(log.contains("called Flip: org.memorized.Memorize1.Error.NoSuchCard") == isTold)
      // The beginning of a running game must stay secret.
      #expect(!log.contains("Sea") && !log.contains("424242"), "\(log)")
    }
  }

  @Test func helpThatCannotBeWrittenIsAnError() throws {
    let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
    defer { close(full) }
    let daemon = try Child(Programs.memorized, ["--help"], output: full)
    #expect(daemon.wait() == 1)
    #expect(daemon.errors.rest().contains("No space left on device"))
  }
}
