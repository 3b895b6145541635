import Foundation
import TestSupport
import Testing

/// `memorize play --plain` through pipes, as a screen reader's terminal would have it.
@Suite(.timeLimit(.minutes(30))) struct PlainPlayTests {
  private let desk: Desk

  init() throws {
    desk = try Desk()
    try desk.deal()
  }

  /// `row` counted columns that no board has: of 18 cards 9, while they were drawn in rows of 6.
  @Test func rowsAreThoseOfTheDrawnBoard() throws {
    for pairs in [2, 9, 20, 40] {
      try desk.memorize("new", "Everything", "--pairs", "\(pairs)", "--quiet")
      let drawn = try desk.memorize("board", "--color", "never").output
      // A card that is down shows its number alone between its borders.
      let first = try #require(
        drawn.split(separator: "\n").map { $0.matches(of: /\d+/).count }.first { $0 > 0 })
      let dialogue = try Dialogue(desk, ["play", "--plain"])
      _ = dialogue.next
      dialogue.type("row 1")
      let row = try #require(dialogue.next)
      #expect(row.split(separator: ",").count == first, "\(row)\n\(drawn)")
    }
  }

  // `play Sea`, the first words of a new user, were wrong usage.
  @Test func playTakesWhatNewTakes() throws {
    let lines = [
      (["Sea"], "Sea: 0 of …"), (["sea", "--pairs", "4"], "Sea: 0 of 4 pairs, …"),
      (["--seed", "5", "Halloween", "--pairs=3"], "Halloween: 0 of 3 pairs, …"),
      (["--players", "Ada, Grace", "Sky"], "Sky: …; Ada 0, Grace 0; Ada's turn"),
      (
        ["--player", "Bob", "--player", "Eve", "--scoring", "timed"], "…; Bob 0, Eve 0; Bob's turn"
      ),
      (["Sky", "--against", "3", "--player", "Bob"], "Sky: …; Bob 0, Bot 3 0; Bob's turn"),
    ]
    for (words, line) in lines {
      let outcome = try desk.memorize(["play", "--plain"] + words)
      #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(words)")
      let parts = line.split(separator: "…").map(String.init)
      #expect(parts.allSatisfy(outcome.output.contains), "\(words): \(outcome.output)")
    }
    // It asks, or is told not to.
    try desk.memorize("flip", "0", "--quiet")
    let refused = try desk.memorize("play", "--plain", "Sea")
    #expect(refused.code == 5 && refused.errors.contains("A game of Sky is in progress"))
    #expect(try desk.memorize("play", "--plain", "Sea", "--yes").output.hasPrefix("Sea: 0 of "))
    for wrong in [
      ["Sea", "Sky"], ["Sea", "--daily"], ["Sea", "--theme", "Sky"], ["--pairs", "1"],
    ] {
      #expect(try desk.memorize(["play", "--plain"] + wrong).code == 2, "\(wrong)")
    }
    #expect(try desk.memorize("play", "--plain", "Seaa").errors.contains("Sea"))
  }

  /// Today's daily game must not be left by one line.
  @Test func theDailyGameIsLeftByALineTypedTwice() throws {
    try desk.memorize("new", "--daily", "--quiet")
    let dialogue = try Dialogue(desk, ["play", "--plain"])
    _ = dialogue.next
    dialogue.type("new Sea", expecting: "a daily game is in progress: …")
    dialogue.type("up", expecting: "no cards up")
    dialogue.type("new Sea", expecting: "a daily game is in progress: …")
    dialogue.type("new Sea", expecting: "started: Sea, …")
    dialogue.type("daily", expecting: "started: …")
    dialogue.end()
    #expect(dialogue.program.wait() == 0)
    #expect(try desk.memorize("status", "--json").json.object("game").text("daily") != "")
  }

  @Test func theBoardIsALineACardWithoutHiddenFaces() throws {
    let dialogue = try Dialogue(desk, ["play", "--plain"])
    for line in ["3", "board", "row 1", "row 2", "help"] { dialogue.type(line) }
    dialogue.end()
    let text = dialogue.program.output.rest()
    #expect(dialogue.program.wait() == 0)
    #expect(text.contains("\n2\tdown\t\t\n3\tup\t😱\tface screaming in fear\n"))
    for hidden in ["lollipop", "red apple", "candy", "🍭", "🍎", "🍬", "\u{1B}"] {
      #expect(!text.contains(hidden))
    }
  }

  @Test func movesOfOthersArePrinted() throws {
    let dialogue = try Dialogue(desk, ["play", "--plain"])
    _ = dialogue.next
    try desk.memorize("flip", "0", "6", "--quiet")
    #expect(dialogue.next == "0 up lollipop")
    #expect(dialogue.next == "match: lollipop, 1 of 4, score 2")
    desk.killDaemon()
    #expect(dialogue.next == "offline")
    dialogue.type("1", expecting: "refused: …")
    try desk.startDaemon()
    #expect(
      dialogue.next
        == "Halloween: 1 of 4 pairs, score 2, 2 flips, 1 move", "no “0.0 moves lost”")
    desk.bus.kill()
    #expect(dialogue.program.wait() == 3)
    #expect(dialogue.program.errors.rest().contains("session bus was lost"))
  }

  @Test func aDumbTerminalGetsIt() throws {
    let desk = try Desk()
    let dialogue = try Dialogue(desk, ["play"], with: ["TERM": "dumb"])
    #expect(dialogue.next == "no game: “new” starts one")
    dialogue.end()
    #expect(dialogue.program.wait() == 0)
  }

  @Test func aFileIsReadToItsEndWithoutAnEndOfItsLastLine() throws {
    let path = try desk.bus.files.write("moves", "0 1\n\nhide\nscore")
    let line = try desk.shell("memorize play --plain <'\(path)' | tail -n 1").output
    #expect(line == "Halloween: 0 of 4 pairs, score 0, 2 flips, 1 move")
  }

  @Test func aMismatchTurnsDownByItselfIfWanted() throws {
    let dialogue = try Dialogue(desk, ["play", "--plain", "--conceal-after", "0.1"])
    dialogue.type("0 1")
    #expect(dialogue.program.output.waits(for: "miss: "))
    #expect(dialogue.next == "concealed")
  }

  @Test func itEndsWithItsReader() throws {
    let (reading, writing) = try Child.pipe()
    let (input, typing) = try Child.pipe()
    let program = try desk.start(["play", "--plain"], input: input, output: writing)
    close(writing)
    close(input)
    #expect(readByte(from: reading))
    close(reading)
    #expect(program.wait() == 0)
    close(typing)
  }
}
