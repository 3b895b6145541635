import Glibc
import TestSupport
import Testing

/// Keys that are typed faster than the service replies.
@Suite(.timeLimit(.minutes(30))) struct TypeAheadTests {
  /// Keys right after the one that opens a list reached the board below it: `t/dog` opened the daily
  /// game, and `t` with Enter turned up a card.
  @Test func keysForAPanelOfPlayWaitForIt() throws {
    let (desk, screen) = try PlayTests.playing()
    // A card is up, so that the game is not left without a question.
    try screen.type("\rt/sea\ry")
    try screen.waitFor { $0.contains("Sea") && $0.contains("0 of") }
    let game = try desk.memorize("status", "--json").json.object("game")
    #expect(game.text("theme") == "Sea" && game.number("flips") == 0)
    try screen.type("\rd\r")
    try screen.waitFor { $0.contains("n cancel") || $0.contains("Daily") }
    #expect(try desk.memorize("status", "--json").json.object("game").text("theme") == "Sea")
  }

  @Test func keysForTheListOfDecksWaitForIt() throws {
    let desk = try Desk.withNumbers()
    try desk.addLetters()
    let screen = try desk.practicing()
    try screen.type("n/letters\ry")
    try screen.waitFor("Letters")
    #expect(try desk.practice().text("deck") == "Letters")
  }

  /// The keys after a refused one were meant for its effect.
  @Test func aRefusalDropsWhatWasTypedAhead() throws {
    let desk = try Desk.withNumbers()
    let screen = try desk.practicing()
    try screen.type("ur")
    try screen.waitFor { $0.contains("undo") && $0.contains("1 of 5") }
    #expect(try desk.practice().number("answered") == 0)
  }

  /// A service that hangs must not keep anybody in a screen.
  @Test func aKeyLeavesPlayThoughAReplyIsAwaited() throws {
    let (desk, screen) = try PlayTests.playing()
    desk.daemon?.signal(SIGSTOP)
    defer { desk.daemon?.signal(SIGCONT) }
    try screen.type("tq")
    #expect(try screen.linesAfterEnd(0).isEmpty)
  }

  @Test func aKeyLeavesPracticeThoughAReplyIsAwaited() throws {
    let desk = try Desk.withNumbers()
    let screen = try desk.practicing()
    desk.daemon?.signal(SIGSTOP)
    defer { desk.daemon?.signal(SIGCONT) }
    try screen.type("1q")
    #expect(try screen.linesAfterEnd(0).isEmpty)
  }
}
