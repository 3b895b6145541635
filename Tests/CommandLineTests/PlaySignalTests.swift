import Foundation
import TestSupport
import Testing

/// `memorize play` under every signal, and as a job of a shell.
@Suite(.timeLimit(.minutes(30))) struct PlaySignalTests {
  /// Signals that are seldom sent left the alternate screen and the reports of the mouse on.
  @Test func everySignalThatEndsAProgramPutsTheTerminalBack() throws {
    let desk = try Desk()
    for number in [
      SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGIO, SIGPWR, SIGSTKFLT, 34, 64,
    ] {
      let stage = try PlayTerminalTests.Stage(desk)
      stage.play.signal(number)
      #expect(stage.play.codeInTime == 128 + number)
      #expect(stage.terminal.isInItsUsualMode)
      stage.terminal.hangUp(after: "\u{1B}[?1049l")
      #expect(stage.terminal.text.contains("\u{1B}[?1006;1000l"))
    }
  }

  /// A signal that was ignored from the start, as by nohup(1), ended it all the same.
  @Test func anIgnoredSignalStaysSo() throws {
    let stage = try PlayTerminalTests.Stage(ignoring: "HUP USR1 TSTP 34")
    for number in [SIGHUP, SIGUSR1, SIGTSTP, 34] { stage.play.signal(number) }
    stage.terminal.write("q")
    #expect(stage.play.codeInTime == 0)
    #expect(stage.terminal.isInItsUsualMode)
  }

  /// After a stop that it had not been asked for the keys were echoed, and came line by line; and
  /// the rows of the shell were wiped, which had gone back to its own screen.
  @Test func itGoesOnAfterAStopByForce() throws {
    let (_, screen) = try PlayTests.playing()
    kill(try #require(try screen.program), SIGSTOP)
    try screen.waitFor("Stopped")
    try screen.run("tput rmcup; seq -f row%g 3")
    try screen.waitFor("row3")
    try screen.run("fg; echo \"over $?\"")
    try screen.waitFor { $0.contains("🎃 Halloween") && !$0.contains("row3") }
    try screen.press("5")
    try screen.waitFor("[5]")
    try screen.press("q")
    let text = try screen.waitFor("over 0")
    #expect(text.hasPrefix("before\n") && text.contains("row1\nrow2\nrow3\n"), "\(text)")
    #expect(try screen.state.hasPrefix("0 "))
  }

  /// A stopped job that was then ended took the terminal once more, or put it back if it was stopped
  /// by force, was stopped again by that, and never ended.
  @Test(arguments: [false, true]) func aStoppedJobIsEnded(byForce: Bool) throws {
    let (_, screen) = try PlayTests.playing()
    if byForce { kill(try #require(try screen.program), SIGSTOP) } else { try screen.press("C-z") }
    try screen.waitFor("Stopped")
    try screen.run("kill %1; until [ -z \"$(jobs -s)\" ]; do :; done; wait -f %1; echo \"job $?\"")
    #expect(try screen.waitFor("job 143").hasPrefix("before\n"))
    #expect(try screen.state.hasPrefix("0 "))
  }
}
