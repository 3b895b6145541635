import EventLoop
import Foundation
import TestSupport
import Testing

/// `play` and `while` with `--host`, on terminals.
@Suite(.timeLimit(.minutes(30))) struct HostPlayTests {
  private let machines: TwoMachines

  init() throws {
    machines = try TwoMachines()
    try machines.there.memorize(
      "new", "--theme", "Halloween", "--pairs", "4", "--seed", "42", "--player", "Ada", "--player",
      "Grace", "--quiet")
  }

  private func playing() throws -> TmuxScreen {
    let screen = try TmuxScreen(machines.here, with: machines.environment)
    try screen.start("memorize --host ada@pi play --color never", until: "Enter turn up")
    return screen
  }

  @Test func twoPeoplePlayOneGame() throws {
    let grace = try playing()
    let ada = try TmuxScreen(machines.there)
    try ada.start("memorize play --color never", until: "Enter turn up")
    try ada.press("0", "Enter")
    try grace.waitFor("Card 0: lollipop.")
    try ada.press("1", "Enter")
    try grace.waitFor("No match: 0 lollipop, 1 red apple.")
    try grace.press("0", "Enter")
    try ada.waitFor { $0.contains("🍭") && !$0.contains("🍎") }
    try grace.press("6", "Enter")
    for screen in [ada, grace] { try screen.waitFor("A match: lollipop.") }
    for screen in [ada, grace] {
      try screen.press("q")
      #expect(try screen.linesAfterEnd(0).isEmpty)
    }
  }

  @Test(arguments: [SIGKILL, SIGSTOP]) func aLinkIsCutWhilePlaying(number: Int32) throws {
    let screen = try playing()
    let link = try machines.link(of: try #require(try screen.program))
    kill(link, number)
    // The terminal is as before.
    let lines = try screen.linesAfterEnd(3)
    #expect(
      lines.joined(separator: " ").contains(
        "The connection to ada@pi was lost; the game cannot be played without it."), "\(lines)")
    // It was ended, and not left stopped.
    #expect(kill(link, 0) != 0)
  }

  /// Ctrl-Z stopped ssh too, or the seconds of the stop counted as silence.
  @Test func aStopDoesNotCutTheLink() throws {
    let screen = try playing()
    let program = try #require(try screen.program)
    try screen.press("C-z")
    try screen.waitFor("Stopped")
    let loop = try Loop()
    loop.passes(.seconds(5))
    try screen.run("fg; echo \"over $?\"")
    try screen.waitFor("Enter turn up")
    loop.passes(.seconds(5))
    try screen.press("2", "Enter")
    try screen.waitFor("Card 2: candy.")
    #expect(try screen.program == program)
    try screen.press("q")
    try screen.waitFor("over 0")
  }

  @Test func aBotPlaysOnTheOtherMachine() throws {
    let outcome = try machines.memorize(
      [
        "--host", "ada@pi", "new", "--against", "perfect", "--pace", "0", "--theme", "Halloween",
        "--pairs", "4", "--seed", "42", "--quiet",
      ])
    #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let watch = try machines.there.watch()
    #expect(watch.output.next() != nil)
    try machines.there.memorize("flip", "0", "1", "--quiet")
    #expect(watch.output.waits(for: "miss: 0 lollipop, 1 red apple"))
    // The bot's.
    #expect(watch.output.waits(for: " up "))
  }
}
