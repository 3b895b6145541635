import Foundation
import Glibc
import TestSupport
import Testing

/// `memorize while`, with practice on the screen.
@Suite(.timeLimit(.minutes(30))) struct WhileTests {
  /// A screen on which a command runs until `go` exists.
  struct Stage {
    let desk: Desk
    let screen: TmuxScreen
    /// The command's script.
    let path: String

    /// Waits for a question; `before` and `after` are lines of sh, `pause` is done until `go` exists,
    /// and `shell` is a line of ours.
    init(
      before: String, after: String = "", pause: String = "sleep 0.02", shell: String = ""
    ) throws {
      desk = try Desk.withNumbers()
      path = try desk.bus.files.write(
        "job",
        "\(before)\nuntil [ -e \(desk.bus.files.path("go")) ]; do \(pause); done\n\(after)\n")
      screen = try TmuxScreen(desk)
      // A busy machine may be slow to answer.
      let line = "memorize while --deck Numbers --timeout 60 --min 0.1 -- sh \(path)"
      try screen.start(shell + line, until: "1 of 5")
    }

    func letGo() throws { try desk.bus.files.write("go") }

    /// What was printed between the line that ran the command and its end.
    func lines(_ code: Int32) throws -> [String] {
      try screen.press("q")
      return try screen.linesAfterEnd(code)
    }
  }

  @Test func itAsksUntilTheCommandHasEnded() throws {
    let stage = try Stage(before: "seq 3", after: "seq 4 40; exit 7")
    try stage.screen.waitFor(#/0:0\d  sh .*  3/#)
    let first = try stage.screen.question("1 of 5")
    try stage.screen.press(first.right.key)
    try stage.screen.waitFor("2 of 5")
    try stage.letGo()
    try stage.screen.waitFor(#/Failed with status 7 after 0:0\d · q shows the output/#)
    // A question may still be answered.
    try stage.screen.press(stage.screen.question("2 of 5", after: first).right.key)
    try stage.screen.waitFor("3 of 5")
    #expect(try stage.lines(7) == (1...40).map { "\($0)" })
    let practice = try stage.desk.practice()
    #expect(practice.text("state") == "idle", "its session ends with it")
  }

  /// A session of somebody else is resumed, and goes on; without one and due cards, any are asked.
  @Test func aSessionInProgressIsNotEnded() throws {
    let desk = try Desk.withNumbers()
    try desk.memorize("practice", "start", "--deck", "Numbers", "--questions", "4", "--quiet")
    try desk.memorize("practice", "config", "set", "new-per-day", "0", "--quiet")
    for (question, state) in [("1 of 4", "asking"), ("1 of ", "idle")] {
      let screen = try TmuxScreen(desk)
      try screen.start("memorize while --timeout 60 --min 0 -- sleep 0.2", until: question)
      try screen.waitFor("Done after")
      try screen.press("q")
      #expect(try screen.linesAfterEnd(0).isEmpty)
      #expect(try desk.practice().text("state") == state)
      try desk.memorize("practice", "stop", "--quiet")
    }
  }

  /// They mean the command, as without us.
  @Test(arguments: [true, false]) func signalsGoToTheCommand(isKey: Bool) throws {
    let stage = try Stage(
      before: "for s in INT QUIT TERM HUP USR1; do trap \"echo caught $s\" $s; done",
      after: "exit 3")
    let program = try #require(try stage.screen.program)
    let signals =
      isKey ? ["INT": 0, "QUIT": 0] : ["TERM": SIGTERM, "HUP": SIGHUP, "USR1": SIGUSR1]
    for (name, number) in signals {
      if isKey {
        try stage.screen.press(name == "INT" ? "C-c" : "C-\\")
      } else {
        kill(program, number)
      }
      try stage.screen.waitFor("caught \(name)")
    }
    try stage.letGo()
    try stage.screen.waitFor("Failed with status 3")
    #expect(try stage.lines(3).filter { $0.hasPrefix("caught") }.count == signals.count)
  }

  @Test func bothStopAndContinueTogether() throws {
    // A shell that is just starting a program does not stop, and does not without us.
    let stage = try Stage(before: "echo begin", after: "echo end", pause: ":")
    for count in 1...2 {
      try stage.screen.press("C-z")
      try stage.screen.waitFor { $0.matches(of: /Stopped/).count == count }
      // The program, the leader of the command's session, and the command. Others may have ended.
      #expect(try SystemProcess.states(of: stage.path) == ["T", "T", "T"])
      try stage.screen.run("fg")
      try stage.screen.waitFor("1 of 5")
    }
    try stage.letGo()
    try stage.screen.waitFor("Done after")
    try stage.screen.press("q")
    #expect(try stage.screen.waitFor("\nend\n").contains("\nbegin\n"))
  }

  /// Such a limit killed it, and left the screen of questions.
  @Test func aLimitForFilesEndsOnlyPractice() throws {
    let stage = try Stage(before: "", after: "seq 1000; exit 7", shell: "ulimit -f 1; ")
    try stage.letGo()
    let lines = try stage.screen.linesAfterEnd(7)
    #expect(lines.suffix(1000) == (1...1000).map { "\($0)" })
    let message = lines.dropLast(1000).joined(separator: " ")
    #expect(message.hasPrefix("memorize: The command's output cannot be held in "))
    #expect(message.contains("of “ulimit -f”; raise that. You can also set TMPDIR to another "))
  }

  /// Keys typed after that once did nothing, q included: the reply that they waited for had gone to
  /// the screen before.
  @Test func keysWorkWhileAnAnswerIsOnItsWay() throws {
    let stage = try Stage(before: "echo begin", after: "exit 3")
    let first = try stage.screen.question("1 of 5")
    // Both arrive together: the screen is left before the reply comes.
    try stage.screen.press(first.right.key, "q")
    try stage.screen.waitFor { !$0.contains(" of 5") }
    try stage.screen.press("C-o")
    try stage.screen.press(stage.screen.question("2 of 5", after: first).right.key)
    try stage.screen.waitFor("3 of 5")
    try stage.letGo()
    try stage.screen.waitFor("Failed with status 3")
    #expect(try stage.lines(3) == ["begin"])
  }

  /// The list of decks that arrived after the screen was left once stood on the next one.
  @Test func aListOnItsWayIsNotShownLater() throws {
    let stage = try Stage(before: "echo begin", after: "exit 3")
    #expect(try stage.desk.memorize("practice", "stop").code == 0)
    try stage.screen.waitFor { !$0.contains("1 of 5") }
    try stage.screen.press("n", "q")
    try stage.screen.waitFor { $0.contains("begin") }
    try stage.screen.press("C-o")
    _ = try stage.screen.question("1 of 5")
    try stage.letGo()
    try stage.screen.waitFor("Failed with status 3")
    #expect(try stage.lines(3) == ["begin"])
  }

  /// Where there is no other screen, questions once wiped what the command had printed before.
  @Test(arguments: ["linux", "tmux-256color"]) func whatWasPrintedIsNotWiped(
    terminal: String
  ) throws {
    let desk = try Desk.withNumbers()
    let screen = try TmuxScreen(desk, terminal: terminal, hasOtherScreen: false)
    let files = desk.bus.files
    let path = try files.write(
      "job",
      """
      waits() { until [ -e \(files.path("$1")) ]; do sleep 0.02; done; }
      echo begin; waits some; echo middle; waits go; echo end
      """)
    try screen.start("memorize while --timeout 60 --min 0.5 -- sh \(path)", until: "1 of ")
    try screen.press("q")
    try screen.waitFor { !$0.contains("1 of ") }
    try files.write("some")
    try screen.waitFor("middle")
    try screen.press("C-o")
    try screen.waitFor("1 of ")
    try files.write("go")
    try screen.waitFor("Done after")
    try screen.press("q")
    try screen.waitFor("ended 0")
    let history = try screen.history
    for line in ["begin", "middle", "end"] {
      #expect(history.split(separator: "\n").count { $0 == line } == 1, "\(line)")
    }
  }

  @Test func aCommandWithAScreenKeepsIt() throws {
    let desk = try Desk.withNumbers()
    let screen = try TmuxScreen(desk)
    try screen.start(
      "memorize while --timeout 60 --min 0.1 -- memorize practice play --deck Numbers")
    // Until it has taken the screen, the questions are ours.
    try screen.waitFor { $0.contains("1 of 5") && !$0.contains("0:0") }
    try screen.pressCalmly("q") { $0.contains("ended ") }
    try screen.waitFor("ended 0")
  }

  @Test func theSizeFollowsTheTerminal() throws {
    let stage = try Stage(before: "trap 'stty size' WINCH; stty size")
    try stage.screen.waitFor("24 80")
    try stage.screen.resize(100, 30)
    try stage.screen.waitFor("30 100")
    try stage.screen.press("q")
    try stage.screen.waitFor { !$0.contains("1 of 5") }
    try stage.screen.resize(90, 20)
    try stage.screen.waitFor("20 90")
    try stage.letGo()
    try stage.screen.waitFor("ended 0")
  }

  @Test func withoutRoomTheOutputIsPrintedAtOnce() throws {
    let desk = try Desk.withNumbers()
    let screen = try TmuxScreen(desk, with: ["TMPDIR": "/proc"])
    let path = try desk.bus.files.write(
      "job", "echo begin; sleep 0.3; seq 3; until [ -e \(desk.bus.files.path("go")) ]; do :; done")
    try screen.start("memorize while --timeout 60 --min 0.1 -- sh \(path)")
    try screen.waitFor {
      $0.contains("begin\nmemorize: The command's output cannot be held in /proc")
        && $0.contains("\n1\n2\n3\n")
    }
    try desk.bus.files.write("go")
    try screen.waitFor("ended 0")
  }
}

extension TmuxScreen {
  /// Presses a key until the screen is as awaited; between two, there is time for what drops keys
  /// until none comes for a second.
  func pressCalmly(_ key: String, until isThere: (String) -> Bool) throws {
    for _ in 0..<20 {
      try press(key)
      if try isIn(.seconds(3), isThere) { return }
    }
    try waitFor { isThere($0) }
  }

  @discardableResult
  func waitFor(_ part: some RegexComponent) throws -> String {
    try waitFor { $0.contains(part) }
  }
}

/// What `/proc` tells of processes.
enum SystemProcess {
  /// One letter for each process that has the text in its command line, as `T` for a stopped one.
  static func states(of text: String) throws -> [String] {
    try Outcome("ps", ["-ww", "-eo", "stat=,args="]).output.split(separator: "\n")
      .filter { $0.contains(text) }.map { String($0.prefix(1)) }
  }
}
