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
    let user = try UserSession()
    let answers = try user.answers(of: Self.deck)
    // Another client sees the same session, and each answer as it happens.
    let other = try DaemonClient(user.bus)
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
        try user.startSession(["questions": .uint32(6)])
      } else {
        try user.restartSession()
      }
      var right = 0
      var wrong = 0
      var missed: Set<UInt32> = []
      var asked: [String] = []
      while true {
        let told = try user.practice()
        other.connection.loop.run { seen.last?.revision == told.revision }
        #expect(seen.last == told)
        #expect(told.counts == [6, UInt32(right), UInt32(wrong), told.counts[3]])
        #expect(told.counts[3] == UInt32((1...6).count { $0 <= right && !missed.contains($0) }))
        if told.state == "finished" { break }
        #expect(told.state == "asking" && told.questionNumber == UInt32(right + 1))
        if asked.last != told.question { asked.append(told.question) }
        let place = try user.rightIndex(told, answers)
        let chosen = UInt32.random(in: 0..<UInt32(told.choices.count), using: &generator)
        let isCorrect = try user.answer(told.questionNumber, chosen)
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
    let user = try UserSession()
    #expect(try user.refusalName { try user.answer(0, 0) } == "NoSession")
    #expect(try user.refusalName { try user.stopSession() } == "NoSession")
    #expect(try user.refusalName { try user.restartSession() } == "NoSession")
    #expect(try user.refusalName { try user.undo() } == "NothingToUndo")
    #expect(
      try user.refusalName { try user.startSession(["deck": .string("Klingon")]) } == "NoSuchDeck")
    let wrongOptions: [[String: Value]] = [
      ["questions": .uint32(0)], ["questions": .uint32(21)], ["mode": .string("guess")],
      ["direction": .string("sideways")], ["questions": .int32(5)], ["deck": .uint32(1)],
      ["Deck": .string("Japanese")], ["due": .string("yes")],
    ]
    for options in wrongOptions {
      #expect(try user.refusalName { try user.startSession(options) } == "InvalidArgs")
    }
    #expect(try user.practice().revision == 0)

    try user.startSession(["questions": .uint32(3), "deck": .string("japanese BASICS")])
    let before = try user.practice()
    #expect(before.deck == Self.deck)
    #expect(try user.refusalName { try user.answer(2, 9) } == "QuestionChanged")
    #expect(try user.refusalName { try user.answer(1, 9) } == "NoSuchChoice")
    #expect(try user.refusalName { try user.answer(1, .max) } == "NoSuchChoice")
    #expect(try user.refusalName { try user.grade(1, 3) } == "NotRevealed")
    #expect(try user.refusalName { try user.grade(1, 5) } == "InvalidArgs")
    #expect(try user.refusalName { try user.answer(1, text: "\u{7}") } == "InvalidArgs")
    #expect(try user.refusalName { try user.answer(1, text: "") } == "InvalidArgs")
    #expect(try user.practice() == before)

    let answers = try user.answers(of: Self.deck)
    while case let told = try user.practice(), told.state == "asking" {
      try user.answer(told.questionNumber, user.rightIndex(told, answers))
    }
    #expect(try user.refusalName { try user.answer(1, 0) } == "SessionFinished")
    #expect(try user.refusalName { try user.reveal(3) } == "SessionFinished")
    try user.stopSession()
    #expect(try user.refusalName { try user.reveal(3) } == "NoSession")
  }

  /// PracticeTests have the rules of sessions.
  @Test func aRevealedAnswerIsThereAfterAKill() throws {
    let user = try UserSession()
    try user.startSession(["questions": .uint32(3), "mode": .string("recall")])
    #expect(try user.refusalName { try user.answer(1, text: "a") } == "NotTyped")
    let answer = try user.reveal(1)
    let revealed = try user.practice()
    // The better the grade, the later the next review.
    #expect(revealed.intervals.count == 4 && revealed.intervals == revealed.intervals.sorted())
    try user.restart(by: SIGKILL)
    #expect(try user.practice() == revealed && user.reveal(1) == answer)
    #expect(try user.practice() == revealed)
  }

  @Test func decksComeChangeAndGo() throws {
    let user = try UserSession()
    try user.bus.files.make("data/memorize/decks")
    #expect(try user.decks().contains { $0["name"] == .string(Self.deck) })
    let file = "data/memorize/decks/Two.tsv"
    try user.bus.files.write(file, "a\tb\nc\td\n")
    try user.startSession(["deck": .string("Two")])
    let told = try user.practice()
    #expect(told.counts[0] == 2 && told.choices.count == 2)
    try user.bus.files.write(file, "a\tb\nc\tb\n")
    #expect(
      try user.refusalName { try user.startSession(["deck": .string("Two")]) } == "DeckTooSmall")
    // A refused start leaves the current session; a deck of one answer offers no new cards.
    var left = try user.practice()
    #expect(left.new == 0)
    left.new = told.new
    #expect(left == told)
    try user.bus.files.remove(file)
    #expect(
      try user.refusalName { try user.startSession(["deck": .string("Two")]) } == "NoSuchDeck")
    #expect(try !user.decks().contains { $0["name"] == .string("Two") })
    // The session's deck is gone; the session can still be played, and repeated.
    try user.restartSession()
    #expect(try user.practice().counts[0] == 2)
    #expect(
      try user.refusalName {
        try user.startSession(["due": .boolean(true), "deck": .string("Two")])
      }
        == "NoSuchDeck")
    // The last deck is gone: a session without a deck's name uses the program's.
    try user.startSession()
    #expect(try user.practice().deck == Self.deck)
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
