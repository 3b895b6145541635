import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(30))) struct PeekTests {
  private func states(_ desk: Desk) throws -> [String] {
    let game = try desk.memorize("board", "--json").json.object("game")
    return game.objects("cards").map { $0.text("state") ?? "" }
  }

  @Test func aMismatchIsTurnedDown() throws {
    let desk = try Desk()
    try desk.deal()
    let plain = try desk.memorize("flip", "0", "1", "--peek", "0.05", "--plain")
    #expect(plain.output == "0 up lollipop\nmiss: 0 lollipop, 1 red apple\nconcealed")
    let text = try desk.memorize("flip", "0", "1", "--peek", "0.05")
    #expect(text.output.contains("🍎"))
    #expect(text.output.hasSuffix("\nconcealed"))
    #expect(!text.output.contains("\u{1B}"))
    let json = try desk.memorize("flip", "0", "1", "--peek", "0.05", "--json")
    #expect(json.json.objects("flips").map { $0.text("outcome") } == ["turned-up", "mismatched"])
    #expect(try desk.memorize("flip", "0", "1", "--peek", "0.05", "--quiet").output.isEmpty)
    #expect(try states(desk).allSatisfy { $0 == "down" })
  }

  @Test func nothingElseIsTurnedDown() throws {
    let desk = try Desk()
    try desk.deal()
    // Had it waited, the time limit of this suite would pass.
    let pair = try desk.memorize("flip", "0", "6", "1", "--peek", "100", "--plain")
    #expect(pair.output.hasSuffix("1 up red apple"))
    // A refusal leaves the mismatch on show, and is still told.
    let refused = try desk.memorize("flip", "2", "1", "--peek", "0.05", "--plain")
    #expect(refused.code == 5)
    #expect(refused.output == "miss: 1 red apple, 2 candy\nconcealed")
  }

  @Test func whatSomebodyElseMovedIsLeft() throws {
    let desk = try Desk()
    try desk.deal()
    let peek = try Child(
      Programs.memorize, ["flip", "0", "1", "--peek", "0.6", "--plain"],
      environment: desk.environment)
    #expect(peek.output.waits(for: "miss"))
    try desk.memorize("flip", "2", "3", "--quiet")
    #expect(peek.wait() == 0)
    #expect(peek.output.next() == nil)
    #expect(try states(desk) == ["down", "down", "up", "up", "down", "down", "down", "down"])
  }

  /// Runs `flip 0 1` in a terminal, and answers what it wrote.
  private func flipInATerminal(
    _ desk: Desk, _ options: [String], then: (Child, PseudoTerminal) throws -> Void
  ) throws -> (code: Int32, text: String) {
    let terminal = try PseudoTerminal()
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(terminal.inside, UInt(TIOCSWINSZ), &size)
    let flip = try Child(
      Programs.memorize, ["flip", "0", "1"] + options, environment: desk.environment,
      output: terminal.inside)
    try then(flip, terminal)
    return (flip.wait(), terminal.text)
  }

  /// How the program leaves the alternate screen.
  private let leaving = "\u{1B}[?1049l"

  /// Whether nothing but modes is written after the alternate screen.
  private func isLeft(_ text: String) -> Bool {
    guard let end = text.ranges(of: leaving).last else { return false }
    return text[end.upperBound...].replacing(/\u{1B}(\[[0-9;?]*[A-Za-z]|>)/, with: "").isEmpty
  }

  @Test func aTerminalIsLeftAsItWas() throws {
    let desk = try Desk()
    try desk.deal()
    let (code, text) = try flipInATerminal(desk, ["--peek", "0.05"]) {
      $1.read { $0.contains(leaving) }
      $0.wait()
      #expect($1.isInItsUsualMode)
    }
    #expect(code == 0)
    // Nothing is told before the alternate screen is there, nor after it.
    #expect(text.hasPrefix("\u{1B}[?1049h"))
    #expect(isLeft(text))
    #expect(text.contains("miss: 0 lollipop, 1 red apple"))
    #expect(text.contains("Halloween"))
    #expect(try states(desk).allSatisfy { $0 == "down" })
  }

  @Test func whatIsTypedIsNotEchoedMeanwhile() throws {
    let desk = try Desk()
    try desk.deal()
    _ = try flipInATerminal(desk, ["--peek", "100"]) { flip, terminal in
      terminal.read { $0.contains("miss: ") }
      #expect(!terminal.isInItsUsualMode)
      flip.signal(SIGHUP)
      terminal.read { $0.contains(leaving) }
      #expect(flip.wait() == 128 + SIGHUP)
      #expect(terminal.isInItsUsualMode)
    }
  }

  @Test func aBoardThatDoesNotFitIsNotShown() throws {
    let desk = try Desk()
    try desk.memorize("new", "--theme", "Halloween", "--pairs", "all", "--seed", "42", "--quiet")
    let small = try PseudoTerminal()
    var size = winsize(ws_row: 5, ws_col: 20, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(small.inside, UInt(TIOCSWINSZ), &size)
    let flip = try Child(
      Programs.memorize, ["flip", "0", "1", "--peek", "0.05"], environment: desk.environment,
      output: small.inside)
    small.read { $0.contains(leaving) }
    #expect(flip.wait() == 0)
    #expect(small.text.contains("miss: "))
    #expect(!small.text.contains("Page"))
  }

  /// The faces were wiped, but stayed up in the game; seldom signals left even the page.
  @Test(
    arguments: [SIGINT, SIGHUP, SIGQUIT, 64], [false, true])
  func aSignalEndsItAfterConcealing(number: Int32, isPlain: Bool) throws {
    let desk = try Desk()
    try desk.deal()
    let options = ["--peek", "100"] + (isPlain ? ["--plain"] : [])
    let (code, text) = try flipInATerminal(desk, options) { flip, terminal in
      terminal.read { $0.contains("miss: ") }
      flip.signal(number)
      terminal.read { $0.contains(isPlain ? "concealed\r\n" : leaving) }
    }
    #expect(code == 128 + number)
    #expect(isPlain ? text.hasSuffix("concealed\r\n") : isLeft(text))
    #expect(try states(desk).allSatisfy { $0 == "down" })
  }

  @Test func aSignalDoesNotWaitForAServiceThatHangs() throws {
    let desk = try Desk()
    try desk.deal()
    let (code, text) = try flipInATerminal(desk, ["--peek", "100", "--timeout", "90"]) {
      $1.read { $0.contains("miss: ") }
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

  @Test func screenReadersGetNoCursorAddressing() throws {
    let desk = try Desk()
    try desk.deal()
    let (code, text) = try flipInATerminal(desk, ["--peek", "0.05", "--plain"]) {
      $1.read { $0.contains("concealed") }
    }
    #expect(code == 0)
    #expect(!text.contains("\u{1B}"))
  }
}
