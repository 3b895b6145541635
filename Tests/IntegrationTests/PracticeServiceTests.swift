import DBus
import EventLoop
import Foundation
import MemorizeBus
import Practice
import Store
import TestSupport
import Testing

/// A session as clients meet it: its transitions, its refusals, and what of it is never told.
@Suite struct PracticeServiceTests {
  private static let deck = "Japanese basics"

  @Test func aSessionIsPlayedToItsEndAndTellsEachStep() throws {
    var generator = SeededGenerator(for: "aSessionIsPlayedToItsEndAndTellsEachStep")
    let desk = try DaemonDesk()
    let answers = try desk.answers(of: Self.deck)
    // Another client sees the same session, and each answer as it happens.
    let other = try DaemonClient(desk.bus)
    var seen: [PracticeState] = []
    var steps: [PracticeTransition] = []
    let follower = PracticeFollower(other.proxy) { news in
      switch news {
      case .state(let told): seen.append(told)
      case .transition(let step, let told):
        steps.append(step)
        seen.append(told)
      case .update, .absent: break
      case .failure(let error): Issue.record("\(error)")
      }
    }
    other.connection.loop.run { !seen.isEmpty }

    for round in 0..<3 {
      if round == 0 {
        try desk.startSession(["questions": .uint32(6)])
      } else {
        try desk.restartSession()
      }
      var right = 0
      var wrong = 0
      var missed: Set<UInt32> = []
      var asked: [String] = []
      while true {
        let told = try desk.practice()
        other.connection.loop.run { seen.last?.revision == told.revision }
        #expect(seen.last == told)
        #expect(told.counts == [6, UInt32(right), UInt32(wrong), told.counts[3]])
        #expect(told.counts[3] == UInt32((1...6).count { $0 <= right && !missed.contains($0) }))
        if told.state == "finished" { break }
        #expect(told.state == "asking" && told.questionNumber == UInt32(right + 1))
        if asked.last != told.question { asked.append(told.question) }
        let place = try desk.rightIndex(told, answers)
        let chosen = UInt32.random(in: 0..<UInt32(told.choices.count), using: &generator)
        let isCorrect = try desk.answer(told.questionNumber, chosen)
        #expect(isCorrect == (chosen == place))
        other.connection.loop.run { seen.last?.revision == told.revision + 1 }
        let response = try #require(steps.last?.response)
        #expect(response.number == told.questionNumber && response.question == told.question)
        #expect(response.isCorrect == isCorrect)
        #expect(response.answer == told.choices[Int(chosen)])
        #expect(steps.last?.isAsked == (isCorrect && right < 5))
        if isCorrect {
          right += 1
        } else {
          wrong += 1
          missed.insert(told.questionNumber)
        }
      }
      #expect(Set(asked).count == 6 && asked.count == 6)
      let result = try #require(steps.last?.result)
      #expect(result.questions == 6 && result.wrong == UInt32(wrong) && result.deck == Self.deck)
      #expect(result.firstTry == UInt32(6 - missed.count))
    }
    withExtendedLifetime(follower) {}
  }

  @Test func refusalsComeInTheirOrderAndChangeNothing() throws {
    let desk = try DaemonDesk()
    #expect(try desk.refusalName { try desk.answer(0, 0) } == "NoSession")
    #expect(try desk.refusalName { try desk.stopSession() } == "NoSession")
    #expect(try desk.refusalName { try desk.restartSession() } == "NoSession")
    #expect(try desk.refusalName { try desk.undo() } == "NothingToUndo")
    #expect(
      try desk.refusalName { try desk.startSession(["deck": .string("Klingon")]) } == "NoSuchDeck")
    let wrongOptions: [[String: Value]] = [
      ["questions": .uint32(0)], ["questions": .uint32(21)], ["mode": .string("guess")],
      ["direction": .string("sideways")], ["questions": .int32(5)], ["deck": .uint32(1)],
      ["Deck": .string("Japanese")], ["due": .string("yes")],
    ]
    for options in wrongOptions {
      #expect(try desk.refusalName { try desk.startSession(options) } == "InvalidArgs")
    }
    #expect(try desk.practice().revision == 0)

    try desk.startSession(["questions": .uint32(3), "deck": .string("japanese BASICS")])
    let before = try desk.practice()
    #expect(before.deck == Self.deck)
    #expect(try desk.refusalName { try desk.answer(2, 9) } == "QuestionChanged")
    #expect(try desk.refusalName { try desk.answer(1, 9) } == "NoSuchChoice")
    #expect(try desk.refusalName { try desk.answer(1, .max) } == "NoSuchChoice")
    #expect(try desk.refusalName { try desk.grade(1, 3) } == "NotRevealed")
    #expect(try desk.refusalName { try desk.grade(1, 5) } == "InvalidArgs")
    #expect(try desk.refusalName { try desk.answer(1, text: "\u{7}") } == "InvalidArgs")
    #expect(try desk.refusalName { try desk.answer(1, text: "") } == "InvalidArgs")
    #expect(try desk.practice() == before)

    let answers = try desk.answers(of: Self.deck)
    while case let told = try desk.practice(), told.state == "asking" {
      try desk.answer(told.questionNumber, desk.rightIndex(told, answers))
    }
    #expect(try desk.refusalName { try desk.answer(1, 0) } == "SessionFinished")
    #expect(try desk.refusalName { try desk.reveal(3) } == "SessionFinished")
    try desk.stopSession()
    #expect(try desk.refusalName { try desk.reveal(3) } == "NoSession")
  }

  @Test func recallIsRevealedAndGraded() throws {
    let desk = try DaemonDesk()
    try desk.startSession(["questions": .uint32(3), "mode": .string("recall")])
    let answers = try desk.answers(of: Self.deck)
    let first = try desk.practice()
    #expect(first.choices.isEmpty && first.intervals.isEmpty)
    #expect(try desk.refusalName { try desk.grade(1, 3) } == "NotRevealed")
    #expect(try desk.refusalName { try desk.answer(1, text: "a") } == "NotTyped")
    let answer = try desk.reveal(1)
    #expect(answers[first.question]?.contains(answer) == true)
    let revealed = try desk.practice()
    #expect(revealed.state == "revealed" && revealed.counts == first.counts)
    // The better the grade, the later the next review.
    #expect(revealed.intervals.count == 4 && revealed.intervals == revealed.intervals.sorted())
    // Revealing it again changes nothing.
    #expect(try desk.reveal(1) == answer)
    #expect(try desk.practice() == revealed)
    try desk.restart(by: SIGKILL)
    #expect(try desk.practice() == revealed)
    try desk.grade(1, 1)
    let next = try desk.practice()
    #expect(next.state == "asking" && next.questionNumber == 2 && next.counts == [3, 0, 1, 0])
    for number in [2, 3, 1] as [UInt32] {
      #expect(try desk.practice().questionNumber == number)
      try desk.reveal(number)
      try desk.grade(number, 4)
    }
    #expect(try desk.practice().counts == [3, 3, 1, 2])
  }

  @Test func decksComeChangeAndGo() throws {
    let desk = try DaemonDesk()
    try desk.bus.files.make("data/memorize/decks")
    #expect(try desk.decks().contains { $0["name"] == .string(Self.deck) })
    let file = "data/memorize/decks/Two.tsv"
    try desk.bus.files.write(file, "a\tb\nc\td\n")
    try desk.startSession(["deck": .string("Two")])
    let told = try desk.practice()
    #expect(told.counts[0] == 2 && told.choices.count == 2)
    try desk.bus.files.write(file, "a\tb\nc\tb\n")
    #expect(
      try desk.refusalName { try desk.startSession(["deck": .string("Two")]) } == "DeckTooSmall")
    // A refused start leaves the current session.
    #expect(try desk.practice() == told)
    try desk.bus.files.remove(file)
    #expect(
      try desk.refusalName { try desk.startSession(["deck": .string("Two")]) } == "NoSuchDeck")
    #expect(try !desk.decks().contains { $0["name"] == .string("Two") })
    // The session's deck is gone; the session can still be played, and repeated.
    try desk.restartSession()
    #expect(try desk.practice().counts[0] == 2)
    #expect(
      try desk.refusalName {
        try desk.startSession(["due": .boolean(true), "deck": .string("Two")])
      }
        == "NoSuchDeck")
    // The last deck is gone: a session without a deck's name uses the program's.
    try desk.startSession()
    #expect(try desk.practice().deck == Self.deck)
  }

  @Test func theSessionsNumberGrowsWithEach() throws {
    let desk = try DaemonDesk()
    #expect(try desk.practice().session == 0)
    try desk.startSession()
    #expect(try desk.practice().session == 1)
    try desk.restartSession()
    #expect(try desk.practice().session == 2)
    try desk.stopSession()
    try desk.restart()
    #expect(try desk.practice().session == 2)
    try desk.startSession()
    #expect(try desk.practice().session == 3)
  }

  /// After a bad reply a follower once ignored properties that changed without another signal.
  @Test func aFollowerReadsAgainAfterABadReply() throws {
    let bus = try PrivateBus()
    let loop = try Loop()
    let service = try Connection(to: BusAddress(bus.address), loop: loop)
    let client = try Connection(to: BusAddress(bus.address), loop: loop)
    _ = try service.wait { service.requestName(MemorizeContract.name, completion: $0) }
    var failures = 0
    let follower = PracticeFollower(
      Proxy(client, to: MemorizeContract.name, at: MemorizeContract.path)
    ) { news in
      if case .failure = news { failures += 1 }
    }
    // The name's owner has no such object.
    #expect(loop.waits { failures == 1 })
    try service.emit(
      MemorizeContract.path, "org.freedesktop.DBus.Properties", "PropertiesChanged",
      PracticeContract.interface.name.rawValue, ["Due": Value.uint32(3)], [] as [String])
    #expect(loop.waits { failures == 2 })
    withExtendedLifetime(follower) {}
  }
}
