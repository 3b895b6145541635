import Foundation
import TestSupport
import Testing

@testable import Screens

/// Faces that `flip --peek` has hidden again must not stay readable on a terminal: neither on its
/// screen nor in its history, whatever is typed, resized or stopped meanwhile.
@Suite(.timeLimit(.minutes(30))) struct ScreenPeekTests {
  private let desk: Desk
  private let screen: TmuxScreen

  init() throws {
    desk = try Desk()
    try desk.memorize("new", "--theme", "Halloween", "--pairs", "8", "--seed", "42", "--quiet")
    screen = try TmuxScreen(desk)
  }

  /// Flips cards, and waits for the mismatch on the screen.
  private func peek(_ arguments: String) throws {
    try screen.start("memorize flip \(arguments)", until: "No match: ")
  }

  /// Waits for the end; all cards are down then, and of the faces nothing is left but those lines.
  private func isGone(code: Int32 = 0, leaving lines: [String] = []) throws {
    #expect(try screen.linesAfterEnd(code) == lines)
    #expect(try desk.up.isEmpty)
  }

  struct Peek: Sendable {
    var arguments = "2 3 --peek 100"
    var size = (80, 24)
    var resized: (Int, Int)?
    /// Pressed before Ctrl-C; nil if the time ends it.
    var keys: [String]? = []
  }

  @Test(arguments: [
    // Where the lines filled the screen, erasing them pushed them into the history.
    Peek(arguments: "2 3 --peek 0.6", keys: nil),
    Peek(arguments: "2 3 --peek 0.6", size: (40, 12), keys: nil),
    Peek(arguments: "2 3 --peek 0.6", size: (20, 5), keys: nil),
    // Lines above the last mismatch had left a small screen before they could be erased.
    Peek(arguments: "0 1 2 3 0 2 1 3 0 1 2 3 0 2 --peek 0.6", size: (80, 8), keys: nil),
    // Each Enter that was echoed left a line behind.
    Peek(keys: ["Enter", "Enter"]),
    // The lines were counted for the size that the terminal had first.
    Peek(resized: (100, 40)), Peek(resized: (80, 6)),
  ]) func nothingIsLeftInTheHistory(of peek: Peek) throws {
    try screen.resize(peek.size.0, peek.size.1)
    try self.peek(peek.arguments)
    if let (columns, rows) = peek.resized { try screen.resize(columns, rows) }
    for key in peek.keys.map({ $0 + ["C-c"] }) ?? [] { try screen.press(key) }
    try isGone(code: peek.keys == nil ? 0 : 130)
  }

  @Test func keysTypedMeanwhileAreForTheShell() throws {
    try peek("2 3 --peek 0.6")
    try screen.run("echo ahead")
    try screen.waitFor("\nahead\n$")
    #expect(try !screen.history.contains("No match"))
  }

  @Test func aStopEndsIt() throws {
    // What the shell showed was erased in place of the faces.
    try peek("2 3 --peek 100")
    try screen.press("C-z")
    try screen.waitFor("Stopped")
    #expect(try desk.up.isEmpty)
    try screen.run("echo hello")
    try screen.waitFor("\nhello\n$")
    try screen.run("fg")
    try screen.run("jobs; echo over")
    try screen.waitFor("\nover\n")
    let history = try screen.history
    #expect(history.contains("\nhello\n"))
    #expect(!history.contains("No match") && !history.contains(" up "))
    #expect(try screen.state.hasPrefix("0 "))
  }

  @Test func matchesStay() throws {
    try desk.deal()
    try peek("1 2 0 6 3 4 --peek 0.6")
    try isGone(leaving: ["match: lollipop, 1 of 4, score 2"])
  }

  @Test func aMismatchThatTheNextCardTurnsDownIsNotPrinted() throws {
    try desk.deal()
    try screen.start("memorize flip 1 2 0 --peek 100", until: "ended 0\n$")
    let history = try screen.history
    #expect(history.contains("0 up lollipop"))
    #expect(!history.contains("No match") && !history.contains("apple") && !history.contains("🍎"))
  }

  @Test func peekInTheBackgroundIsRefused() throws {
    // Faces and board got between what was typed, and stayed.
    try screen.run("memorize flip 2 3 --peek 1.5 & wait $!; echo \"ended $?\"")
    let text = try screen.waitFor("ended 2\n")
    #expect(text.contains("foreground"))
    #expect(!text.contains("No match"))
    #expect(try desk.up.isEmpty)
  }

  @Test func aTerminalOfOneScreenIsWiped() throws {
    try screen.tmux(["set-option", "-g", "alternate-screen", "off"])
    try screen.resize(60, 24)
    try peek("2 3 --peek 0.6")
    try screen.waitFor("ended 0\n$")
    let history = try screen.history
    #expect(!history.contains("No match") && !history.contains("│"))
  }
}
