import Foundation
import TestSupport
import Testing

/// `practice watch` prints the session and what is due at each change.
@Suite(.timeLimit(.minutes(30))) struct PracticeWatchTests {
  @Test func aLineComesWhenACardFallsDue() throws {
    let desk = try Desk(runs: false)
    let service = try FakeGameService(on: desk.bus)
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
