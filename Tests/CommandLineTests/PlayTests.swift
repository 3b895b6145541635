import Foundation
import TestSupport
import Testing

/// `memorize play` as its user has it: on a terminal, with keys and mouse.
@Suite(.timeLimit(.minutes(30))) struct PlayTests {
  /// A screen with a seeded game of 8 cards; without colors the chosen card is in brackets.
  static func playing(
    columns: Int = 80, rows: Int = 24, terminal: String = "tmux-256color",
    with environment: [String: String] = [:], options: String = "--color never"
  ) throws -> (desk: Desk, screen: TmuxScreen) {
    let desk = try Desk()
    try desk.deal()
    let screen = try TmuxScreen(
      desk, columns: columns, rows: rows, terminal: terminal, with: environment)
    // The line of keys is drawn last.
    try screen.start("memorize play \(options)", until: "Enter turn up")
    return (desk, screen)
  }

  @Test func aWholeGameByKeys() throws {
    let (desk, screen) = try Self.playing()
    try screen.waitForState("1 7,7")
    // By arrows, by hjkl, by numbers.
    try screen.press("Enter")
    try screen.waitFor("Card 0: lollipop.")
    try screen.press("Right", "Space")
    let miss = try screen.waitFor("No match: 0 lollipop, 1 red apple.")
    #expect(miss.contains("🍭") && miss.contains("🍎"))
    try screen.press("c")
    #expect(try !screen.waitFor("The mismatch is face down.").contains("🍭"))
    try screen.press("h", "Enter", "j", "l", "l", "Enter")
    try screen.waitFor("A match: lollipop.")
    try screen.press("Home", "Enter")
    try screen.waitFor("Card 0 is already matched")
    try screen.press("1", "Enter", "5", "Enter", "2", "Enter", "4", "Enter", "3", "Enter")
    try screen.waitFor("Card 3: face screaming")
    try screen.press("End", "Enter")
    let won = try screen.waitFor("You have won")
    for part in ["score ", "moves ", "par "] {
      #expect(won.contains(part))
    }
    #expect(try desk.memorize("status", "--json").json.object("game").text("state") == "won")
    try screen.press("Enter")
    try screen.waitFor("The last match: ")
    try screen.press("q")
    #expect(try screen.linesAfterEnd(0).isEmpty)
  }

  /// What another program had written over the screen stayed there.
  ///
  /// After Ctrl-S the next drawing waited for Ctrl-Q, and SIGTERM with it.
  @Test func controlLDrawsAnewAndControlSStopsNothing() throws {
    let (desk, screen) = try Self.playing()
    let terminal = try screen.tmux(["display-message", "-p", "#{pane_tty}"])
    let outcome = try desk.shell("printf '\\033[HBroadcast message' >\(terminal)")
    #expect(outcome.code == 0)
    try screen.waitFor("Broadcast message")
    try screen.press("C-l")
    try screen.waitFor { !$0.contains("Broadcast") && $0.contains("Halloween") }
    try screen.press("C-s", "Right")
    try screen.waitFor("[1]")
    kill(try #require(try screen.program), SIGTERM)
    #expect(try screen.linesAfterEnd(143).isEmpty)
  }

  @Test func clicksInOneBurstAllCount() throws {
    // Of two clicks that came together only the last was taken, and the key after them waited.
    let (_, screen) = try Self.playing(columns: 33, rows: 14, terminal: "xterm-256color")
    try screen.type([5, 12, 19].map { "\u{1B}[<0;\($0);6M\u{1B}[<0;\($0);6m" }.joined() + "3")
    try screen.waitFor {
      $0.contains("1 move ") && $0.contains("Card 2: ") && $0.contains("[3]")
    }
  }

  @Test func columnsLineUpInTheCLocaleToo() throws {
    let (_, screen) = try Self.playing(columns: 33, rows: 14, with: ["LC_ALL": "C"])
    try screen.press("0", "Enter", "6", "Enter")
    let text = try screen.waitFor("A match")
    #expect(text.contains("\n ┆ 🍭  ┆ │  1  │ │  2  │ │  3  │\n"))
    #expect(text.contains("\n │  4  │ │  5  │▐┆ 🍭  ┆▌│  7  │\n"))
  }

  @Test func theWindowChangesInTheMiddleOfAGame() throws {
    let (desk, screen) = try Self.playing(columns: 200, rows: 60)
    try screen.press("0", "Enter")
    let large = try screen.waitFor("Card 0: lollipop.")
    try screen.resize(20, 6)
    let small = try screen.waitFor { $0.contains("0/4") && $0.contains("0>🍭") }
    #expect(small.contains("4    5    6    7"))
    try screen.press("6", "Enter")
    try screen.waitFor("A match: ")
    try screen.press("1", "Enter", "0", "Enter")
    try screen.resize(200, 60)
    #expect(large.split(separator: "\n").count > 18)
    // The whole screen: it is written in several parts.
    try screen.waitFor {
      $0.contains("1 of 4") && $0.contains("[0]") && $0.split(separator: "\n").count > 18
    }
    try screen.press("q")
    try screen.waitFor("ended 0")
    #expect(try screen.state.hasPrefix("0 "))
    #expect(try desk.memorize("status").output.contains("1 of 4 pairs"))
  }

  @Test func aStormOfSignalsLeavesTheScreenAsItWas() throws {
    let (_, screen) = try Self.playing()
    let program = try #require(try screen.program)
    for _ in 0..<500 { kill(program, SIGWINCH) }
    try screen.press("Right")
    try screen.waitFor("[1]")
    for _ in 0..<200 {
      kill(program, SIGWINCH)
      kill(program, SIGTERM)
    }
    #expect(try screen.linesAfterEnd(143).isEmpty)
  }

  @Test func theEndOfTheBusEndsPlay() throws {
    let (desk, screen) = try Self.playing()
    desk.bus.kill()
    let lines = try screen.linesAfterEnd(3)
    #expect(lines.joined().contains("The connection to the session bus was lost"))
  }

  @Test func theFirstStartOffersWhatThereIs() throws {
    let desk = try Desk()
    let screen = try TmuxScreen(desk)
    try screen.start("memorize play", until: "n   Start a game")
    try screen.press("d")
    try screen.waitFor("You have not played today's daily game yet.")
    try screen.press("Enter")
    try screen.waitFor("0 of 8 pairs")
    try screen.press("d")
    try screen.waitFor("This is today's daily game.")
    try screen.press("q")
    try screen.waitFor("ended 0")
  }

  /// A launcher's “New Game” must not abandon a game without asking.
  @Test func aNewGameIsStartedFromTheCommandLine() throws {
    let (desk, screen) = try Self.playing()
    func id() throws -> UInt64? {
      try desk.memorize("status", "--json").json.object("game").number("id").map(UInt64.init)
    }
    let first = try id()
    try screen.press("Enter")
    try screen.waitFor("Card 0: lollipop.")
    try screen.press("q")
    try screen.waitFor("ended 0")
    try screen.runCleared("memorize play --new; echo \"ended $?\"")
    try screen.waitFor("Start another game? [y/N]")
    try screen.run("n")
    try screen.waitFor("ended 5")
    #expect(try id() == first)
    try screen.runCleared("memorize play --new; echo \"ended $?\"")
    try screen.waitFor("Start another game? [y/N]")
    try screen.run("y")
    try screen.waitFor("Enter turn up")
    #expect(try id() != first)
    try screen.press("q")
    try screen.waitFor("ended 0")
    #expect(try desk.memorize("play", "--plain", "--new", "--daily").code == 2)
  }

  @Test func themesAndDecksAreChosenFromLists() throws {
    let (_, screen) = try Self.playing()
    try screen.press("t")
    try screen.waitFor { $0.contains("▌ 🎃 Halloween") && $0.contains("👻") }
    try screen.press("/")
    try screen.type("vehi")
    try screen.waitFor { $0.contains("▌ 🚗 Vehicles") && $0.contains("1 of 1 ") }
    try screen.press("Enter")
    try screen.waitFor { $0.contains("🚗 Vehicles   ") && $0.contains("Enter turn up") }
    // A card is up now, which would be lost.
    try screen.press("Enter", "n")
    try screen.waitFor("Abandon the current game?")
    try screen.press("Escape", "c")
    try screen.press("?")
    try screen.waitFor("q, Ctrl-C")
    try screen.press("Escape")
    try screen.waitFor("Enter turn up")
    // Practice was reached from the welcome alone, and nothing said where it had gone.
    try screen.press("p")
    try screen.waitFor { $0.contains("filter") && !$0.contains("Vehicles") }
    try screen.press("Escape", "q")
    #expect(try screen.linesAfterEnd(0).isEmpty)
  }

  @Test func aTerminalThatCannotBePlayedOnIsRefused() throws {
    let desk = try Desk()
    let piped = try desk.memorize("play")
    #expect(piped.code == 2)
    #expect(piped.errors.contains("play --plain"))
    #expect(try desk.memorize("play", "--json").code == 2)
    let screen = try TmuxScreen(desk)
    try screen.run("TERM=nonsense memorize play; echo \"ended $?\"")
    try screen.waitFor { $0.contains("“nonsense” is not known") && $0.contains("ended 2") }
    try screen.runCleared(
      "DBUS_SESSION_BUS_ADDRESS=unix:path=/none memorize play; echo \"ended $?\"")
    try screen.waitFor("ended 3")
    #expect(try screen.state.hasPrefix("0 "))
  }
}
