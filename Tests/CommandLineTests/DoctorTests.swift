import Foundation
import Glibc
import TestSupport
import Testing

@testable import Doctor

@Suite(.timeLimit(.minutes(30))) struct DoctorTests {
  private func checks(_ outcome: Outcome, _ name: String) -> [[String: Any]] {
    outcome.json.objects("checks").filter { $0.text("name") == name }
  }

  private func statuses(_ outcome: Outcome, _ name: String) -> [String] {
    checks(outcome, name).map { $0.text("status") ?? "" }
  }

  private func install(_ line: String, on desk: Desk) throws -> String {
    let directory = "data/dbus-1/services"
    try desk.bus.files.write(
      directory + "/anything.service",
      "[D-BUS Service]\nName=org.memorized.Memorize1\n\(line)\n", atomically: true)
    return desk.bus.files.path(directory)
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
    #expect(
      try desk.memorize("doctor", with: ["COLUMNS": ""]).output.contains("started by the bus."))
  }

  @Test func aServiceStartedByHandIsFine() throws {
    let desk = try Desk()
    let text = try desk.memorize("doctor", with: ["COLUMNS": ""])
    #expect(text.code == 0)
    let process = desk.daemon?.identifier ?? 0
    #expect(text.output.contains("ok    service: Running as process \(process) ("))
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

  /// A session that was left open kept all questions away, and nothing said so.
  @Test func theServiceIsAskedAboutReminders() throws {
    let desk = try Desk()
    for words in ["config set question-every 45", "start"] {
      let arguments = ["practice"] + words.split(separator: " ").map(String.init)
      #expect(try desk.memorize(arguments).code == 0)
    }
    let outcome = try desk.memorize("doctor", "--json")
    #expect(statuses(outcome, "reminder") == ["warning", "note"])
    #expect(try desk.memorize("practice", "stop").code == 0)
    #expect(statuses(try desk.memorize("doctor", "--json"), "reminder") == ["warning"])
  }

  /// What happened to the copies that a synchronizer made of decks was only in a log.
  @Test func copiesOfDecksAreNamed() throws {
    let desk = try Desk(runs: false)
    let (decks, kept) = ("data/memorize/decks/", "data/memorize/log/merged")
    let copy = "Words.sync-conflict-20261128-131500-ABCDEFG.tsv"
    func texts() throws -> [String] {
      checks(try desk.memorize("doctor", "--json"), "decks").map {
        "\($0.text("status") ?? ""): \($0.text("text") ?? "") → \($0.text("fix") ?? "")"
          .replacing(desk.bus.files.root, with: "")
      }
    }
    #expect(try texts() == [])
    try desk.bus.files.write(decks + "Words.tsv", "a\tb\n")
    try desk.bus.files.write(decks + copy, "c\td\n")
    let waits =
      "warning: /\(decks)\(copy), which a synchronizer made, is not merged into its deck yet."
    #expect(try texts() == [waits + " → Start the service, with any verb."])
    try desk.startDaemon()
    #expect(try #require(desk.daemon).errors.waits(for: "Merged"))
    let merged = "note: A copy that a synchronizer made of a deck was merged; it lies in /\(kept). "
    #expect(try texts() == [merged + "→ Remove it if your decks are right."])
    try desk.bus.files.make(decks + copy)
    #expect(
      try texts() == [
        waits
          + " It cannot be read: it is a directory, not a file. → It is tried again at the next "
          + "change of a deck.", merged + "→ Remove it if your decks are right.",
      ])
    try desk.bus.files.write(kept + "/another.tsv")
    #expect(try texts().last?.hasPrefix("note: 2 copies") == true)
  }

  @Test func activationFilesAreRead() throws {
    let desk = try Desk(runs: false)
    let directory = try install("Exec=\(Programs.memorized)", on: desk)
    // A pipe among them must not be waited for.
    #expect(mkfifo(directory + "/pipe.service", 0o600) == 0)
    let unknown = try desk.memorize("doctor", "--json")
    #expect(unknown.code == 3)
    #expect(checks(unknown, "activation")[0].text("fix")?.hasSuffix("ReloadConfig") == true)
    #expect(checks(unknown, "activation")[0].text("text")?.contains("anything.service") == true)
    try desk.startDaemon()
    let running = try desk.memorize("doctor", "--json")
    #expect(running.code == 0)
    #expect(statuses(running, "activation") == ["warning"])
  }

  @Test func unitAndNotificationServerAreAsked() throws {
    let idle = try Desk(runs: false, activates: true)
    let failed = try fakeDesktop(on: idle.bus, activeState: "failed")
    let fault = try idle.memorize("doctor", "--json")
    #expect(fault.code == 1 && statuses(fault, "unit") == ["fault"])
    #expect(checks(fault, "unit")[0].text("text")?.contains("exit status 3") == true)
    _ = failed
    let desk = try Desk()
    let process = desk.daemon?.identifier ?? 0
    let fake = try fakeDesktop(on: desk.bus, process: process)
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
        == "fakeU+001B[2J 7, specification 1.2, supports: body, actions.")
    _ = fake
  }

  @Test func otherDirectoriesThanTheServicesAreAWarning() throws {
    let desk = try Desk()
    let outcome = try desk.memorize("doctor", "--json", with: ["XDG_DATA_HOME": "/elsewhere"])
    #expect(outcome.code == 0)
    #expect(statuses(outcome, "storage") == ["warning"])
    #expect(checks(outcome, "storage")[0].text("text")?.contains("/elsewhere") == true)
    #expect(statuses(try desk.memorize("doctor", "--json"), "storage") == ["ok"])
  }

  @Test func aMuteDesktopLeavesTheOtherChecks() throws {
    let desk = try Desk()
    let fake = try fakeDesktop(on: desk.bus)
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

  /// The user manager of systemd and a notification server; `process` is the main one of
  /// `memorized.service`.
  private func fakeDesktop(
    on bus: PrivateBus, activeState: String = "active", process: Int32 = 0
  ) throws -> Child {
    try FakeService.start(
      on: bus,
      """
      names = ['org.freedesktop.systemd1', 'org.freedesktop.Notifications']
      answers = {
          'LoadUnit': ('o', ['/unit']),
          'Unit': ('a{sv}', [{
              'LoadState': V('s', 'loaded'), 'ActiveState': V('s', sys.argv[1]),
              'SubState': V('s', 'running'), 'FragmentPath': V('s', '/units/memorized.service'),
              'DropInPaths': V('as', []), 'NeedDaemonReload': V('b', False),
              'UnitFileState': V('s', 'static')}]),
          'Service': ('a{sv}', [{
              'Result': V('s', 'exit-code'), 'ExecMainStatus': V('i', 3),
              'MainPID': V('u', int(sys.argv[2]))}]),
          'GetServerInformation': ('ssss', ['fake\\x1b[2J', 'nobody', '7', '1.2']),
          'GetCapabilities': ('as', [['body', 'actions']])}
      """, [activeState, "\(process)"])
  }
}
