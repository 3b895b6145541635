import BoardLayout
import DBus
import MemorizeBus
import MemoryGame
import TestSupport
import Testing

@testable import Screens
@testable import memorize

@Suite(.timeLimit(.minutes(30))) struct TemplateTests {
  private func line(_ text: String, _ game: GameState) throws -> String {
    try Template<GamePlaceholder>(text).line((game, 0))
  }

  @Test func placesAreFilledIn() throws {
    let game = Fake.game(
      theme: "Sea", icon: "🐙", cards: [(.up, "🐙"), (.down, ""), (.up, "🦑"), (.matched, "🐡")],
      pairs: 2, matched: 1, score: -3, flips: 5, moves: 2, regret: 0.75, players: ["Ann", "Bob"],
      turn: 1)
    #expect(try line("{icon} {theme}: {matched}/{pairs}", game) == "🐙 Sea: 1/2")
    #expect(try line("{score} {flips} {moves} {regret} {due}", game) == "-3 5 2 0.8 0")
    #expect(try line("{up} {turn} {state}", game) == "0 🐙, 2 🦑 Bob mismatch")
  }

  private static let choices: [(String, String?)] = [
    ("{up?{up}|none}", "none"), ("{score?s}", ""), ("{flips?f|no f}", "f"), ("{regret?r}", ""),
    ("{due?d|no deck}", "no deck"), ("{turn?{turn}}", ""), ("{state=playing?on|off}", "on"),
    ("{state=won?on|off}", "off"), ("{flips=5?five|{flips=4?four|many}}", "five"),
    ("{theme={flips?a}", nil), ("a|b", "a|b"), (#"\{\}\|\\"#, #"{}|\"#),
    (#"%\{F#f00\}{pairs}"#, "%{F#f00}2"), (#"{flips?a\|b}"#, "a|b"), ("{flips?}", ""), ("", ""),
  ]

  @Test(arguments: choices) func conditionsChoose(text: String, line: String?) throws {
    let game = Fake.game(cards: [(.down, ""), (.down, "")], pairs: 2, flips: 5)
    let template = try? Template<GamePlaceholder>(text)
    #expect(template?.line((game, 0)) == line)
  }

  private static let faults: [(String, Int, String)] = [
    ("{nope}", 2, "“nope” is not a placeholder"), ("ab{", 4, "a name is missing"),
    ("{up", 1, "not closed"), ("a}", 2, "closes nothing"), ("{up?a|b|c}", 8, "second |"),
    ("{up?{up}", 1, "not closed"), ("{state=lost?a}", 8, "“lost” is not a state"),
    ("{up=1}", 6, "{name=value must be followed by ?"), ("{up!}", 4, "a name must be followed by"),
    (#"a\b"#, 2, "\\ must be followed by"), (#"a\"#, 2, "\\ must be followed by"),
    ("🐙{x}", 3, "“x”"), ("{{up}}", 2, "name"),
    ("{theme={up}?a}", 8, "a name must be followed by"),
    (String(repeating: "{up?", count: 5_000), 65, "nested too deeply"),
  ]

  @Test(arguments: faults) func faultsNameThePlace(text: String, place: Int, reason: String) {
    #expect {
      try Template<GamePlaceholder>(text)
    } throws: { error in
      guard let fault = error as? TemplateFault else { return false }
      return fault.place == place && fault.message.contains(reason)
    }
  }

  @Test func whatIsNoTemplateIsSaid() throws {
    #expect(throws: (any Error).self) { try GameFormat(argument: "waybra") }
    #expect(throws: (any Error).self) { try GameFormat(argument: "") }
    let format = try GameFormat(argument: "{matched}/{pairs}")
    #expect(format.offlineLine == "offline")
  }

  // MARK: - The due count, while a game is followed

  @Test(arguments: [
    ("{due}", true), ("{matched?{up?{due}}}", true), ("{matched?a|{due}}", true),
    ("{due?a}", true), ("{due=3?a}", true), ("{matched}", false), ("{theme=due?a|b}", false),
  ]) func aTemplateMayAskForIt(text: String, asks: Bool) throws {
    #expect(try Template<GamePlaceholder>(text).shows(.due) == asks)
    #expect(try GameFormat(argument: text).asksForDue == asks)
    #expect(!GameFormat.bar(.waybar).asksForDue)
  }

  @Test func templatesPrintIt() throws {
    let game = Fake.game()
    let template = try Template<GamePlaceholder>("{due} {due?some|none} {due=3?3}")
    #expect(template.line((game, 3)) == "3 some 3")
    #expect(template.line((game, 0)) == "0 none ")
  }

  @Test func aLineComesWhenACardFallsDue() throws {
    let desk = try Desk(runs: false)
    let service = try FakeGameService(on: desk.bus)
    let watch = try desk.watch("--format", "{flips} {due}")
    // The first line contains both, however late one of them arrives.
    #expect(watch.output.next() == "0 3")
    service.fallDue(4)
    #expect(watch.output.next() == "0 4")
    service.flip(1)
    #expect(watch.output.next() == "1 4")
    // Equal lines are not repeated.
    service.fallDue(4)
    service.fallDue(0)
    #expect(watch.output.next() == "1 0")
    #expect(try desk.memorize("status", "--format", "{flips}{due?, due}").output == "1")
    service.end()
    #expect(watch.output.next() == "offline")
    let another = try FakeGameService(on: desk.bus)
    #expect(watch.output.next() == "0 3")
    another.end()
    #expect(watch.output.next() == "offline")
  }

  @Test func onlyATemplateWithTheDueCountReadsPractice() throws {
    let desk = try Desk(runs: false)
    let service = try FakeGameService(on: desk.bus)
    let options = [
      [], ["--json"], ["--format", "waybar"], ["--format", "{flips} {state=won?due}"],
    ]
    for options in options {
      let watch = try desk.start(["watch", "--count", "1"] + options)
      #expect(watch.wait() == 0)
      _ = try desk.memorize(["status"] + options)
    }
    #expect(Set(service.whatWasRead()) == ["Game"])
    _ = try desk.memorize("watch", "--count", "1", "--format", "{due}")
    #expect(Set(service.whatWasRead()) == ["Game", "Practice"])
  }

  @Test func gatheredLinesHaveTheLastDueCount() throws {
    let desk = try Desk(runs: false)
    let service = try FakeGameService(on: desk.bus)
    let watch = try desk.watch("--format", "{flips} {due}", "--coalesce", "3600000")
    #expect(watch.output.next() == "0 3")
    service.flip(1)
    service.fallDue(9)
    // Held news are printed before it, without a false zero.
    #expect(service.whatWasRead().count == 2)
    service.end()
    var lines: [String] = []
    while lines.last != "offline", let line = watch.output.next() { lines.append(line) }
    #expect(lines == ["1 9", "offline"])
  }
}
