import Foundation
import TestSupport
import Testing

/// `flip --peek` must leave no mismatch up, whenever a signal comes, and wherever nothing can be
/// written.
@Suite(.timeLimit(.minutes(30))) struct PeekTests {
  private let desk: Desk

  init() throws {
    desk = try Desk()
    try desk.deal()
  }

  /// Starts `flip` while the daemon is stopped, and waits until it takes signals: its call is on
  /// its way then.
  private func flipUnanswered(_ arguments: String...) throws -> Child {
    desk.daemon?.signal(SIGSTOP)
    let flip = try desk.start(["flip"] + arguments)
    let path = "/proc/\(flip.identifier)/status"
    while flip.isRunning {
      let status = try String(contentsOfFile: path, encoding: .utf8)
      if !status.contains(/SigBlk:\s*0+\n/) { break }
      sched_yield()
    }
    return flip
  }

  @Test func aLaterMoveIsNotTurnedDown() throws {
    let peek = try desk.start(["flip", "0", "1", "--peek", "0.6", "--plain"])
    #expect(peek.output.waits(for: "miss"))
    try desk.memorize("flip", "2", "3", "--quiet")
    #expect(peek.wait() == 0)
    #expect(peek.output.next() == nil)
    #expect(try desk.up == [2, 3])
  }

  /// Runs `flip 0 1` in a terminal, and returns its output.
  private func flipInATerminal(
    _ options: [String], then: (Child, PseudoTerminal) throws -> Void
  ) throws -> (code: Int32, text: String) {
    let terminal = try PseudoTerminal()
    let flip = try desk.start(["flip", "0", "1"] + options, output: terminal.inside)
    try then(flip, terminal)
    return (flip.wait(), terminal.text)
  }

  /// Leaves the alternate screen.
  private let leaving = "\u{1B}[?1049l"

  /// Whether only modes are written after the alternate screen.
  private func isLeft(_ text: String) -> Bool {
    guard let end = text.ranges(of: leaving).last else { return false }
    return text[end.upperBound...].replacing(/\u{1B}(\[[0-9;?]* ?[A-Za-z]|>)/, with: "").isEmpty
  }

  /// The faces were wiped, but stayed up in the game; seldom signals left even the page.
  @Test(
    arguments: [SIGINT, SIGHUP, SIGQUIT, 64], [false, true])
  func aSignalEndsItAfterConcealing(number: Int32, isPlain: Bool) throws {
    let options = ["--peek", "100"] + (isPlain ? ["--plain"] : [])
    let (code, text) = try flipInATerminal(options) { flip, terminal in
      terminal.read { $0.contains(isPlain ? "miss: " : "No match: ") }
      flip.signal(number)
      terminal.read { $0.contains(isPlain ? "concealed\r\n" : leaving) }
    }
    #expect(code == 128 + number)
    #expect(isPlain ? text.hasSuffix("concealed\r\n") : isLeft(text))
    // Screen readers get no cursor addressing.
    #expect(text.contains("\u{1B}") != isPlain)
    #expect(try desk.up.isEmpty)
  }

  @Test func aSignalDoesNotWaitForAServiceThatHangs() throws {
    let (code, text) = try flipInATerminal(["--peek", "100", "--timeout", "90"]) {
      $1.read { $0.contains("No match: ") }
      desk.daemon?.signal(SIGSTOP)
      let start = ContinuousClock.now
      $0.signal(SIGINT)
      $0.wait()
      $1.read { $0.contains(leaving) }
      #expect(start.duration(to: .now) < .seconds(30))
    }
    #expect(code == 130)
    #expect(isLeft(text))
    desk.daemon?.signal(SIGCONT)
  }

  /// A mismatch stayed up where its line had no reader, or no room.
  @Test(arguments: ["--plain", "--json"]) func aMismatchThatCannotBePrintedIsTurnedDown(
    form: String
  ) throws {
    try desk.memorize("flip", "0", "--quiet")
    let (reading, writing) = try Child.pipe()
    close(reading)
    let unread = try desk.start(["flip", "1", "--peek", "1000", form], output: writing)
    close(writing)
    #expect(unread.codeInTime == 0)
    #expect(try desk.up.isEmpty)
    let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
    defer { close(full) }
    try desk.memorize("flip", "0", "--quiet")
    let roomless = try desk.start(["flip", "1", "--peek", "1000", form], output: full)
    #expect(roomless.codeInTime == 1)
    #expect(try desk.up.isEmpty)
  }

  /// On a terminal that stood still, only SIGKILL ended it.
  @Test(arguments: [[], ["--plain"]])
  func aFrozenTerminalDoesNotKeepASignalOut(options: [String]) throws {
    let terminal = try PseudoTerminal()
    try desk.memorize("flip", "0", "--quiet")
    terminal.freeze()
    let flip = try desk.start(["flip", "1", "--peek", "1000"] + options, output: terminal.inside)
    try desk.memorize("wait", "mismatched", "--since", "1", "--timeout", "60")
    flip.signal(SIGINT)
    #expect(flip.codeInTime == 128 + SIGINT)
    #expect(try desk.up.isEmpty)
    #expect(terminal.isInItsUsualMode)
    // What was not yet written is not written any more.
    terminal.advance()
    terminal.write("\u{4}over\n")
    terminal.read { $0.contains("over") }
    #expect(!terminal.text.contains("miss: ") && !terminal.text.contains("No match"))
    #expect(!terminal.text.contains("\u{1B}"))
  }

  /// A terminal that stood still held the flip up, or kept the mismatch face up; also one that
  /// nobody can open again, so that the program has only its own descriptor.
  @Test(arguments: [true, false], [true, false])
  func aFrozenTerminalDelaysNothing(fromTheStart: Bool, opensAgain: Bool) throws {
    let watch = try desk.watch()
    #expect(watch.output.next() != nil)
    let terminal = try PseudoTerminal()
    if fromTheStart { terminal.freeze() }
    if !opensAgain { terminal.excludeOthers() }
    let withoutRights = ["setpriv", "--bounding-set=-sys_admin", "--inh-caps=-sys_admin"]
    let program = opensAgain || geteuid() != 0 ? ["env"] : withoutRights
    let flip = try Child(
      program[0],
      program.dropFirst() + [Programs.memorize, "flip", "0", "1", "--peek", "0.5"],
      environment: desk.environment, output: terminal.inside)
    if !fromTheStart {
      terminal.read { $0.contains("No match: ") }
      terminal.freeze()
    }
    #expect(watch.output.waits(for: "concealed"))
    terminal.advance()
    if !fromTheStart { terminal.read { $0.contains("\u{1B}[?1049l") } }
    #expect(flip.codeInTime == 0)
    #expect(terminal.isInItsUsualMode)
  }

  /// A signal that came when the time was over, but before the answer, left the mismatch up.
  @Test(arguments: [SIGINT, SIGUSR1]) func theEndIsNotInterrupted(number: Int32) throws {
    let terminal = try PseudoTerminal()
    let flip = try desk.start(["flip", "0", "1", "--peek", "0.2"], output: terminal.inside)
    terminal.read { $0.contains("No match: ") }
    desk.daemon?.signal(SIGSTOP)
    terminal.read { $0.contains("\u{1B}[?1049l") }
    flip.signal(number)
    desk.daemon?.signal(SIGCONT)
    #expect(flip.codeInTime == 128 + number)
    #expect(try desk.up.isEmpty)
  }

  /// A signal that came while the move was on its way left the mismatch up.
  @Test func theMoveIsNotInterrupted() throws {
    try desk.memorize("flip", "0", "--quiet")
    let flip = try flipUnanswered("1", "--peek", "1000", "--plain")
    flip.signal(SIGINT)
    desk.daemon?.signal(SIGCONT)
    #expect(flip.codeInTime == 128 + SIGINT)
    #expect(try desk.up.isEmpty)
  }

  /// A signal must not wait for a service that hangs in the move.
  @Test func aMoveThatHangsEndsSoon() throws {
    let flip = try flipUnanswered("0", "1", "--peek", "1000", "--timeout", "1000")
    defer { desk.daemon?.signal(SIGCONT) }
    flip.signal(SIGTERM)
    #expect(flip.codeInTime == 128 + SIGTERM)
  }
}
