import Foundation
import TestSupport
import Testing

/// `memorize play` under every signal, and as a job of a shell.
@Suite(.timeLimit(.minutes(30))) struct PlaySignalTests {
  /// Signals that are seldom sent left the alternate screen and the reports of the mouse on.
  @Test(arguments: [
    SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGIO, SIGPWR, SIGSTKFLT, 34, 64,
  ]) func everySignalThatEndsAProgramPutsTheTerminalBack(number: Int32) throws {
    let stage = try PlayTerminalTests.Stage()
    stage.play.signal(number)
    #expect(stage.code == 128 + number)
    #expect(stage.terminal.isInItsUsualMode)
    stage.terminal.hangUp(after: "\u{1B}[?1049l")
    #expect(stage.terminal.text.contains("\u{1B}[?1006;1000l"))
  }

  /// What was to be ignored from the start, as by nohup(1), ended it all the same.
  @Test func whatIsIgnoredStaysSo() throws {
    let stage = try PlayTerminalTests.Stage(ignoring: "HUP USR1 TSTP 34")
    for number in [SIGHUP, SIGUSR1, SIGTSTP, 34] { stage.play.signal(number) }
    stage.terminal.write("q")
    #expect(stage.code == 0)
    #expect(stage.terminal.isInItsUsualMode)
  }

  /// After a stop that it had not been asked for the keys were echoed, and came line by line.
  @Test func itGoesOnAfterAStopByForce() throws {
    let (_, screen) = try PlayTests.playing()
    kill(try #require(try screen.program), SIGSTOP)
    try screen.waitFor("Stopped")
    try screen.run("fg; echo \"over $?\"")
    try screen.waitFor { $0.hasPrefix("🎃 Halloween") && !$0.contains("Stopped") }
    try screen.press("5")
    try screen.waitFor("[5]")
    try screen.press("q")
    #expect(try screen.waitFor("over 0").hasPrefix("before\n"))
    #expect(try screen.state.hasPrefix("0 "))
  }

  /// After a stop by force the rows of the shell were wiped, which had gone back to its own screen.
  @Test func theShellsRowsStayAfterAStopByForce() throws {
    let (_, screen) = try PlayTests.playing()
    kill(try #require(try screen.program), SIGSTOP)
    try screen.waitFor("Stopped")
    try screen.run("tput rmcup; seq -f row%g 3")
    try screen.waitFor("row3")
    try screen.run("fg; echo \"over $?\"")
    try screen.waitFor { $0.hasPrefix("🎃 Halloween") && !$0.contains("row3") }
    try screen.press("q")
    let text = try screen.waitFor("over 0")
    #expect(text.hasPrefix("before\n") && text.contains("row1\nrow2\nrow3\n"), "\(text)")
  }

  /// A job that was ended while it was stopped took the terminal once more, and was stopped again.
  @Test func aStoppedJobIsEnded() throws {
    let (_, screen) = try PlayTests.playing()
    try screen.press("C-z")
    try screen.waitFor("Stopped")
    try screen.run("kill %1; until [ -z \"$(jobs -s)\" ]; do :; done; wait -f %1; echo \"job $?\"")
    #expect(try screen.waitFor("job 143").hasPrefix("before\n"))
  }

  /// A job that was stopped by force and then ended was stopped once more as it put the terminal back,
  /// and never ended.
  @Test func aJobThatWasStoppedByForceIsEnded() throws {
    let (_, screen) = try PlayTests.playing()
    kill(try #require(try screen.program), SIGSTOP)
    try screen.waitFor("Stopped")
    try screen.run("kill %1; until [ -z \"$(jobs -s)\" ]; do :; done; wait -f %1; echo \"job $?\"")
    #expect(try screen.waitFor("job 143").hasPrefix("before\n"))
    #expect(try screen.state.hasPrefix("0 "))
  }
}
