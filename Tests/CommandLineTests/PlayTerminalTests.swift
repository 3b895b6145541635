import Foundation
import TestSupport
import Testing

/// `memorize play` on terminals that stand still, vanish or can do little.
@Suite(.timeLimit(.minutes(30))) struct PlayTerminalTests {
  /// A game on a terminal that only the test reads.
  final class Stage {
    let desk: Desk
    let terminal: PseudoTerminal
    let play: Child

    /// Plays a seeded game of 8 cards, and reads the first drawing.
    init(
      _ desk: Desk? = nil, on name: String = "xterm-256color", options: [String] = [],
      ignoring signals: String = "", with more: [String: String] = [:]
    ) throws {
      let desk = try desk ?? Desk()
      self.desk = desk
      try desk.deal()
      terminal = try PseudoTerminal()
      play = try Child(
        "setsid",
        ["--ctty", "sh", "-c", "trap '' \(signals); exec \"$@\"", "sh", Programs.memorize, "play"]
          + options,
        environment: desk.environment.merging(["TERM": name, "COLUMNS": "", "LINES": ""]) { $1 }
          .merging(more) { $1 },
        input: terminal.inside, output: terminal.inside)
      terminal.read { $0.contains("turn up") }
      #expect(!terminal.isInItsUsualMode)
    }

    /// By another client.
    func flip(_ cards: [String]) throws {
      let other = try desk.memorize(["flip", "--quiet"] + cards)
      #expect(other.code == 0)
    }
  }

  /// On a terminal that took nothing any more no signal ended it.
  @Test func aFrozenTerminalDoesNotKeepASignalOut() throws {
    let desk = try Desk()
    for number in [SIGTERM, SIGHUP, SIGINT, SIGQUIT] {
      let stage = try Stage(desk)
      stage.terminal.freeze()
      let flips = (0..<100).flatMap { _ in ["0", "1", "2", "3"] }
      try stage.flip(flips)
      stage.play.signal(number)
      #expect(stage.play.codeInTime == 128 + number)
      #expect(stage.terminal.isInItsUsualMode)
    }
  }

  /// Nor one that comes while it is left.
  @Test func aSignalEndsTheWaitingForATerminalThatIsLeft() throws {
    let stage = try Stage()
    stage.terminal.freeze()
    try stage.flip(["0"])
    stage.terminal.write("q")
    stage.play.signal(SIGTERM)
    #expect(stage.play.codeInTime == 128 + SIGTERM)
    #expect(stage.terminal.isInItsUsualMode)
  }

  /// All that had happened while a terminal was stopped was drawn afterward, frame by frame, and the
  /// bus waited.
  @Test func aTerminalThatGoesOnGetsTheLatestStateOnly() throws {
    let stage = try Stage(options: ["--conceal-after", "1"])
    stage.terminal.freeze()
    let start = stage.terminal.text.count
    try stage.flip((0..<250).flatMap { _ in ["0", "1", "2", "3"] })
    // The last mismatch is face down, so everything before it has been read.
    let game = try stage.desk.memorize("board", "--json").json.object("game")
    if game.objects("cards").contains(where: { $0.text("state") == "up" }) {
      try stage.desk.memorize("wait", "changed", "--since", "\(game.number("revision") ?? 0)")
    }
    stage.terminal.advance()
    stage.terminal.read { $0.contains(/moves +\u{1B}\[1m500\u{1B}/) }
    stage.terminal.write("q")
    stage.terminal.read { $0.contains("\u{1B}[?1049l") }
    // Their number stands once in a frame.
    let frames = stage.terminal.text.dropFirst(start).components(separatedBy: "moves  ").count
    #expect(frames < 10)
    #expect(stage.play.codeInTime == 0)
    #expect(stage.terminal.isInItsUsualMode)
  }

  /// Who leaves while the terminal stands still must not find the board on it when it goes on.
  @Test func aFrozenTerminalIsPutBackWhenItGoesOn() throws {
    let stage = try Stage()
    stage.terminal.freeze()
    stage.terminal.write("q")
    while !stage.terminal.isInItsUsualMode { sched_yield() }
    stage.terminal.advance()
    stage.terminal.read { $0.contains("\u{1B}[?1049l") }
    #expect(stage.play.codeInTime == 0)
  }

  /// A program that lost its terminal must not stay for ever.
  @Test func aTerminalThatIsGoneEndsIt() throws {
    let stage = try Stage()
    stage.terminal.hangUp()
    #expect(stage.play.codeInTime == 128 + SIGHUP)
  }

  /// Keys that were typed ahead for the shell were taken for a terminal that is gone.
  @Test func whatIsTypedAheadForTheShellIsItsOwn() throws {
    let (_, screen) = try PlayTests.playing()
    try screen.press("C-z", "f", "g", "Enter")
    try screen.waitFor { $0.contains("🎃 Halloween") && !$0.contains("Stopped") }
    try screen.press("5")
    try screen.waitFor("[5]")
  }

  /// Without an alternate screen the faces stayed behind, and went into the scrollback.
  @Test(arguments: ["linux", "vt100", "ansi"])
  func facesDoNotStayOnATerminalWithoutAnotherScreen(name: String) throws {
    let (_, screen) = try PlayTests.playing(columns: 60, rows: 14, terminal: name)
    try screen.press("2", "Enter", "3", "Enter")
    try screen.waitFor("No match: ")
    try screen.resize(70, 20)
    try screen.waitFor { $0.contains("candy") && $0.count { $0 == "\n" } > 14 }
    try screen.press("C-z")
    let stopped = try screen.waitFor("Stopped")
    #expect(!stopped.contains("🍬") && !stopped.contains("candy"))
    try screen.run("fg; echo \"over $?\"")
    try screen.waitFor("No match: ")
    try screen.press("q")
    try screen.waitFor("over 0")
    let all = try screen.history
    #expect(!all.contains("🍬") && !all.contains("candy"), "\(all)")
  }

  /// A terminal that has no colors was sent those of the sixteen.
  @Test func aTerminalWithoutColorsGetsNone() throws {
    let color = /\u{1B}\[[0-9;]*([349][0-7]|8;5;[0-9]+)m/
    let desk = try Desk()
    for (name, environment) in [
      ("vt100", [:]), ("vt220", [:]), ("xterm-mono", [:]), ("xterm-256color", ["NO_COLOR": "1"]),
    ] {
      let stage = try Stage(desk, on: name, with: environment)
      #expect(!stage.terminal.text.contains(color))
      let colored = try Stage(desk, on: name, options: ["--color", "always"], with: environment)
      #expect(colored.terminal.text.contains(color))
    }
  }

  /// The digits within a sequence that is not known chose a card.
  @Test func sequencesThatAreNotKnownDoNothing() throws {
    // This terminal does not describe the mouse either.
    let (_, screen) = try PlayTests.playing(terminal: "linux")
    for sequence in ["\u{1B}[15;9~", "\u{1B}O5z", "\u{1B}[?5u", "\u{1B}[<0;5;6M"] {
      try screen.type(sequence)
      try screen.press("Right")
      let text = try screen.waitFor { !$0.contains("[0]") }
      #expect(text.contains("[1]"), "\(text)")
      try screen.press("Left")
      try screen.waitFor("[0]")
    }
  }

  // MARK: - Signals, and a job of a shell

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
