import DBus
import Foundation
import Glibc
import TestSupport
import Testing

@testable import CellDrawing
@testable import Doctor
@testable import Screens
@testable import memorize

/// The doctor's report on invented findings.
@Suite struct DiagnosisTests {
  /// Expects one check of that subject, or none for nil, whose text or remedy holds the words.
  func expect(
    _ subject: String, _ status: Check.Status?, _ words: String = "",
    at location: SourceLocation = #_sourceLocation, if change: (inout Findings) throws -> Void
  ) rethrows {
    var findings = Findings()
    try change(&findings)
    let checks = findings.report.rows.filter { $0.subject == subject }.map(\.check)
    #expect(checks.map(\.status) == [status].compactMap(\.self), sourceLocation: location)
    let text = checks.map { $0.text + " → " + $0.fix }.joined(separator: "\n")
    #expect(words.isEmpty || text.contains(words), "\(text)", sourceLocation: location)
  }

  func process(_ change: (inout RunningProcess) -> Void = { _ in }) -> NameOwner {
    var process = RunningProcess(identifier: 12, description: "process 12 (memorized)")
    change(&process)
    return .process(process)
  }

  func unit(_ properties: [String: Value] = [:]) -> UnitAnswer {
    let usual: [String: Value] = [
      "LoadState": .string("loaded"), "ActiveState": .string("active"),
      "SubState": .string("running"), "FragmentPath": .string("/units/memorized.service"),
      "MainPID": .uint32(12),
    ]
    return .unit(Doctor.Unit(properties: usual.merging(properties) { $1 }))
  }

  func strings(_ texts: [String]) -> Value {
    .array(Signature(unchecked: "s"), texts.map { .string($0) })
  }

  private func file(_ lines: String..., path: String = "/data/ours.service") throws
    -> ActivationFile
  {
    let text = (["[D-BUS Service]", "Name=org.memorized.Memorize1"] + lines)
      .joined(separator: "\n")
    return try #require(ActivationFile(path: path, text: text))
  }

  @Test func theExitStatusIsThatOfTheRootFault() {
    func exit(_ statuses: Check.Status...) -> Screens.ExitStatus {
      Report(rows: statuses.map { ("bus", Check($0, "")) }).exitStatus
    }
    #expect(exit() == .done)
    #expect(exit(.ok, .note, .warning) == .done)
    #expect(exit(.fault(.unexpected), .warning) == .unexpected)
    #expect(exit(.fault(.unexpected), .fault(.versions)) == .versions)
    #expect(exit(.fault(.versions), .fault(.timedOut)) == .timedOut)
    #expect(exit(.fault(.timedOut), .fault(.notAvailable)) == .notAvailable)
  }

  @Test func whatComesFromOutsideStaysText() {
    let report = Report(rows: [("bus", Check(.warning, "a\u{1B}[2J\tb", fix: "c\nd"))])
    #expect(report.plain == "warning\tbus\ta [2J b\tc d\n")
    #expect(report.text() == "warn  bus: a [2J b\n      → c d\n")
    #expect(!report.json.text.contains("\u{1B}"))
  }

  @Test func theServiceAndWhoStartedItAreNamed() {
    expect("service", .ok, "Running as process 12 (memorized), started by hand.") {
      $0.owner = process()
    }
    let byBus = process { $0.variables = ["DBUS_STARTER_ADDRESS=unix:"] }
    expect("service", .ok, "started by the bus. →") { $0.owner = byBus }
    expect("service", .ok, "started by the unit memorized.service. →") {
      ($0.owner, $0.unit) = (byBus, unit())
    }
    expect("service", .note, "Not running.") { $0.owner = .nobody }
    expect("service", .ok, "the first call starts it") {
      ($0.owner, $0.isActivatable) = (.nobody, true)
    }
  }

  @Test func versionsThatDoNotFitAreSeven() {
    let (stopped, late) = (process { $0.isStopped = true }, BusError(.timeout, ""))
    for (version, owner, status, words) in [
      (.success(ServiceVersion("0.9.3")), process(), .ok, "Service 0.9.3"),
      (.success(ServiceVersion("1.0.0")), process(), .fault(.versions), "is version 1.0.0"),
      (.success(ServiceVersion(nil)), process(), .fault(.versions), "kill 12"),
      (.failure(late), process(), .fault(.timedOut), "stop it: kill 12"),
      (.failure(BusError(.failed, "no")), process(), .fault(.unexpected), "version: no"),
      (.failure(late), stopped, .fault(.timedOut), "→ Continue it: kill -CONT 12."),
    ] as [(Result<ServiceVersion, BusError>, NameOwner, Check.Status, String)] {
      expect("version", status, words) { ($0.owner, $0.version) = (owner, version) }
    }
  }

  @Test func anActivationFileIsReadAsTheBusReadsIt() throws {
    let file = try file(
      "Exec = \"/opt/my games/memorized\" --idle-exit 5", "SystemdService=memorized.service",
      "[Other]", "Exec=/bin/false")
    #expect(file.program == "/opt/my games/memorized")
    #expect(file.unit == "memorized.service")
    #expect(ActivationFile(path: "/a", text: "[D-BUS Service]\nName=org.example.A\n") == nil)
    #expect(ActivationFile(path: "/a", text: "Name=org.memorized.Memorize1\n") == nil)
  }

  @Test(arguments: [
    ("", "names no program"), ("Exec=memorized", "not an absolute path"),
    ("Exec=/nonexistent/memorized", "does not exist"), ("Exec=/etc/passwd", "cannot be executed"),
    ("Exec=/usr", "cannot be executed"),
  ]) func aProgramThatCannotBeStartedIsAFault(line: String, complaint: String) throws {
    for (owner, status) in [
      (.nobody, .fault(.notAvailable)), (process(), .fault(.unexpected)),
    ] as [(NameOwner, Check.Status)] {
      try expect("activation", status, complaint) {
        ($0.isActivatable, $0.files, $0.owner) = (true, [try file(line)], owner)
      }
    }
  }

  @Test func anActivationFileFitsTheUnitAndTheBus() throws {
    func expect(
      _ status: Check.Status, _ lines: [String], _ words: String = "", isActivatable: Bool = true,
      isRunning: Bool = false, hasUnit: Bool = true, at location: SourceLocation = #_sourceLocation
    ) throws {
      try self.expect("activation", status, words, at: location) {
        $0.isActivatable = isActivatable
        $0.files = lines.isEmpty ? [] : [try file(lines.joined(separator: "\n"))]
        if isRunning { $0.owner = process() }
        if hasUnit { $0.unit = unit() }
      }
    }
    let lines = ["Exec=/bin/true", "SystemdService=memorized.service"]
    try expect(.ok, lines)
    try expect(.fault(.notAvailable), lines, "→ busctl --user call", isActivatable: false)
    try expect(.warning, lines, isActivatable: false, isRunning: true)
    try expect(.warning, ["Exec=/bin/true"], "SystemdService=memorized.service")
    // systemd never looks at the program.
    try expect(.warning, ["Exec=/nonexistent", "SystemdService=memorized.service"])
    try expect(.fault(.notAvailable), [], isActivatable: false, hasUnit: false)
    try expect(.note, [], isActivatable: false, isRunning: true)
    try expect(.note, [])
  }

  @Test func ofTwoActivationFilesTheFirstWins() throws {
    try expect("activation", .warning, "/one/a.service takes precedence") {
      $0.isActivatable = true
      $0.files = try ["/one/a.service", "/two/b.service"].map {
        try file("Exec=/bin/true", path: $0)
      }
    }
  }

  @Test func activationFilesAreSoughtWhereTheBusSeeksThem() {
    #expect(
      ActivationFile.directories { ["HOME": "/home/me"][$0] } == [
        "/home/me/.local/share/dbus-1/services", "/usr/local/share/dbus-1/services",
        "/usr/share/dbus-1/services",
      ])
    let variables = [
      "HOME": "/home/me", "XDG_DATA_HOME": "/data/", "XDG_RUNTIME_DIR": "/run/me",
      "XDG_DATA_DIRS": "/data:relative:/usr/share",
    ]
    #expect(
      ActivationFile.directories { variables[$0] } == [
        "/run/me/dbus-1/services", "/data/dbus-1/services", "/usr/share/dbus-1/services",
      ])
  }

  @Test func aUnitThatCannotBeStartedIsAFaultIfTheBusLeavesItToSystemd() throws {
    let asking = try file("Exec=/bin/true", "SystemdService=memorized.service")
    func answer(_ load: String) -> UnitAnswer {
      unit(["LoadState": .string(load), "MainPID": .uint32(0)])
    }
    let gone = unit([
      "ExecStart": .array(Signature(unchecked: "(s)"), [.structure([.string("/gone")])])
    ])
    for (answer, isAsked, owner, status) in [
      (answer("loaded"), true, .nobody, .ok), (answer("not-found"), false, .nobody, .note),
      (answer("not-found"), true, .nobody, .fault(.notAvailable)),
      (answer("not-found"), true, process(), .warning),
      (answer("masked"), true, .nobody, .fault(.notAvailable)),
      (answer("masked"), false, .nobody, .warning),
      (answer("bad-setting"), true, .nobody, .fault(.notAvailable)),
      (gone, true, .nobody, .fault(.notAvailable)), (.noManager, false, .nobody, .note),
      (.noReply("x"), false, .nobody, .fault(.timedOut)),
    ] as [(UnitAnswer, Bool, NameOwner, Check.Status)] {
      expect("unit", status) {
        ($0.unit, $0.owner, $0.files) = (answer, owner, isAsked ? [asking] : [])
      }
    }
  }

  @Test func aUnitSaysWhatIsWrongWithIt() {
    let failed: [String: Value] = [
      "ActiveState": .string("failed"), "Result": .string("exit-code"), "ExecMainStatus": .int32(4),
    ]
    let again: [String: Value] = [
      "ActiveState": .string("activating"), "SubState": .string("auto-restart"),
    ]
    for (properties, owner, status, words) in [
      (failed, .nobody, .fault(.unexpected), "exit-code, exit status 4. → See why: journalctl"),
      (again, .nobody, .fault(.unexpected), "keeps being restarted"),
      (
        ["NeedDaemonReload": .boolean(true)], .nobody, .warning,
        "→ systemctl --user daemon-reload"
      ),
      (
        ["MainPID": .uint32(99)], process(), .warning,
        "process 12 (memorized), not to the unit's process 99"
      ),
      (["DropInPaths": strings(["/a"])], process(), .ok, "with one drop-in"),
    ] as [([String: Value], NameOwner, Check.Status, String)] {
      expect("unit", status, words) { ($0.unit, $0.owner) = (unit(properties), owner) }
    }
  }

  @Test func aProcessIsReadFromItsFiles() {
    var process = RunningProcess(identifier: 1)
    process.parse(status: "Name:\tState: R\nState:\tT (stopped)\nNoNewPrivs:\t1\nSeccomp:\t0\n")
    #expect(process.isStopped)
    #expect(process.restrictions[.privileges] == true)
    #expect(process.restrictions[.calls] == false)
  }

  /// A reminder was set, and nothing said that it could never come.
  @Test func aReminderThatCannotComeIsNamed() {
    expect("reminder", .warning, "18:30, but no notifier is running to show it. → Start") {
      $0.reminder = "18:30"
    }
    expect("reminder", .warning, "→ systemctl --user enable --now memorize-notify") {
      ($0.reminder, $0.notifierUnit) = ("18:30", unit(["ActiveState": .string("inactive")]))
    }
    expect("reminder", .warning, "no notification server") {
      ($0.reminder, $0.notifier, $0.notifications.owner) = ("18:30", process(), .nobody)
    }
    expect("reminder", .warning, "→ systemctl --user enable memorized") {
      ($0.reminder, $0.notifier, $0.unit) = ("18:30", process(), unit())
    }
    expect("reminder", .warning, "every 45 minutes, but no notifier is running to show it.") {
      $0.questionEvery = 45
    }
    expect("reminder", .ok, "A question appears every 45 minutes while cards are due.") {
      ($0.questionEvery, $0.notifier) = (45, process())
      $0.unit = unit(["UnitFileState": .string("enabled")])
    }
    expect("reminder", .ok, "appears at 18:30.") {
      ($0.reminder, $0.notifier) = ("18:30", process())
      $0.unit = unit(["UnitFileState": .string("enabled")])
    }
  }

  @Test func longLinesBreakAtWords() {
    let report = Report(rows: [
      ("unit", Check(.ok, "memorized.service is active, and starts at login.", fix: "Leave it."))
    ])
    #expect(
      report.text(width: 40)
        == "ok    unit: memorized.service is active,\n      and starts at login.\n      → Leave it.\n"
    )
  }

  @Test func theDesktopIsDescribed() {
    let silence = BusError(.noReply, "It did not answer within 2 s.")
    expect("notifications", .warning, "→ Continue it: kill -CONT 12") {
      $0.notifications.owner = process { $0.isStopped = true }
      $0.notifications.server = .failure(silence)
    }
    expect("notifications", .warning, "No notification server is running") {
      $0.notifications.owner = .nobody
    }
    expect("notifier", .note, "→ systemctl --user enable --now memorize-notify") {
      $0.notifierUnit = unit(["ActiveState": .string("inactive")])
    }
    expect("notifier", .warning, "has failed") {
      $0.notifierUnit = unit(["ActiveState": .string("failed")])
    }
    // Of a notifier started by hand it said that nothing is shown, and how to start a second one,
    // which ends with 4.
    expect("notifier", .ok, "started by hand. → To start it at login: systemctl --user enable m") {
      $0.notifier = process()
      $0.notifierUnit = unit(["ActiveState": .string("inactive"), "MainPID": .uint32(0)])
    }
    expect("notifier", .ok, "memorize-notify.service is active.") {
      ($0.notifier, $0.notifierUnit) = (process(), unit())
    }
    for (kind, status, words) in [
      ("xterm", .ok, "xterm, 100×30 cells, no colors."), ("dumb", .note, "TERM is “dumb”"),
    ] as [(String, Check.Status, String)] {
      expect("terminal", status, words) {
        $0.terminal = TerminalState(isTerminal: true, kind: kind, size: Size(100, 30))
      }
    }
    for (source, status) in [
      (.user, .ok), (.fallback("ANSI_X3.4-1968"), .note), (.none("ANSI_X3.4-1968"), .warning),
    ] as [(CellWidth.Source, Check.Status)] {
      expect("locale", status) { $0.terminal.characters = source }
    }
  }
}
