import DBus
import Foundation
import Glibc
import Testing

@testable import memorize

/// The doctor's report on invented findings.
@Suite struct DiagnosisTests {
  private func findings(_ change: (inout Findings) throws -> Void) rethrows -> Findings {
    var findings = Findings()
    try change(&findings)
    return findings
  }

  private func process(_ change: (inout RunningProcess) -> Void = { _ in }) -> NameOwner {
    var process = RunningProcess(identifier: 12, command: "memorized")
    change(&process)
    return .process(process)
  }

  private func unit(_ properties: [String: Value] = [:]) -> UnitAnswer {
    let usual: [String: Value] = [
      "LoadState": .string("loaded"), "ActiveState": .string("active"),
      "SubState": .string("running"), "FragmentPath": .string("/units/memorized.service"),
      "MainPID": .uint32(12),
    ]
    return .unit(memorize.Unit(properties: usual.merging(properties) { $1 }))
  }

  private func strings(_ texts: [String]) -> Value {
    .array(Signature(unchecked: "s"), texts.map { .string($0) })
  }

  private func file(_ lines: String..., path: String = "/data/ours.service") throws
    -> ActivationFile
  {
    let text = (["[D-BUS Service]", "Name=org.memorized.Memorize1"] + lines)
      .joined(separator: "\n")
    return try #require(ActivationFile(path: path, text: text))
  }

  @Test func theWorstFaultIsTheOneThatOthersFollowFrom() {
    func exit(_ statuses: Check.Status...) -> memorize.ExitStatus {
      Report(checks: statuses.map { Check($0, .bus, "") }).exitStatus
    }
    #expect(exit() == .done)
    #expect(exit(.ok, .note, .warning) == .done)
    #expect(exit(.fault(.unexpected), .warning) == .unexpected)
    #expect(exit(.fault(.unexpected), .fault(.versions)) == .versions)
    #expect(exit(.fault(.versions), .fault(.timedOut)) == .timedOut)
    #expect(exit(.fault(.timedOut), .fault(.notAvailable)) == .notAvailable)
  }

  @Test func whatComesFromOutsideStaysText() {
    let report = Report(checks: [Check(.warning, .bus, "a\u{1B}[2J\tb", fix: "c\nd")])
    #expect(report.plain == "warning\tbus\ta [2J b\tc d\n")
    #expect(report.text == "warn  bus: a [2J b\n      → c d\n")
    #expect(!report.json.text.contains("\u{1B}"))
  }

  @Test func itIsSaidWhoStartedTheService() {
    var found = findings { $0.owner = process() }
    #expect(found.serviceCheck?.text == "It is process 12 (memorized), started by hand.")
    found.owner = process { $0.variables = ["DBUS_STARTER_ADDRESS=unix:"] }
    #expect(found.serviceCheck?.text.hasSuffix("started by the bus.") == true)
    found.unit = unit()
    #expect(found.serviceCheck?.text.hasSuffix("started by the unit memorized.service.") == true)
    found.owner = .nobody
    #expect(found.serviceCheck?.status == .note)
    found.isActivatable = true
    #expect(found.serviceCheck?.status == .ok)
  }

  @Test func versionsThatDoNotFitAreSeven() {
    func check(_ version: Findings.Version, _ owner: NameOwner? = nil) -> Check? {
      findings { ($0.owner, $0.version) = (owner ?? process(), version) }.versionCheck
    }
    #expect(check(.known("0.9.3"))?.status == .ok)
    #expect(check(.known("1.0.0"))?.status == .fault(.versions))
    #expect(check(.missing)?.status == .fault(.versions))
    #expect(check(.missing)?.fix.contains("kill 12") == true)
    #expect(check(.mute)?.status == .fault(.timedOut))
    #expect(check(.failed("no"))?.status == .fault(.unexpected))
    #expect(check(.mute, process { $0.isStopped = true })?.fix == "Continue it: kill -CONT 12.")
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
    ("", "names no program"), ("Exec=memorized", "no absolute path"),
    ("Exec=/nonexistent/memorized", "not there"), ("Exec=/etc/passwd", "cannot be executed"),
    ("Exec=/usr", "cannot be executed"),
  ]) func aProgramThatCannotBeStartedIsAFault(line: String, complaint: String) throws {
    var found = try findings { ($0.isActivatable, $0.files) = (true, [try file(line)]) }
    #expect(found.activationChecks.map(\.status) == [.fault(.notAvailable)])
    #expect(found.activationChecks[0].text.contains(complaint))
    #expect(found.activationChecks[0].fix.contains("ReloadConfig"))
    found.owner = process()
    #expect(found.activationChecks.map(\.status) == [.fault(.unexpected)])
  }

  @Test func anActivationFileFitsTheUnitAndTheBus() throws {
    func checks(
      _ isActivatable: Bool, _ lines: [String], isRunning: Bool = false, hasUnit: Bool = true
    ) throws -> [Check] {
      let files = lines.isEmpty ? [] : [try file(lines.joined(separator: "\n"))]
      return findings {
        ($0.isActivatable, $0.files) = (isActivatable, files)
        if isRunning { $0.owner = process() }
        if hasUnit { $0.unit = unit() }
      }.activationChecks
    }
    let lines = ["Exec=/bin/true", "SystemdService=memorized.service"]
    #expect(try checks(true, lines).map(\.status) == [.ok])
    #expect(try checks(false, lines).map(\.status) == [.fault(.notAvailable)])
    #expect(try checks(false, lines)[0].fix == Findings.reloadBus)
    #expect(try checks(false, lines, isRunning: true).map(\.status) == [.warning])
    let withoutUnit = try checks(true, ["Exec=/bin/true"])
    #expect(withoutUnit.map(\.status) == [.warning])
    #expect(withoutUnit[0].fix.contains("SystemdService=memorized.service"))
    // systemd never looks at the program.
    let unused = ["Exec=/nonexistent", "SystemdService=memorized.service"]
    #expect(try checks(true, unused).map(\.status) == [.warning])
    #expect(try checks(false, [], hasUnit: false).map(\.status) == [.fault(.notAvailable)])
    #expect(try checks(false, [], isRunning: true).map(\.status) == [.note])
    #expect(try checks(true, []).map(\.status) == [.note])
  }

  @Test func ofTwoActivationFilesTheFirstWins() throws {
    let found = try findings {
      $0.isActivatable = true
      $0.files = [
        try file("Exec=/bin/true", path: "/one/a.service"),
        try file("Exec=/bin/true", path: "/two/b.service"),
      ]
    }
    #expect(found.activationChecks.map(\.status) == [.warning])
    #expect(found.activationChecks[0].text.contains("/one/a.service, which comes first, wins"))
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
    func status(_ answer: UnitAnswer, asked: Bool, owner: NameOwner = .nobody) -> [Check.Status] {
      findings {
        ($0.unit, $0.owner, $0.files) = (answer, owner, asked ? [asking] : [])
      }.unitChecks.map(\.status)
    }
    func answer(_ load: String) -> UnitAnswer {
      unit(["LoadState": .string(load), "MainPID": .uint32(0)])
    }
    let gone = unit([
      "ExecStart": .array(Signature(unchecked: "(s)"), [.structure([.string("/gone")])])
    ])
    for (answer, isAsked, expected) in [
      (answer("loaded"), true, .ok), (answer("not-found"), false, .note),
      (answer("not-found"), true, .fault(.notAvailable)),
      (answer("masked"), true, .fault(.notAvailable)), (answer("masked"), false, .warning),
      (answer("bad-setting"), true, .fault(.notAvailable)), (gone, true, .fault(.notAvailable)),
      (.noManager, false, .note), (.mute("x"), false, .fault(.timedOut)),
    ] as [(UnitAnswer, Bool, Check.Status)] {
      #expect(status(answer, asked: isAsked) == [expected], "\(answer)")
    }
    #expect(status(answer("not-found"), asked: true, owner: process()) == [.warning])
  }

  @Test func aUnitSaysWhatIsWrongWithIt() {
    func check(owner: NameOwner = .nobody, _ properties: [String: Value]) -> Check {
      findings { ($0.unit, $0.owner) = (unit(properties), owner) }.unitChecks[0]
    }
    let failed = check([
      "ActiveState": .string("failed"), "Result": .string("exit-code"), "ExecMainStatus": .int32(4),
    ])
    #expect(failed.status == .fault(.unexpected))
    #expect(failed.text.contains("exit-code, exit status 4"))
    #expect(failed.fix.contains("journalctl --user -u memorized"))
    let again = check([
      "ActiveState": .string("activating"), "SubState": .string("auto-restart"),
    ])
    #expect(again.status == .fault(.unexpected))
    #expect(again.text.contains("again and again"))
    #expect(check(["NeedDaemonReload": .boolean(true)]).fix == "systemctl --user daemon-reload")
    let other = check(owner: process(), ["MainPID": .uint32(99)])
    #expect(other.status == .warning)
    #expect(other.text.contains("process 12 (memorized), not to the unit's process 99"))
    #expect(
      check(owner: process(), ["DropInPaths": strings(["/a"])]).text.contains(
        "with one drop-in"))
  }

  @Test func theSandboxIsJudgedByItsEffect() {
    let bound: [Bound: Bool] = [.privileges: true, .calls: true, .users: true, .home: true]
    let free: [Bound: Bool] = [.privileges: true, .calls: true, .users: false, .home: false]
    let with = unit([
      "DropInPaths": strings(["/etc/systemd/user/memorized.service.d/sandbox.conf"])
    ])
    func check(
      _ answer: UnitAnswer, _ bounds: [Bound: Bool]?, _ namespaces: UserNamespaces = .work
    ) -> Check? {
      findings {
        ($0.unit, $0.namespaces) = (answer, namespaces)
        if let bounds { $0.owner = process { $0.bounds = bounds } }
      }.sandboxCheck
    }
    #expect(check(with, bound)?.status == .ok)
    #expect(check(with, free)?.status == .warning)
    #expect(check(with, free)?.text.contains("a home it may write to") == true)
    #expect(check(with, free, .forbidden("a setting"))?.text.contains("a setting") == true)
    #expect(check(with, nil, .forbidden("a setting"))?.status == .warning)
    #expect(check(with, [:])?.status == .ok)
    #expect(check(unit(["MainPID": .uint32(99)]), bound)?.status == .note)
    #expect(check(unit(), free)?.status == .note)
    #expect(check(unit(), free)?.fix.contains("sandbox.conf") == true)
    #expect(check(unit(), free, .forbidden("a setting"))?.status == .ok)
    #expect(check(unit(), [.privileges: false])?.status == .warning)
    #expect(check(.noManager, bound) == nil)
  }

  @Test func userNamespacesAreForbiddenByASettingOrByTrial() {
    func judge(_ settings: [String: String], _ trial: Bool?) -> UserNamespaces {
      UserNamespaces(setting: { settings[$0] }, trial: { trial })
    }
    #expect(judge([:], true) == .work)
    #expect(judge([:], false) == .forbidden("“unshare -U true” fails"))
    #expect(judge([:], nil) == .unknown)
    let count = "user.max_user_namespaces"
    #expect(judge([count: "0"], nil) == .forbidden("\(count) is 0"))
    let appArmor = "kernel.apparmor_restrict_unprivileged_userns"
    #expect(judge([appArmor: "1"], true) == .work)
    #expect(judge([appArmor: "1"], false) == .forbidden("\(appArmor) is 1"))
  }

  @Test func aProcessIsReadFromItsFiles() {
    var process = RunningProcess(identifier: 1)
    process.take(status: "Name:\tState: R\nState:\tT (stopped)\nNoNewPrivs:\t1\nSeccomp:\t0\n")
    #expect(process.isStopped)
    #expect(process.bounds[.privileges] == true)
    #expect(process.bounds[.calls] == false)
  }

  @Test func aDirectoryThatTheServiceCannotWriteToIsAFault() {
    // The doctor said that all was well when the sandbox let nothing be stored.
    func checks(_ change: (inout Storage) -> Void, isRunning: Bool = true) -> [Check] {
      findings {
        if isRunning { $0.owner = process() }
        $0.storage.games = .init(path: "/state/memorize")
        $0.storage.themes = .init(path: "/data/memorize/themes")
        change(&$0.storage)
      }.storageChecks
    }
    #expect(checks { _ in }.map(\.status) == [.ok])
    let shutOff = checks { $0.games?.isShutOff = true }
    #expect(shutOff.map(\.status) == [.fault(.unexpected)])
    #expect(shutOff[0].fix.contains("make install"))
    #expect(shutOff[0].fix.contains("ReadWritePaths=/state/memorize"))
    let removed = checks {
      $0.games?.isShutOff = true
      $0.games?.isNamed = true
    }
    #expect(removed.map(\.fix) == ["systemctl --user restart memorized"])
    let full = checks { $0.games?.failure = ENOSPC }
    #expect(full.map(\.status) == [.fault(.unexpected)])
    #expect(full[0].text.contains("no room"))
    #expect(checks { $0.themes?.isShutOff = true }.map(\.status) == [.warning])
    // Themes may come from a read-only place.
    #expect(checks { $0.themes?.failure = EROFS }.map(\.status) == [.ok])
    let other = checks {
      $0.differences = [("XDG_DATA_HOME", here: "/here", there: "/there")]
    }
    #expect(other.map(\.status) == [.warning])
    #expect(other[0].text.contains("/there, and by XDG_DATA_HOME this shell /here"))
  }

  @Test func aUnitsWritablePathsLeadThroughLinks() throws {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent(
      "memorize-doctor-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: directory) }
    let root = directory.resolvingSymlinksInPath().path
    try FileManager.default.createDirectory(
      atPath: root + "/state/memorize", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: root + "/link", withDestinationPath: root + "/state")
    func isShutOff(_ path: String, _ writable: String...) -> Bool {
      let unit = memorize.Unit(properties: [
        "ProtectSystem": .string("strict"),
        "ReadWritePaths": strings(writable.map { root + $0 }),
      ])
      return Storage.Place(root + path, nil, unit, makesFile: true).isShutOff
    }
    #expect(isShutOff("/state/memorize"))
    #expect(!isShutOff("/state/memorize", "/link/memorize"))
    #expect(!isShutOff("/link/memorize/later", "/state/memorize"))
    #expect(!isShutOff("/new/memorize", "/new/memorize"))
    #expect(isShutOff("/state/memorize", "/state/memo"))
    let place = Storage.Place(root + "/new/memorize", nil, nil, makesFile: true)
    #expect(place.failure == nil && !place.isShutOff)
    #expect(try FileManager.default.contentsOfDirectory(atPath: root + "/state/memorize") == [])
  }

  @Test func aMuteNotificationServerIsAWarning() {
    var found = findings {
      $0.notifications.owner = process { $0.isStopped = true }
      $0.notifications.server = .failure(BusError(.noReply, "It did not answer within 2 s."))
    }
    #expect(found.notificationCheck?.status == .warning)
    #expect(found.notificationCheck?.fix.contains("kill -CONT 12") == true)
    found.notifications.owner = .nobody
    #expect(found.notificationCheck?.status == .warning)
    found.notifierUnit = unit(["ActiveState": .string("inactive")])
    #expect(found.notifierCheck?.fix == "systemctl --user enable --now memorize-notify")
    found.notifierUnit = unit(["ActiveState": .string("failed")])
    #expect(found.notifierCheck?.status == .warning)
  }

  @Test func terminalAndLocaleAreDescribed() {
    var found = findings {
      ($0.terminal.isTerminal, $0.terminal.kind, $0.terminal.size) = (true, "xterm", (100, 30))
    }
    #expect(found.terminalCheck?.status == .ok)
    #expect(found.terminalCheck?.text == "xterm, 100×30 cells, no colours.")
    #expect(found.localeCheck?.status == .ok)
    found.terminal.kind = "dumb"
    found.terminal.characters = .fallback("ANSI_X3.4-1968")
    #expect([found.terminalCheck?.status, found.localeCheck?.status] == [.note, .note])
    found.terminal.characters = .none("ANSI_X3.4-1968")
    #expect(found.localeCheck?.status == .warning)
  }
}
