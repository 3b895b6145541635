import Foundation
import Glibc
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(30))) struct DoctorTests {
  private func checks(_ outcome: Outcome, _ name: String) -> [[String: Any]] {
    outcome.json.objects("checks").filter { $0.text("name") == name }
  }

  private func statuses(_ outcome: Outcome, _ name: String) -> [String] {
    checks(outcome, name).map { $0.text("status") ?? "" }
  }

  private func install(_ line: String, on desk: Desk) throws {
    let directory = desk.bus.directory.path + "/data/dbus-1/services"
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
    try "[D-BUS Service]\nName=org.memorized.Memorize1\n\(line)\n".write(
      toFile: directory + "/anything.service", atomically: true, encoding: .utf8)
  }

  @Test(arguments: ["disabled:", "unix:path=/nonexistent/bus", "nonsense"])
  func withoutABusTheRestIsStillLookedAt(address: String) throws {
    let environment = Desk.plainEnvironment.merging(["DBUS_SESSION_BUS_ADDRESS": address]) { $1 }
    let outcome = try Outcome(Programs.memorize, ["doctor", "--json"], environment: environment)
    #expect(outcome.code == 3)
    #expect(outcome.json.text("worst") == "fault")
    #expect(statuses(outcome, "bus") == ["fault"])
    #expect(checks(outcome, "bus")[0].text("fix")?.isEmpty == false)
    #expect(statuses(outcome, "locale") == ["note"])
    #expect(!statuses(outcome, "storage").isEmpty)
    #expect(outcome.errors.isEmpty)
  }

  @Test func withoutServiceAndFileItIsThree() throws {
    let desk = try Desk(runs: false)
    let outcome = try desk.memorize("doctor", "--json")
    #expect(outcome.code == 3)
    #expect(statuses(outcome, "bus") == ["ok"])
    let bus = try #require(checks(outcome, "bus")[0].text("text"))
    #expect(bus.contains("\(BusKind.current.program) "), "\(bus)")
    #expect(statuses(outcome, "activation") == ["fault"])
    #expect(statuses(outcome, "unit") == ["note"])
    #expect(statuses(outcome, "notifications") == ["warning"])
  }

  @Test func theServiceIsNotStarted() throws {
    let desk = try Desk(runs: false, activates: true)
    let outcome = try desk.memorize("doctor", "--json")
    #expect(outcome.code == 0)
    #expect(statuses(outcome, "service") == ["ok"])
    #expect(statuses(outcome, "version").isEmpty)
    #expect(try desk.memorize("status", "--no-autostart").code == 3)
    // A daemon started by the bus is reported as such.
    #expect(try desk.memorize("status").code == 0)
    #expect(try desk.memorize("doctor").output.contains("started by the bus."))
  }

  @Test func aServiceStartedByHandIsFine() throws {
    let desk = try Desk()
    let text = try desk.memorize("doctor")
    #expect(text.code == 0)
    let process = desk.daemon?.identifier ?? 0
    #expect(text.output.contains("ok    service: It is process \(process) ("))
    #expect(text.output.contains("started by hand."))
    #expect(text.output.contains("\n      → "))
    let plain = try desk.memorize("doctor", "--plain")
    let lines = plain.output.split(separator: "\n")
    #expect(
      lines.allSatisfy { $0.split(separator: "\t", omittingEmptySubsequences: false).count == 4 })
    #expect(lines.contains { $0.hasPrefix("ok\tversion\t") })
    let json = try desk.memorize("doctor", "--json")
    #expect(json.json.text("worst") == "warning")
    #expect(json.json.objects("checks").allSatisfy { $0.text("fix") != nil })
  }

  @Test func anActivationFileThatTheBusDoesNotKnowIsTold() throws {
    let desk = try Desk(runs: false)
    try install("Exec=\(Programs.memorized)", on: desk)
    let absent = try desk.memorize("doctor", "--json")
    #expect(absent.code == 3)
    #expect(checks(absent, "activation")[0].text("fix")?.hasSuffix("ReloadConfig") == true)
    #expect(checks(absent, "activation")[0].text("text")?.contains("anything.service") == true)
    try desk.startDaemon()
    let running = try desk.memorize("doctor", "--json")
    #expect(running.code == 0)
    #expect(statuses(running, "activation") == ["warning"])
  }

  @Test func aBrokenActivationFileIsAFault() throws {
    let desk = try Desk(activates: true)
    try install("Exec=/nonexistent/memorized", on: desk)
    let outcome = try desk.memorize("doctor", "--json")
    #expect(outcome.code == 1)
    #expect(statuses(outcome, "activation") == ["fault"])
    let pipe = desk.bus.directory.path + "/data/dbus-1/services/pipe.service"
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(try desk.memorize("doctor").code == 1)
  }

  @Test func unitAndNotificationServerAreAsked() throws {
    let idle = try Desk(runs: false, activates: true)
    let failed = try FakeDesktop.start(on: idle.bus, activeState: "failed")
    let fault = try idle.memorize("doctor", "--json")
    #expect(fault.code == 1 && statuses(fault, "unit") == ["fault"])
    #expect(checks(fault, "unit")[0].text("text")?.contains("exit status 3") == true)
    _ = failed
    let desk = try Desk()
    let process = desk.daemon?.identifier ?? 0
    let fake = try FakeDesktop.start(on: desk.bus, process: process)
    let outcome = try desk.memorize("doctor", "--json")
    #expect(outcome.code == 0)
    #expect(statuses(outcome, "unit") == ["ok"])
    #expect(
      checks(outcome, "unit")[0].text("text")
        == "memorized.service is active (running), read from /units/memorized.service.")
    #expect(checks(outcome, "service")[0].text("text")?.hasSuffix("memorized.service.") == true)
    // The test's daemon is in no sandbox.
    #expect(statuses(outcome, "sandbox") == ["warning"])
    #expect(statuses(outcome, "notifier") == ["ok"])
    #expect(
      checks(outcome, "notifications")[0].text("text")
        == "fakeU+001B[2J 7, specification 1.2, can: body, actions.")
    _ = fake
  }

  @Test func otherDirectoriesThanTheServicesAreAWarning() throws {
    let desk = try Desk()
    let outcome = try Outcome(
      Programs.memorize, ["doctor", "--json"],
      environment: desk.environment.merging(["XDG_DATA_HOME": "/elsewhere"]) { $1 })
    #expect(outcome.code == 0)
    #expect(statuses(outcome, "storage") == ["warning"])
    #expect(checks(outcome, "storage")[0].text("text")?.contains("/elsewhere") == true)
    #expect(statuses(try desk.memorize("doctor", "--json"), "storage") == ["ok"])
  }

  @Test func aMuteDesktopLeavesTheOtherChecks() throws {
    let desk = try Desk()
    let fake = try FakeDesktop.start(on: desk.bus)
    fake.signal(SIGSTOP)
    let clock = ContinuousClock()
    let start = clock.now
    let outcome = try desk.memorize("doctor", "--timeout", "1", "--json")
    #expect(start.duration(to: clock.now) < .seconds(4))
    #expect(outcome.code == 0)
    #expect(statuses(outcome, "version") == ["ok"])
    #expect(statuses(outcome, "unit") == ["warning"])
    #expect(statuses(outcome, "notifications") == ["warning"])
    fake.signal(SIGCONT)
  }
}
