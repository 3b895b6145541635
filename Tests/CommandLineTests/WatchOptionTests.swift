import Foundation
import TestSupport
import Testing

/// The options of `watch`, and `--format` of `status`.
@Suite(.timeLimit(.minutes(30))) struct WatchOptionTests {
  @Test func aBarGetsTheStateAtEachChange() throws {
    let desk = try Desk()
    let watch = try desk.watch("--format", "waybar")
    func next() -> [String: Any] { parsed(watch.output.next()) }
    #expect(next().text("class") == "no-game")
    try desk.deal()
    #expect(next().text("class") == "playing")
    try desk.memorize("flip", "0", "1", "6")
    #expect(next().text("text") == "🎃 0/4 0 🍭")
    let mismatch = next()
    #expect(mismatch.text("class") == "mismatch")
    // The tooltip shows what is up, and nothing else.
    let lines = mismatch.text("tooltip")?.split(separator: "\n").map(String.init)
    #expect(lines?.dropFirst() == ["0✗🍭 1✗🍎  2", " 3    4    5", " 6    7</tt>"])
    #expect(next().text("class") == "one-up")
    try desk.memorize("flip", "0", "1", "5", "2", "4", "3", "7", "--quiet")
    var last: [String: Any] = [:]
    while last.text("class") != "won" { last = next() }
    #expect(last.number("percentage") == 100)
    desk.killDaemon()
    #expect(next().text("class") == "offline")
  }

  @Test func equalLinesAreNotRepeated() throws {
    let desk = try Desk()
    let watch = try desk.watch("--format", "{state} {theme}", "--count", "4")
    #expect(watch.output.next() == "no-game ")
    try desk.deal()
    // The second deal makes the same line.
    try desk.deal()
    try desk.memorize("flip", "0", "1", "--quiet")
    let lines = watch.output.rest().split(separator: "\n")
    #expect(lines.dropFirst() == ["playing Halloween", "one-up Halloween", "mismatch Halloween"])
    #expect(watch.wait() == 0)
  }

  @Test func linesMayEndByNUL() throws {
    let desk = try Desk()
    for option in ["-0", "--null"] {
      let watch = try desk.watch(option, "--count", "1")
      #expect(watch.output.rest() == "no game: start one with “memorize new”\0")
      #expect(watch.wait() == 0)
    }
  }

  @Test func changesMayBeGathered() throws {
    let desk = try Desk()
    let watch = try desk.watch("--coalesce", "1000", "--count", "2", "--json")
    #expect(parsed(watch.output.next()).text("event") == "state")
    try desk.deal()
    try desk.memorize("flip", "0", "6", "--quiet")
    // One line for all changes, the state after them.
    let gathered = parsed(watch.output.next())
    #expect(gathered.text("event") == "state")
    #expect(gathered.object("game").number("matched_pairs") == 1)
    #expect(gathered.object("game").objects("cards").count == 8)
    #expect(watch.wait() == 0)
  }

  /// A daemon that was back before the time was over had never been away.
  ///
  /// Held lines come first.
  @Test(arguments: [false, true]) func anAbsenceIsNotHeld(ofTheBus: Bool) throws {
    let desk = try Desk()
    // A test that fails must not take the hour.
    let watch = try desk.watch("--coalesce", "3600000", "--timeout", "20")
    #expect(watch.output.next()?.hasPrefix("no game") == true)
    try desk.deal()
    if ofTheBus { desk.bus.kill() } else { desk.killDaemon() }
    var lines: [String] = []
    while lines.last != "offline", let line = watch.output.next() { lines.append(line) }
    #expect(lines == ["started: Halloween, 4 pairs", "offline"])
    guard ofTheBus else { return }
    #expect(watch.wait() == 3)
    #expect(watch.errors.rest().contains("bus"))
  }

  @Test func statusPrintsTheSameLine() throws {
    let desk = try Desk()
    try desk.deal()
    try desk.memorize("flip", "0", "--quiet")
    for format in ["waybar", "i3blocks", "polybar", "{up}{state=won?!}"] {
      let watch = try desk.watch("--format", format, "--count", "1")
      #expect(try desk.memorize("status", "--format", format).output == watch.output.rest())
    }
    // A format comes before what the environment says.
    let plain = try desk.memorize(
      "status", "--format", "{matched}/{pairs}", with: ["MEMORIZE_OPTIONS": "--json"])
    #expect(plain.output == "0/4")
  }

  @Test func theExitCodeIsTheState() throws {
    let desk = try Desk()
    #expect(try desk.memorize("status").code == 0)
    #expect(try desk.memorize("status", "--exit-code").code == 11)
    try desk.deal()
    #expect(try desk.memorize("status", "--exit-code").code == 0)
    try desk.memorize("flip", "0", "6", "1", "5", "2", "4", "3", "7", "--quiet")
    let won = try desk.memorize("status", "--exit-code", "--json")
    #expect(won.code == 10)
    #expect(won.json.object("game").text("state") == "won")
    #expect(won.errors.isEmpty)
    desk.killDaemon()
    #expect(try desk.memorize("status", "--exit-code").code == 3)
  }
}
