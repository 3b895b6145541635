import Foundation
import TestSupport
import Testing

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

  /// What is on the screen and above it.
  private var history: [String] {
    get throws {
      try screen.tmux(["capture-pane", "-p", "-S", "-"]).split(separator: "\n").map(String.init)
    }
  }

  /// Flips those cards on a screen of that size, and waits for the mismatch that it shows.
  private func peek(_ arguments: String, _ columns: Int = 80, _ rows: Int = 24) throws {
    try screen.resize(columns, rows)
    // A narrow screen would break the line that is typed.
    try screen.run("alias peek='memorize flip \(arguments); echo \"ended $?\"'")
    try screen.run("clear; stty -g >\"$XDG_RUNTIME_DIR/before\"; echo before")
    try screen.waitFor { $0.hasPrefix("before\n$") }
    try screen.run("peek")
    try screen.waitFor("miss: ")
  }

  /// Waits for the end; all cards are down then, and of the faces nothing is left but those lines.
  private func isGone(code: Int32 = 0, leaving lines: [String] = []) throws {
    try screen.waitFor("ended \(code)\n$")
    #expect(try history == ["before", "$ peek"] + lines + ["ended \(code)", "$"])
    #expect(try screen.state.hasPrefix("0 "))
    #expect(try desk.up.isEmpty)
    try screen.run("stty -g | diff - \"$XDG_RUNTIME_DIR/before\" && echo same")
    try screen.waitFor("\nsame\n")
  }

  @Test(arguments: [(80, 24), (40, 12), (20, 5)])
  func nothingIsLeftInTheHistory(columns: Int, rows: Int) throws {
    // Where the lines filled the screen, erasing them pushed them into the history.
    try peek("2 3 --peek 0.6", columns, rows)
    try isGone()
  }

  @Test func keysDoNotMoveIt() throws {
    // Each Enter that was echoed left a line behind.
    try peek("2 3 --peek 100")
    try screen.press("Enter", "Enter")
    try screen.press("C-c")
    try isGone(code: 130)
  }

  @Test func whatIsTypedMeanwhileIsForTheShell() throws {
    try peek("2 3 --peek 0.6")
    try screen.run("echo ahead")
    try screen.waitFor("\nahead\n$")
    #expect(try !history.contains { $0.contains("miss") })
  }

  @Test(arguments: [(100, 40), (80, 6)])
  func anotherSizeDoesNotMoveIt(columns: Int, rows: Int) throws {
    // The lines were counted for the size that the terminal had first.
    try peek("2 3 --peek 100")
    try screen.resize(columns, rows)
    try screen.press("C-c")
    try isGone(code: 130)
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
    let history = try history
    #expect(history.contains("hello"))
    #expect(!history.contains { $0.contains("miss") || $0.contains(" up ") })
    #expect(try screen.state.hasPrefix("0 "))
  }

  @Test func manyCardsLeaveNothing() throws {
    // Lines above the last mismatch had left a small screen before they could be erased.
    try peek("0 1 2 3 0 2 1 3 0 1 2 3 0 2 --peek 0.6", 80, 8)
    try isGone()
  }

  @Test func matchesStay() throws {
    try desk.deal()
    try peek("1 2 0 6 3 4 --peek 0.6")
    try isGone(leaving: ["match: lollipop, 1 of 4, score 2"])
  }

  @Test func aMismatchThatIsTurnedDownByTheNextCardIsNotToldOf() throws {
    try desk.deal()
    try screen.run("memorize flip 1 2 0 --peek 100; echo \"ended $?\"")
    try screen.waitFor("ended 0\n$")
    let history = try history.joined(separator: "\n")
    #expect(history.contains("0 up lollipop"))
    #expect(!history.contains("miss") && !history.contains("apple") && !history.contains("🍎"))
  }

  @Test func theBackgroundIsRefused() throws {
    // Faces and board got between what was typed, and stayed.
    try screen.run("memorize flip 2 3 --peek 1.5 & wait $!; echo \"ended $?\"")
    let text = try screen.waitFor("ended 2\n")
    #expect(text.contains("foreground"))
    #expect(!text.contains("miss"))
    #expect(try desk.up.isEmpty)
  }

  @Test func aTerminalOfOneScreenIsWiped() throws {
    try screen.tmux(["set-option", "-g", "alternate-screen", "off"])
    try peek("2 3 --peek 0.6", 60, 24)
    try screen.waitFor("ended 0\n$")
    let history = try history
    #expect(!history.contains { $0.contains("miss") || $0.contains("│") })
  }
}
