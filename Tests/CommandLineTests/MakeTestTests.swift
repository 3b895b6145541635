import Foundation
import TestSupport
import Testing

/// What `make test` prints: failures, how far it is, how it ended.
@Suite(.timeLimit(.minutes(30))) struct MakeTestTests {
  /// Only what a reader needs is printed, and the rest is in the log.
  @Test func itPrintsFailuresAndProgress() throws {
    // It printed 5,902 lines, one of 100,127 characters, for a run in which nothing failed, and for
    // minutes that no test had ended, since Swift Testing says so long after.
    let stage = try RunStage(
      """
      echo "aRandomOne(2): MEMORIZE_TEST_SEED=12"
      echo "anotherOne(2): MEMORIZE_TEST_SEED=34"
      echo '{"kind":"event","payload":{"kind":"testCaseEnded","testID":"2"}}' >>"$events"
      until [[ -e seen || ! -e run ]]; do sleep 0.01; done
      echo "✘ Test aRandomOne(_:) recorded an issue with 1 argument n → 2 at A.swift:1:2: $(printf 'x%.0s' {1..9999})"
      echo "a second line of what was expected"
      for line in {1..30}; do echo "and more"; done
      echo "↳ It says why."
      echo "✘ Test aRandomOne(_:) with 3 test cases failed after 0.3 seconds with 1 issue."
      echo "✘ Test run with 2 tests in 1 suite failed after 0.4 seconds with 1 issue."
      exit 1
      """)
    let run = try stage.start(every: "0.01")
    #expect(run.output.waits(for: "    1 of 2 tests, "))
    try stage.files.write("seen")
    let printed = run.output.rest()
    #expect(run.wait() == 1)
    let lines = printed.split(separator: "\n").filter {
      !$0.contains(" of 2 tests, ") && $0 != "and more" && !$0.hasPrefix("The tests run; ")
    }
    #expect(printed.hasPrefix("The tests run; the whole output goes to .build/logs/"))
    try #require(lines.count == 7, "\(lines)")
    #expect(printed.split(separator: "\n").count { $0 == "and more" } == 19)
    #expect(lines[0].hasPrefix("✘ Test aRandomOne(_:) recorded an issue ") && lines[0].count == 500)
    #expect(lines[0].hasSuffix("x…") && lines[1] == "a second line of what was expected")
    #expect(lines[2] == "↳ It says why.")
    #expect(lines[3].hasPrefix("✘ Test run with 2 tests in 1 suite failed after "))
    #expect(lines[4] == "Failed: aRandomOne(_:)")
    #expect(lines[5] == "MEMORIZE_TEST_SEED=12   aRandomOne(2)")
    let named = /^The whole output is in (\.build\/logs\/.+\.log)\.$/
    let log = try #require(lines[6].firstMatch(of: named))
    let text = try stage.files.text(String(log.output.1))
    #expect(text.contains("MEMORIZE_TEST_SEED=34") && text.split(separator: "\n").count == 37)
  }

  /// A run passes if its tests have passed, and there were some.
  @Test(arguments: [
    ("✔ Test run with 2 tests in 1 suite passed after 0.4 seconds.", 0),
    ("✔ Test run with 0 tests in 0 suites passed after 0.4 seconds.", 1), ("", 1),
    (
      "➜ Test one() skipped.\n✔ Test run with 2 tests in 1 suite passed after 0.4 seconds.",
      1
    ),
  ]) func aRunWithoutTestsOrWithASkippedOneFails(said: String, code: Int32) throws {
    let stage = try RunStage("echo '\(said)'")
    let run = try stage.start()
    #expect(run.output.rest().contains("The whole output is in "))
    #expect(run.wait() == code)
    withExtendedLifetime(stage) {}
  }

  /// A process that a test has left, and that holds the output open, keeps nobody waiting.
  @Test func aProcessLeftBehindIsNotAwaited() throws {
    let stage = try RunStage(
      """
      (until [[ -e seen || ! -e run ]]; do sleep 0.01; done) &
      echo "✔ Test run with 2 tests in 1 suite passed after 0.4 seconds."
      """)
    let run = try stage.start()
    #expect(run.codeInTime == 0)
    try stage.files.write("seen")
  }

  /// All tests began at once, so that each waited for all others before each of its steps.
  @Test func fewTestsRunAtATime() throws {
    let stage = try RunStage("printenv \(RunStage.width) >width")
    #expect(try stage.start().wait() == 1)
    let few = try #require(Int(stage.files.text("width").trimmingCharacters(in: .newlines)))
    #expect(few > 0 && few.isMultiple(of: 4))
  }

  // MARK: - make run

  /// It plays on the screen, and ends the daemon that it started, but no other.
  @Test(arguments: [("session", false), ("session", true), ("private", false)])
  func itOpensTheScreenAndEndsWhatItStarted(bus: String, hasDaemon: Bool) throws {
    let desk = try Desk(runs: hasDaemon)
    let terminal = try PseudoTerminal()
    var environment = desk.environment.merging(
      ["TERM": "xterm-256color", "COLUMNS": "", "LINES": ""]
    ) { $1 }
    if bus == "private" { environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/nowhere" }
    let run = try Child(
      "setsid",
      [
        "--ctty", SourceTree.root.appendingPathComponent("share/make/play").path,
        Programs.directory,
      ], environment: environment, input: terminal.inside, output: terminal.inside)
    terminal.read { $0.contains("\u{1B}[?1049h") }
    let told = hasDaemon ? "the running service" : "on \(bus == "session" ? "your" : "a private") "
    #expect(terminal.text.contains(told), "\(terminal.text)")
    terminal.write("q")
    #expect(run.codeInTime == 0)
    #expect(try desk.memorize("status", "--no-autostart").code == (hasDaemon ? 0 : 3))
  }
}

/// `share/make/test` in a directory of its own, with a script in place of a run of tests.
private struct RunStage {
  /// The variable with the number of tests at a time.
  static let width = "SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH"

  let files: TemporaryDirectory

  init(_ script: String) throws {
    files = try TemporaryDirectory()
    try files.make("share/make")
    try Child.writing { [files] in
      try FileManager.default.copyItem(
        at: SourceTree.root.appendingPathComponent("share/make/test"),
        to: URL(fileURLWithPath: files.path("share/make/test")))
    }
    func test(_ id: String, _ kind: String = "function") -> String {
      #"{"kind":"test","payload":{"id":"\#(id)","kind":"\#(kind)"}}"#
    }
    try Child.writeProgram(
      """
      #!/bin/bash
      while [[ $1 != --event-stream-output-path ]]; do shift; done
      events=$2
      printf '%s\\n' '\(test("1"))' '\(test("2"))' '\(test("3", "suite"))' >"$events"
      \(script)
      """, to: files.path("run"))
  }

  func start(every seconds: String = "10") throws -> Child {
    try Child(
      "env",
      [
        "--unset", Self.width, "--chdir", files.root, "share/make/test", "./run", "--filter",
        "Some",
      ],
      environment: ["TEST_TICK": seconds, "LC_ALL": "C.UTF-8"])
  }
}
