import DBus
import TestSupport
import Testing

@testable import Screens
@testable import memorize

/// The due count in the lines of bars, while a game is followed.
@Suite(.timeLimit(.minutes(30))) struct DueFormatTests {
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
