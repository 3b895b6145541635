import Foundation
import MemorizeBus
import TestSupport
import Testing

@testable import Screens
@testable import memorize

/// `practice wait` returns when something happens in practice.
@Suite(.timeLimit(.minutes(30))) struct PracticeWaitTests {
  @Test func waitReturnsWhenItsEventHappens() throws {
    let desk = try Desk.withNumbers()
    for (event, lines) in [
      ("asked", ["Numbers: question 1 of 3; …"]), ("changed", ["Numbers: question 1 of 3; …"]),
      // The state, if it happened while the first one was read.
      ("answered", ["right: …", "Numbers: …"]), ("finished", ["right: …", "Numbers: …"]),
    ] {
      let wait = try desk.start(["practice", "wait", event])
      // Nobody reports that the waiting begins: let it happen until it has been seen.
      while wait.isRunning {
        try desk.memorize("practice", "start", "--deck", "Numbers", "--questions", "3", "--quiet")
        guard event == "answered" || event == "finished" else { continue }
        for _ in 0..<3 { try desk.answerRight("--quiet") }
      }
      #expect(wait.wait() == 0)
      #expect(wait.errors.rest().isEmpty)
      let printed = wait.output.rest()
      #expect(lines.contains { printed.isLine($0) }, "\(printed)")
    }
  }

  @Test func aCardThatFallsDueEndsIt() throws {
    let desk = try Desk(runs: false)
    let service = try FakeGameService(on: desk.bus)
    let wait = try desk.start(["practice", "wait", "due", "--json"])
    #expect(service.isRead())
    // It was due before, then it is answered, then another falls due.
    for count: UInt32 in [3, 2, 4] { service.fallDue(Int(count)) }
    let due = parsed(wait.output.next())
    #expect(due.text("event") == "due" && due.object("practice").number("due") == 4)
    #expect(wait.wait() == 0)
    #expect(try desk.memorize("practice", "wait", "due", "--since", "7").code == 0)
    service.fallDue(0)
    let none = try desk.memorize("practice", "wait", "due", "--since", "7", "--timeout", "0.2")
    #expect(none.code == 4)
    #expect(none.errors.contains("“due”"))
  }

  @Test func theAnswerThatStartsTheServiceIsNotMissed() throws {
    // Only the signal tells: the state that is read first may have had an answer before.
    let desk = try Desk.withNumbers(activates: true)
    try desk.memorize("practice", "start", "--deck", "Numbers", "--questions", "5", "--quiet")
    try desk.answerRight("--quiet")
    desk.killDaemon()
    let wait = try desk.start(["practice", "wait", "answered", "--timeout", "30"])
    let watch = try desk.start(["practice", "watch"])
    #expect(watch.output.next() == "offline")
    for _ in 0..<4 where wait.isRunning { try desk.memorize("practice", "answer", "1", "--quiet") }
    #expect(wait.wait() == 0)
  }

  private static let shown: [(String, UInt32, UInt32, UInt64, Set<AwaitedPracticeEvent>)] = [
    ("idle", 0, 0, 8, [.changed]), ("asking", 0, 0, 8, [.changed, .asked]),
    ("asking", 1, 0, 8, [.changed, .asked, .answered]), ("asking", 1, 0, 9, []),
    ("revealed", 1, 0, 8, [.changed]), ("revealed", 0, 1, 7, [.changed, .answered]),
    ("finished", 5, 0, 8, [.changed, .answered, .finished]), ("finished", 5, 0, 9, []),
  ]

  @Test(arguments: shown) func eventsAreKnownFromAState(
    state: String, answered: UInt32, wrong: UInt32, since: UInt64,
    events: Set<AwaitedPracticeEvent>
  ) {
    var practice = PracticeState()
    practice.revision = 9
    (practice.state, practice.answered, practice.wrong) = (Word(text: state), answered, wrong)
    for before in [nil, practice] {
      let shown = AwaitedPracticeEvent.allCases.filter {
        $0.isShown(by: practice, since: since, after: before)
      }
      #expect(Set(shown) == events)
    }
  }

  // MARK: - practice watch

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
