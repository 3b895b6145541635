import DBus
import Testing

@testable import memorize

/// What the doctor says of facts that were made up.
@Suite struct DiagnosisTests {
  private static func ours(_ change: (inout RunningProcess) -> Void = { _ in }) -> NameOwner {
    var process = RunningProcess(identifier: 12, command: "memorized")
    change(&process)
    return .process(process)
  }

  private static func unit(_ change: (inout Unit) -> Void = { _ in }) -> UserManager.Answer {
    var unit = Unit(loadState: "loaded", activeState: "active", subState: "running")
    unit.path = "/units/memorized.service"
    unit.mainProcess = 12
    change(&unit)
    return .unit(unit)
  }

  private static func file(
    _ lines: String..., path: String = "/data/ours.service"
  ) throws -> ActivationFile {
    let text = (["[D-BUS Service]", "Name=org.memorized.Memorize1"] + lines)
      .joined(separator: "\n")
    var file = try #require(ActivationFile(path: path, text: text))
    file.lookForProgram()
    return file
  }

  @Test func theWorstFaultIsTheOneThatOthersFollowFrom() {
    func exit(_ statuses: Check.Status...) -> memorize.ExitStatus {
      Report(checks: statuses.map { Check(subject: .bus, status: $0, text: "", fix: "") })
        .exitStatus
    }
    #expect(exit() == .done)
    #expect(exit(.ok, .note, .warning) == .done)
    #expect(exit(.fault(.unexpected), .warning) == .unexpected)
    #expect(exit(.fault(.unexpected), .fault(.versions)) == .versions)
    #expect(exit(.fault(.versions), .fault(.timedOut)) == .timedOut)
    #expect(exit(.fault(.timedOut), .fault(.notAvailable)) == .notAvailable)
  }

  @Test func whatComesFromOutsideStaysText() {
    let check = Check.warning(.bus, "a\u{1B}[2J\tb", fix: "c\nd")
    let report = Report(checks: [check])
    #expect(report.plain == "warning\tbus\ta [2J b\tc d\n")
    #expect(report.text == "warn  bus: a [2J b\n      → c d\n")
    #expect(!report.json.text.contains("\u{1B}"))
  }

  @Test func theServiceIsToldByWhoStartedIt() {
    var facts = ServiceFacts(owner: Self.ours(), version: .told("0.1.0"))
    #expect(facts.checks[0].text.hasSuffix("process 12 (memorized), started by hand."))
    facts.owner = Self.ours { $0.isStartedByBus = true }
    #expect(facts.checks[0].text.hasSuffix("started by the bus."))
    facts.unitProcess = 12
    #expect(facts.checks[0].text.hasSuffix("started by the unit memorized.service."))
    #expect(facts.checks.allSatisfy { $0.status == .ok })
  }

  @Test func versionsThatDoNotFitAreSeven() {
    func check(_ version: ServiceFacts.Version) -> Check? {
      ServiceFacts(owner: Self.ours(), version: version).checks.last
    }
    #expect(check(.told("0.9.3"))?.status == .ok)
    #expect(check(.told("1.0.0"))?.status == .fault(.versions))
    #expect(check(.missing)?.status == .fault(.versions))
    #expect(check(.missing)?.fix.contains("kill 12") == true)
    #expect(check(.mute)?.status == .fault(.timedOut))
    #expect(check(.failed("no"))?.status == .fault(.unexpected))
    let stopped = ServiceFacts(
      owner: Self.ours { $0.isStopped = true }, version: .mute)
    #expect(stopped.checks.last?.fix.contains("kill -CONT 12") == true)
  }

  @Test func aServiceThatTheBusStartsNeedNotRun() {
    #expect(ServiceFacts(owner: .nobody, isActivatable: true).checks.map(\.status) == [.ok])
    #expect(ServiceFacts(owner: .nobody, isActivatable: false).checks.map(\.status) == [.note])
    let nothing = ActivationFacts(isActivatable: false)
    #expect(nothing.checks.map(\.status) == [.fault(.notAvailable)])
    #expect(ActivationFacts(isActivatable: false, isRunning: true).checks[0].status == .note)
    #expect(ActivationFacts(isActivatable: true).checks[0].status == .note)
  }

  @Test func anActivationFileIsReadAsTheBusReadsIt() throws {
    let file = try Self.file(
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
    var facts = ActivationFacts(isActivatable: true, files: [try Self.file(line)])
    #expect(facts.checks.map(\.status) == [.fault(.notAvailable)])
    #expect(facts.checks[0].text.contains(complaint))
    #expect(facts.checks[0].fix.contains("ReloadConfig"))
    facts.isRunning = true
    #expect(facts.checks.map(\.status) == [.fault(.unexpected)])
  }

  @Test func anActivationFileFitsTheUnitAndTheBus() throws {
    let file = try Self.file("Exec=/bin/true", "SystemdService=memorized.service")
    var facts = ActivationFacts(isActivatable: true, files: [file], hasUnit: true)
    #expect(facts.checks.map(\.status) == [.ok])
    facts.isActivatable = false
    #expect(facts.checks.map(\.status) == [.fault(.notAvailable)])
    #expect(facts.checks[0].fix == ActivationFacts.reload)
    facts.isRunning = true
    #expect(facts.checks.map(\.status) == [.warning])
    facts = ActivationFacts(
      isActivatable: true, files: [try Self.file("Exec=/bin/true")], hasUnit: true)
    #expect(facts.checks.map(\.status) == [.warning])
    #expect(facts.checks[0].fix.contains("SystemdService=memorized.service"))
    // systemd never looks at the program.
    let unused = try Self.file("Exec=/nonexistent", "SystemdService=memorized.service")
    facts.files = [unused]
    #expect(facts.checks.map(\.status) == [.warning])
  }

  @Test func ofTwoActivationFilesTheFirstWins() throws {
    let first = try Self.file("Exec=/bin/true", path: "/one/a.service")
    let second = try Self.file("Exec=/bin/true", path: "/two/b.service")
    let facts = ActivationFacts(isActivatable: true, files: [first, second])
    #expect(facts.checks.map(\.status) == [.warning])
    #expect(facts.checks[0].text.contains("/one/a.service, which comes first, wins"))
  }

  @Test func activationFilesAreSoughtWhereTheBusSeeksThem() {
    #expect(
      ActivationSearch.directories { ["HOME": "/home/me"][$0] } == [
        "/home/me/.local/share/dbus-1/services", "/usr/local/share/dbus-1/services",
        "/usr/share/dbus-1/services",
      ])
    let set = [
      "HOME": "/home/me", "XDG_DATA_HOME": "/data/", "XDG_RUNTIME_DIR": "/run/me",
      "XDG_DATA_DIRS": "/data:relative:/usr/share",
    ]
    #expect(
      ActivationSearch.directories { set[$0] } == [
        "/run/me/dbus-1/services", "/data/dbus-1/services", "/usr/share/dbus-1/services",
      ])
  }

  @Test func aUnitThatCannotBeStartedIsAFaultWhereTheBusLeavesItToSystemd() {
    func status(_ load: String, asked: Bool, owner: NameOwner = .nobody) -> [Check.Status] {
      let answer = Self.unit {
        $0.loadState = load
        $0.mainProcess = 0
      }
      return UnitFacts(answer: answer, owner: owner, isAskedFor: asked).checks.map(\.status)
    }
    #expect(status("loaded", asked: true) == [.ok])
    #expect(status("not-found", asked: false) == [.note])
    #expect(status("not-found", asked: true) == [.fault(.notAvailable)])
    #expect(status("not-found", asked: true, owner: Self.ours()) == [.warning])
    #expect(status("masked", asked: true) == [.fault(.notAvailable)])
    #expect(status("masked", asked: false) == [.warning])
    #expect(status("bad-setting", asked: true) == [.fault(.notAvailable)])
    let gone = Self.unit {
      $0.program = "/gone"
      $0.hasProgram = false
    }
    #expect(UnitFacts(answer: gone, isAskedFor: true).checks[0].status == .fault(.notAvailable))
    #expect(UnitFacts(answer: .absent).checks.map(\.status) == [.note])
    #expect(UnitFacts(answer: .mute("x"), owner: .nobody).checks[0].status == .fault(.timedOut))
  }

  @Test func aUnitTellsWhatIsWrongWithIt() {
    func check(owner: NameOwner = .nobody, _ change: (inout Unit) -> Void) -> Check {
      UnitFacts(answer: Self.unit(change), owner: owner).checks[0]
    }
    let failed = check {
      $0.activeState = "failed"
      $0.result = "exit-code"
      $0.exitStatus = 4
    }
    #expect(failed.status == .fault(.unexpected))
    #expect(failed.text.contains("exit-code, exit status 4"))
    #expect(failed.fix.contains("journalctl --user -u memorized"))
    let again = check {
      $0.activeState = "activating"
      $0.subState = "auto-restart"
    }
    #expect(again.status == .fault(.unexpected))
    #expect(again.text.contains("again and again"))
    #expect(check { $0.needsReload = true }.fix == "systemctl --user daemon-reload")
    let other = check(owner: Self.ours()) { $0.mainProcess = 99 }
    #expect(other.status == .warning)
    #expect(other.text.contains("process 12 (memorized), not to the unit's process 99"))
    #expect(check(owner: Self.ours()) { $0.dropIns = ["/a"] }.text.contains("with one drop-in"))
  }

  @Test func theSandboxIsJudgedByItsEffect() {
    let bound = RunningProcess.Bounds(
      gainsNothing: true, filtersCalls: true, hasOwnUsers: true, seesHomeReadOnly: true)
    let free = RunningProcess.Bounds(
      gainsNothing: true, filtersCalls: true, hasOwnUsers: false, seesHomeReadOnly: false)
    let with = Self.unit { $0.dropIns = ["/etc/systemd/user/memorized.service.d/sandbox.conf"] }
    func check(
      _ answer: UserManager.Answer, _ bounds: RunningProcess.Bounds?,
      _ namespaces: UserNamespaces = .work, isOfUnit: Bool = true
    ) -> Check {
      let process = bounds.map { RunningProcess(identifier: 12, bounds: $0) }
      return SandboxFacts(
        answer: answer, process: process, isOfUnit: isOfUnit, namespaces: namespaces
      ).checks[0]
    }
    #expect(check(with, bound).status == .ok)
    #expect(check(with, free).status == .warning)
    #expect(check(with, free).text.contains("a home it may write to"))
    #expect(check(with, free, .forbidden("a setting")).text.contains("a setting"))
    #expect(check(with, nil, .forbidden("a setting")).status == .warning)
    #expect(check(with, RunningProcess.Bounds()).status == .ok)
    #expect(check(with, bound, isOfUnit: false).status == .note)
    #expect(check(Self.unit(), free).status == .note)
    #expect(check(Self.unit(), free).fix.contains("sandbox.conf"))
    #expect(check(Self.unit(), free, .forbidden("a setting")).status == .ok)
    #expect(check(Self.unit(), .init(gainsNothing: false)).status == .warning)
    #expect(check(.absent, bound).status == .note)
  }

  @Test func userNamespacesAreForbiddenByASettingOrByTrial() {
    func judge(_ settings: [String: String], _ trial: Bool?) -> UserNamespaces {
      UserNamespaces(setting: { settings[$0] }, trial: { trial })
    }
    #expect(judge([:], true) == .work)
    #expect(judge([:], false) == .forbidden("“unshare -U true” fails"))
    #expect(judge([:], nil) == .unknown)
    let count = ["user/max_user_namespaces": "0"]
    #expect(judge(count, nil) == .forbidden("user.max_user_namespaces is 0"))
    let apparmor = "kernel/apparmor_restrict_unprivileged_userns"
    #expect(judge([apparmor: "1"], true) == .work)
    #expect(
      judge([apparmor: "1"], false)
        == .forbidden("kernel.apparmor_restrict_unprivileged_userns is 1"))
  }

  @Test func aProcessIsReadFromItsFiles() {
    var process = RunningProcess(identifier: 1)
    process.read(status: "Name:\tState: R\nState:\tT (stopped)\nNoNewPrivs:\t1\nSeccomp:\t0\n")
    #expect(process.isStopped)
    #expect(process.bounds.gainsNothing == true)
    #expect(process.bounds.filtersCalls == false)
    let mounts = """
      1 0 8:1 / / rw,relatime - ext4 /dev/a rw
      2 1 8:1 /home /home ro,relatime - ext4 /dev/a rw
      3 2 8:1 /x /home/my\\040self/games rw - ext4 /dev/a rw
      """
    #expect(RunningProcess.isReadOnly("/home/me", in: mounts) == true)
    #expect(RunningProcess.isReadOnly("/home/my self/games/a", in: mounts) == false)
    #expect(RunningProcess.isReadOnly("/homeless", in: mounts) == false)
    #expect(RunningProcess.isReadOnly("/", in: "") == nil)
  }

  @Test func aMuteNotificationServerIsAWarning() {
    let silence = BusError(.noReply, "It did not answer within 2 s.")
    var facts = NotificationFacts(owner: Self.ours { $0.isStopped = true })
    facts.server = .failure(silence)
    facts.capabilities = .failure(silence)
    #expect(facts.checks.map(\.status) == [.warning])
    #expect(facts.checks[0].fix.contains("kill -CONT 12"))
    facts.owner = .nobody
    #expect(facts.checks.map(\.status) == [.warning])
    facts.unit = Self.unit { $0.activeState = "inactive" }
    #expect(facts.checks.last?.fix == "systemctl --user enable --now memorize-notify")
    facts.unit = Self.unit { $0.activeState = "failed" }
    #expect(facts.checks.last?.status == .warning)
  }

  @Test func emojiOfAnotherWidthAreNamed() {
    let same = WidthFacts(assumed: [2, 2, 2, 2, 2], measured: .widths([2, 2, 2, 2, 2]))
    #expect(same.checks.map(\.status) == [.ok])
    let other = WidthFacts(assumed: [2, 2, 2, 2, 2], measured: .widths([2, 4, 2, 1, 2]))
    #expect(other.checks.map(\.status) == [.warning, .warning])
    #expect(other.checks[0].text.contains("👩‍🚀 (joined) 4 cells wide, assumed are 2"))
    #expect(other.checks[1].text.contains("3️⃣ (keycap) 1 cell wide"))
    #expect(WidthFacts(assumed: [2, 2, 2, 2, 2], measured: .silent).checks[0].status == .note)
  }

  @Test func theTerminalsAnswersAreFoundAmongKeys() {
    func columns(_ text: String) -> [Int] { CursorProbe.columns(in: Array(text.utf8)) }
    // A terminal may answer anything: no number must end the program before it has tidied up.
    #expect(columns("\u{1B}[1;-9223372036854775808R\u{1B}[1;9223372036854775807R") == [])
    #expect(columns("\u{1B}[1;-5R\u{1B}[1;0R") == [])
    #expect(columns("\u{1B}[24;3R\u{1B}[24;5R") == [3, 5])
    #expect(columns("x\u{1B}[A\u{1B}[1;3Ry\u{1B}[24;5") == [3])
    #expect(columns("\u{1B}[;R\u{1B}[R\u{1B}[1;2;3R") == [])
  }

  @Test func terminalAndLocaleAreTold() {
    var facts = TerminalFacts(
      isTerminal: true, kind: "xterm", size: (100, 30))
    #expect(facts.checks.map(\.status) == [.ok, .ok])
    #expect(facts.checks[0].text == "xterm, 100×30 cells, no colours.")
    facts.kind = "dumb"
    facts.characters = .fallback("ANSI_X3.4-1968")
    #expect(facts.checks.map(\.status) == [.note, .note])
    facts.characters = .none("ANSI_X3.4-1968")
    #expect(facts.checks[1].status == .warning)
  }
}
