import Foundation
import TestSupport
import Testing

/// `practice watch` prints the session and what is due at each change.
@Suite(.timeLimit(.minutes(30))) struct PracticeWatchTests {
  @Test func eachChangeOfASessionIsALine() throws {
    let desk = try Desk.withNumbers()
    let watch = try desk.start(["practice", "watch"])
    #expect(watch.output.next()?.hasPrefix("no session; 0 due, ") == true)
    try desk.memorize(
      "practice", "start", "--deck", "Numbers", "--questions", "3", "--quiet")
    #expect(watch.output.next()?.hasPrefix("Numbers: 1/3, 0 right") == true)
    let (question, answer) = try desk.question()
    try desk.answerWrong("--quiet")
    #expect(watch.output.next()?.hasPrefix("wrong: \(question) is not “") == true)
    try desk.answerRight("--quiet")
    #expect(watch.output.next() == "right: \(question) = \(answer)")
    #expect(watch.output.next()?.hasPrefix("Numbers: 2/3, 1 right, 1 wrong") == true)
    for _ in 0..<2 { try desk.answerRight("--quiet") }
    #expect(watch.output.waits(for: "Numbers: finished, 3 right"))
    desk.killDaemon()
    #expect(watch.output.next() == "offline")
    try desk.startDaemon()
    #expect(watch.output.next()?.hasPrefix("Numbers: finished") == true)
  }

  @Test func aBarShowsWhatIsDueAndWhetherAQuestionWaits() throws {
    let desk = try Desk(runs: false)
    let offline = try desk.memorize("practice", "watch", "--format", "waybar", "--count", "1")
    #expect(offline.json.text("class") == "offline")
    try desk.startDaemon()
    try desk.addLetters()
    let watch = try desk.start(["practice", "watch", "--format", "waybar"])
    func next() -> [String: Any] { parsed(watch.output.next()) }
    let none = next()
    #expect(none.text("text") == "0 due" && none.text("class") == "none")
    #expect(none.text("tooltip")?.contains("10 new") == true)
    try desk.memorize("practice", "start", "--deck", "Letters", "--questions", "4", "--quiet")
    let asking = next()
    #expect(asking.text("text") == "1/4, 0 due" && asking.text("alt") == "asking")
    try desk.answerRight("--quiet")
    let second = next()
    #expect(second.text("text") == "2/4, 0 due" && second.number("percentage") == 25)
    try desk.memorize("practice", "stop", "--quiet")
    #expect(next().text("class") == "none")
  }

  @Test func aLineComesWhenACardFallsDue() throws {
    let desk = try Desk(runs: false)
    let service = try PuppetService(on: desk.bus)
    for (format, lines) in [
      ("polybar", ["1/5, 3 due", "1/5, 4 due"]),
      ("i3blocks", ["\"1/5, 3 due\"", "\"1/5, 4 due\""]),
    ] {
      service.fallDue(3)
      _ = service.whatWasRead()
      let watch = try desk.start(["practice", "watch", "--format", format])
      #expect(watch.output.next()?.contains(lines[0]) == true)
      service.fallDue(4)
      #expect(watch.output.next()?.contains(lines[1]) == true)
    }
    let watch = try desk.start(["practice", "watch", "--json", "--count", "2"])
    #expect(parsed(watch.output.next()).text("event") == "state")
    service.fallDue(5)
    let due = parsed(watch.output.next())
    #expect(due.text("event") == "due" && due.object("practice").number("due") == 5)
    #expect(watch.wait() == 0)
    let timed = try desk.memorize("practice", "watch", "--timeout", "0.3")
    #expect(timed.code == 4)
    let template = try desk.start(["practice", "watch", "--format", "{due?{due} wait|none}"])
    #expect(template.output.next() == "5 wait")
    service.fallDue(0)
    #expect(template.output.next() == "none")
    let refused = try desk.memorize("practice", "watch", "--format", "waybar", "--json")
    #expect(refused.code == 2)
  }
}
