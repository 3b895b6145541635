import Glibc
import MemorizeBus
import TestSupport
import Testing

/// What ends how; the frozen sessions hold 2, 5 and 6.
@Suite(.timeLimit(.minutes(30))) struct ExitCodeTests {
  @Test func noBusIsThree() throws {
    for address in ["disabled:", "unix:path=/nonexistent/bus", "nonsense"] {
      let environment = Desk.plainEnvironment.merging(["DBUS_SESSION_BUS_ADDRESS": address]) { $1 }
      let status = try Outcome(Programs.memorize, ["status", "--json"], environment: environment)
      #expect(status.code == 3)
      #expect(status.errors.contains("DBUS_SESSION_BUS_ADDRESS"))
      #expect(status.json.object("error").text("message")?.isEmpty == false)
      // The rest is still looked at.
      let doctor = try Outcome(Programs.memorize, ["doctor", "--json"], environment: environment)
      #expect(doctor.code == 3 && doctor.errors.isEmpty && doctor.json.text("worst") == "fault")
      let checks = doctor.json.objects("checks")
      let bus = checks.filter { $0.text("name") == "bus" }
      #expect(bus.map { $0.text("status") } == ["fault"] && bus[0].text("fix")?.isEmpty == false)
      #expect(checks.contains { $0.text("name") == "locale" && $0.text("status") == "note" })
      #expect(checks.contains { $0.text("name") == "storage" })
    }
  }

  @Test func noServiceIsThree() throws {
    let desk = try Desk(runs: false)
    let unknown = try desk.memorize("status")
    #expect(unknown.code == 3)
    #expect(unknown.errors.contains("does not know how to start it"))
    let kept = try desk.memorize("flip", "3", "--no-autostart", "--json")
    #expect(kept.code == 3)
    #expect(kept.errors.contains("--no-autostart"))
    #expect(kept.json.object("error").text("name") == "ServiceUnknown")
  }

  @Test func waitMakesAVerbWaitForTheService() throws {
    // No verb that asks once could wait until the service was there: it ended with 3.
    let desk = try Desk(runs: false, activates: true)
    let late = try desk.memorize("status", "--wait", "--timeout", "0.3", "--json")
    #expect(late.code == 4)
    #expect(late.json.object("error").text("name") == "Timeout")
    #expect(late.errors.contains("did not appear within 0.3 s"))
    let waiting = try desk.start(["new", "--plain", "--theme", "Halloween", "--wait"])
    try desk.startDaemon()
    #expect(waiting.output.next() == "started: Halloween, 9 pairs")
    #expect(waiting.wait() == 0)
    #expect(try desk.memorize("status", "--wait").code == 0)
  }

  @Test func aServiceThatDoesNotStartIsThree() throws {
    let bus = try PrivateBus(activates: true, program: "/bin/false")
    let outcome = try Outcome(
      Programs.memorize, ["status", "--json"], environment: bus.environment)
    #expect(outcome.code == 3)
    #expect(outcome.errors.contains("did not start"))
    #expect(outcome.json.object("error").text("message")?.contains("did not start") == true)
  }

  @Test func theFirstCallStartsTheService() throws {
    let desk = try Desk(runs: false, activates: true)
    #expect(try desk.memorize("status", "--no-autostart").code == 3)
    let outcome = try desk.memorize("new", "--theme", "Halloween", "--plain")
    #expect(outcome.code == 0)
    #expect(outcome.output == "started: Halloween, 9 pairs")
  }

  /// A bus whose queue is full must not hold anybody up: connect(2) would wait without end.
  @Test(arguments: ["status", "watch", "board", "doctor"], [false, true])
  func aMuteBusIsFour(verb: String, isFull: Bool) throws {
    let bus = try MuteBus(isFull: isFull)
    let clock = ContinuousClock()
    let start = clock.now
    let outcome = try Outcome(
      Programs.memorize, [verb, "--timeout", "0.3"],
      environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
    #expect(outcome.code == 4)
    #expect(start.duration(to: clock.now) < .seconds(2))
    switch verb {
    case "watch": break
    case "doctor":
      #expect(outcome.output.contains("FAULT bus: ") && outcome.output.contains(" terminal: "))
    default: #expect(outcome.errors.contains("0.3 s"))
    }
  }

  // A time near 0 must not set off alarms so fast that nothing else is ever done.
  @Test func aMuteBusIsFourAtOnce() throws {
    let bus = try MuteBus(isFull: true)
    let child = try Child(
      Programs.memorize, ["status", "--timeout", "0.000001"],
      environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
    #expect(child.codeInTime == 4)
  }

  /// Of a service that hangs `watch` said that it went away, and ended with 3.
  @Test func aStoppedServiceIsFour() throws {
    let desk = try Desk()
    desk.daemon?.signal(SIGSTOP)
    let watch = try desk.watch()
    let flip = try desk.memorize("flip", "0", "--timeout", "0.3", "--json")
    #expect(flip.code == 4 && flip.errors.contains("--timeout"))
    #expect(flip.json.object("error").text("name") == "Timeout")
    let wait = try desk.memorize("wait", "won", "--json")
    for (code, errors) in [(wait.code, wait.errors), (watch.wait(), watch.errors.rest())] {
      #expect(code == 4)
      #expect(errors.contains("did not answer within 5 s"))
    }
    #expect(wait.json.object("error").text("name") == "Timeout")
    // A call without a reply leaves time for the other checks.
    let doctor = try desk.memorize("doctor", "--timeout", "0.6")
    #expect(doctor.code == 4 && doctor.output.contains("kill -CONT"))
    #expect(doctor.output.contains("note  activation: ") && doctor.output.contains(" locale: "))
  }

  /// A read at the instant at which the service crashed exited with 3, though the next one would have
  /// started it.
  @Test(arguments: [
    ["status"], ["status", "--format", "{theme}"], ["theme", "list"], ["history"], ["stats"],
    ["practice", "decks"], ["practice", "reviews"],
  ]) func aReadThatLosesItsServiceIsMadeAgain(arguments: [String]) throws {
    let desk = try Desk(runs: false, activates: true)
    let dying = try Self.startDyingService(on: desk)
    let outcome = try desk.memorize(arguments)
    #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome)")
    #expect(dying.wait() == 1)
  }

  /// Made again, it could turn up two cards.
  @Test(arguments: [["flip", "0"], ["flip", "0", "--quiet"], ["conceal", "--quiet"]])
  func aChangeThatLosesItsServiceIsNotMadeAgain(arguments: [String]) throws {
    let desk = try Desk(runs: false, activates: true)
    let dying = try Self.startDyingService(on: desk)
    let outcome = try desk.memorize(arguments)
    // The next service has no game, so it would refuse with 5.
    #expect(outcome.code == 3 && outcome.errors.contains("may have been made"), "\(outcome)")
    #expect(dying.wait() == 1)
  }

  @Test func aReadDoesNotStartWhatItMayNot() throws {
    let desk = try Desk(runs: false, activates: true)
    let dying = try Self.startDyingService(on: desk)
    let outcome = try desk.memorize("status", "--no-autostart")
    #expect(outcome.code == 3 && outcome.errors.contains("exited"), "\(outcome)")
    #expect(dying.wait() == 1)
  }

  /// A service that crashes at the first call.
  private static func startDyingService(on desk: Desk) throws -> Child {
    try FakeService.start(
      on: desk.bus,
      """
      import os

      class Death(dict):
          def __contains__(self, member):
              os._exit(1)

      answers = Death()
      """)
  }

  /// A subscription that the bus refused once left whoever follows silent for ever.
  @Test(arguments: [["watch"], ["wait", "won"]], [0, 3])
  func aBusThatDeliversNoSignalsIsAnError(arguments: [String], matchRules: Int) throws {
    let bus = try PrivateBus(matchRules: matchRules)
    let outcome = try Outcome(
      Programs.memorize, arguments + ["--timeout", "30"], environment: bus.environment)
    #expect(outcome.code != 0)
    #expect(outcome.errors.contains("match rule"), "\(outcome.errors)")
  }

  @Test(arguments: ["9.1.0", nil]) func anotherVersionIsSeven(version: String?) throws {
    let desk = try Desk(runs: false)
    let fake = try FakeService.start(on: desk.bus, version: version)
    defer { fake.signal(9) }
    let outcome = try desk.memorize("status", "--json")
    #expect(outcome.code == 7)
    #expect(outcome.errors.contains(MemorizeContract.version))
    #expect(version.map { outcome.errors.contains($0) } ?? true)
    #expect(outcome.json.object("error").text("name") == "VersionMismatch")
    #expect(try desk.memorize("watch", "--timeout", "10").code == 7)
    let doctor = try desk.memorize("doctor", with: ["COLUMNS": "300"])
    #expect(doctor.code == 7 && doctor.output.contains("FAULT version: "))
    #expect(doctor.output.contains("kill \(fake.identifier)"))
  }

  @Test func whatCannotBeWrittenIsOne() throws {
    let desk = try Desk()
    for (command, reason) in [
      ("memorize status >&-", ">&-"),
      // A help that nobody could read ended with 1 without a word.
      ("memorize --help > /dev/full", "No space left"),
    ] {
      let outcome = try desk.shell(command)
      #expect(outcome.code == 1 && outcome.errors.contains(reason), "\(outcome)")
    }
  }
}
