import Foundation
import Glibc
import TestSupport
import Testing

/// A command of `memorize while` that reads from the terminal, to which the screen and the keys belong
/// then.
@Suite(.timeLimit(.minutes(30))) struct WhileInputTests {
  @Test(arguments: ["read x", "stty -echo; read x; stty echo"])
  func aCommandThatWaitsForALineGetsTheScreen(reading: String) throws {
    let stage = try WhileTests.Stage(
      before: "echo begin", after: "printf 'Name:'; \(reading); echo \"<$x>\"; sleep 999")
    // Questions that were brought back did not come back after that.
    try stage.screen.press("q")
    try stage.screen.waitFor { !$0.contains("1 of 5") }
    try stage.screen.press("C-o")
    try stage.screen.waitFor("1 of 5")
    try stage.letGo()
    try stage.screen.waitFor { $0.contains("Name:") && !$0.contains("1 of 5") }
    try stage.screen.pressCalmly("Enter") { $0.contains("<>") }
    // Then the questions come back.
    try stage.screen.waitFor("1 of 5")
    try stage.screen.press("C-c")
    try stage.screen.waitFor("Interrupted after")
  }

  /// What was to end the second of dropped keys stopped it again.
  @Test func aStopBeforeKeysArePassedStopsOnce() throws {
    let stage = try WhileTests.Stage(before: "", after: "printf 'Name:'; read x; echo \"<$x>\"")
    try stage.letGo()
    try stage.screen.waitFor { $0.contains("Name:") && !$0.contains("1 of 5") }
    try stage.screen.press("C-z")
    try stage.screen.waitFor("Stopped")
    try stage.screen.run("bg; sleep 1.5; jobs")
    try stage.screen.waitFor(#/Running .*memorize while/#)
  }

  /// Keys were lost after “bg” and “fg”; after SIGSTOP they were taken from the shell.
  @Test(arguments: [true, false]) func keysGoToWhoeverHasTheTerminal(isKey: Bool) throws {
    let desk = try Desk()
    let screen = try TmuxScreen(desk)
    let path = try desk.bus.files.write("job", "echo begin; read x; echo \"<$x>\"")
    try screen.start("memorize while --min 999 -- sh \(path)", until: "\nbegin\n")
    if isKey {
      try screen.press("C-z")
    } else {
      kill(try #require(try screen.program), SIGSTOP)
    }
    try screen.waitFor("Stopped")
    try screen.run("bg")
    try screen.run("expr 700 + 7")
    try screen.waitFor("\n707\n")
    try screen.run("fg")
    try screen.run("hello")
    try screen.waitFor("<hello>")
  }

  /// A script went on after Ctrl-C, and kept the terminal after Ctrl-Z.
  @Test func keysOfSignalsMeanTheScriptToo() throws {
    let desk = try Desk()
    let screen = try TmuxScreen(desk)
    let line = "memorize while --min 999 -- sh -c 'echo begin; exec sleep 999'; echo went on"
    let path = try desk.bus.files.write("script", line)
    try screen.start("sh \(path)", until: "\nbegin\n")
    try screen.press("C-c")
    let text = try screen.waitFor { $0.contains(/\n\$\s*$/) }
    #expect(!text.contains("went on"))
    try screen.start("sh \(path)", until: "\nbegin\n")
    try screen.press("C-z")
    try screen.waitFor("Stopped")
  }

  /// A passphrase was shown, or answered cards: GnuPG asked on the terminal that it was told of.
  @Test func gnuPGAsksOnTheTerminalOfTheCommand() throws {
    let stage = try WhileTests.Stage(
      before: "[ $GPG_TTY = $(tty) ] && echo same", after: "", shell: "export GPG_TTY=$(tty); ")
    try stage.letGo()
    try stage.screen.waitFor("Done after")
    #expect(try stage.lines(0) == ["same"])
  }

  /// It reads in a thread, but does not ask: it once kept all questions away, or they came and went.
  @Test(arguments: [(0.2, 0), (3, 0), (3, 0.5)])
  func aCommandThatReadsWhileItPrintsIsNotAsking(pause: Double, delay: Double) throws {
    let desk = try Desk.withNumbers()
    let screen = try TmuxScreen(desk)
    // It writes to this pipe once it has printed for six seconds, by which it is known to work. One that
    // begins late, as on a busy machine, has had a question before it reads, and a turn on the screen.
    let pipe = desk.bus.files.path("has-worked")
    try #require(mkfifo(pipe, 0o600) == 0)
    // In both directions, so that it need not wait for us.
    let lines = LineReader(open(pipe, O_RDWR | O_CLOEXEC))
    let path = try desk.bus.files.write(
      "job",
      """
      import itertools, sys, threading, time
      time.sleep(\(delay))
      threading.Thread(target=sys.stdin.read, daemon=True).start()
      for turn in itertools.count():
        print("at work", flush=True)
        if turn == \(Int(6 / pause)): open("\(pipe)", "w").write("worked\\n")
        time.sleep(\(pause))
      """)
    try screen.start(
      "memorize while --timeout 60 --min 0.1 -- /usr/bin/python3 \(path)", until: "1 of ")
    #expect(lines.next() == "worked")
    try screen.waitFor("1 of ")
    #expect(try !screen.isIn(.seconds(5)) { !$0.contains("1 of ") })
    try screen.press("C-c")
    try screen.waitFor("Interrupted after")
  }

  /// bash waits in select(2) then, and once it gave up behind a question.
  @Test func aCommandThatWaitsForALineOnlyForAWhileGetsTheScreen() throws {
    let stage = try WhileTests.Stage(
      before: "", after: #"exec bash -c 'read -t 99 -p "Go on? " x; echo "<$x>"'"#)
    try stage.letGo()
    try stage.screen.waitFor { $0.contains("Go on?") && !$0.contains("1 of ") }
    try stage.screen.pressCalmly("Enter") { $0.contains("<>") }
  }

  /// The place of the cursor came while keys were dropped, and was dropped with them.
  @Test func theTerminalsAnswersAreNotKeys() throws {
    let stage = try WhileTests.Stage(
      before: "",
      after: #"""
        exec /usr/bin/python3 -c '
        import os, tty
        tty.setraw(0)
        os.write(1, b"\x1b[6n")
        answer = os.read(0, 20)
        os.write(1, b"<" + answer[1:] + b">\r\n")'
        """#)
    try stage.letGo()
    try stage.screen.waitFor(#/<\[\d+;\d+R>/#)
  }
}
