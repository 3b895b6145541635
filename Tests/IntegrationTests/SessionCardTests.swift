import DBus
import MemorizeBus
import Practice
import TestSupport
import Testing

@testable import Store

/// A session under way whose cards, store or settings change meanwhile.
@Suite struct SessionCardTests {
  /// A restarted service once had no session and nothing due, if it was asked for a list first.
  @Test func theSessionIsThereAfterAList() throws {
    let user = try UserSession()
    try user.startSession()
    let before = try user.practice()
    let deck = before.deck
    for ask in [
      { _ = try user.decks() }, { _ = try user.practiceStatistics() },
      {
        _ = try user.proxy.callAndWait(DecksContract.cards, deck, 0, 1)
      },
    ] as [() throws -> Void] {
      try user.restart()
      try ask()
      #expect(try user.practice() == before)
    }
  }

  /// A card that was suspended in the midst of a session was asked all the same.
  @Test func aSuspendedCardIsNotAskedAnyMore() throws {
    let user = try DeckSession(["Words": "a\t1\nb\t2\nc\t3\n"])
    let cards = try user.cards("Words")
    func card(_ front: String) throws -> UInt64 {
      try #require(cards.first { $0.front == front }).id
    }
    try user.startSession(["deck": .string("Words"), "questions": .uint32(3)])
    let first = try user.practice()
    #expect(try first.card == card(first.question))
    try user.suspend(first.card)
    let second = try user.practice()
    #expect(second.question != first.question && second.revision == first.revision + 1)
    try user.reveal(second.questionNumber)
    let third = try user.practice()
    #expect(![first.question, second.question].contains(third.question))
    try user.suspend(card(third.question))
    // The one that was missed is left; without it the session ends.
    #expect(try user.practice().question == second.question)
    try user.restart()
    #expect(try user.practice().question == second.question)
    try user.suspend(card(second.question))
    #expect(try user.practice().state == "finished" && user.practice().card == 0)
    #expect(try user.refusalName { try user.restartSession() } == "DeckTooSmall")
    try user.suspend(card(third.question), false)
    #expect(try user.practice().question == third.question)
    try user.restartSession()
    #expect(try user.practice().question == third.question)
  }

  /// Undo left a schedule without reviews, if a session asked two cards that are known by one side.
  @Test func twoCardsOfOneFirstSideAreUndone() throws {
    let user = try DeckSession(["Words": "bank\tBank\nbank\tUfer\ndog\tHund\n"])
    try user.startSession([
      "deck": .string("Words"), "questions": .uint32(3), "mode": .string("recall"),
      "direction": .string("backward"),
    ])
    for number in 1...3 as ClosedRange<UInt32> {
      try user.reveal(number)
      try user.grade(number, 3)
    }
    try user.restart()
    for _ in 1...3 { try user.undo() }
    #expect(try user.rebuild() == [0, 0])
    #expect(try user.cards("Words").allSatisfy { $0.backward == nil })
  }

  /// After a kill between store and file, an edit done again left the reviews with no card.
  @Test func anEditDoneAgainFindsTheReviews() throws {
    let words = "a\t1\nb\t2\n"
    let user = try DeckSession(["Words": words])
    try user.startSession(["deck": .string("Words"), "mode": .string("recall")])
    for number in 1...2 as ClosedRange<UInt32> {
      try user.reveal(number)
      try user.grade(number, 3)
    }
    try user.update(try #require(try user.cards("Words").first).id, ["front": .string("x")])
    // As the kill leaves them.
    try user.bus.files.write(DeckSession.folder + "Words.tsv", words)
    let left = try #require(try user.cards("Words").first)
    #expect(left.front == "a" && left.forward == nil)
    try user.update(left.id, ["front": .string("x")])
    let again = try user.cards("Words")
    #expect(again.map(\.front) == ["x", "b"] && again.allSatisfy { $0.forward?.reviews == 1 })
    #expect(try user.rebuild() == [2, 0])
    try user.restart()
    #expect(try user.cards("Words") == again)
  }

  /// New parameters made the next answer one of no time at all.
  @Test func theTimeOfAnAnswerIsCountedFromItsQuestion() throws {
    let user = try DeckSession(["Words": "a\t1\nb\t2\n"])
    try user.startSession(["deck": .string("Words"), "mode": .string("recall")])
    let asked = ContinuousClock.now
    let parameters = FSRSParameters.ranges.map { Value.double($0.upperBound) }
    try user.set("Parameters", .array("d", parameters))
    let front = try user.practice().question
    let card = try #require(try user.cards("Words").first { $0.front == front })
    try user.update(card.id, ["front": .string("other")])
    try user.reveal(1)
    let least = asked.duration(to: .now) / .milliseconds(1)
    try user.grade(1, 3)
    let row = try #require(try user.log().last)
    #expect(Double(row.took) >= least.rounded(.down) - 1)
  }

  /// Parameters were compared with the published ones while another program held the database.
  @Test func parametersAreSetAfterTheDatabaseWasLocked() throws {
    let user = try DeckSession()
    try user.startSession(["mode": .string("recall")])
    try user.reveal(1)
    try user.grade(1, 3)
    let parameters = FSRSParameters.ranges.map { Value.double($0.upperBound) }
    try user.set("Parameters", .array("d", parameters))
    var other: Database?
    try user.restart {
      other = try Database(path: user.state + "/memorize.sqlite")
      try other?.execute("BEGIN IMMEDIATE")
    }
    // It gives up waiting for the lock.
    #expect(try user.refusalName { try user.undo() } == "StorageFailed")
    other = nil
    try user.set("Parameters", .array("d", []))
    #expect(try user.rebuild() == [1, 0])
  }

  @Test func noReviewFollowsTheLastNumber() throws {
    let user = try DeckSession()
    try user.startSession(["mode": .string("recall")])
    try user.reveal(1)
    try user.grade(1, 3)
    #expect(try user.log().count == 1)
    for number in [UInt64(Int64.max), UInt64(Int64.max) + 1, .max] {
      #expect(try user.log(after: number).isEmpty)
    }
  }

  /// A question that an import suspended was followed by one whose answer counted as revealed, and
  /// a session that suspensions ended was counted anew each time.
  @Test func suspensionsAreStepsOfTheSession() throws {
    let user = try DeckSession(["Words": "a\t1\t\tga\nb\t2\t\tgb\n"])
    func streak() throws -> Value? { try user.practiceStatistics()["streak"] }
    try user.startSession([
      "deck": .string("Words"), "questions": .uint32(2), "mode": .string("recall"),
    ])
    let first = try user.practice()
    try user.reveal(first.questionNumber)
    _ = try user.importReviews([], suspended: ["g" + first.question])
    let second = try user.practice()
    #expect(second.state == "asking" && second.question != first.question)
    #expect(second.revision > first.revision + 1)
    #expect(try user.refusalName { try user.grade(second.questionNumber, 3) } == "NotRevealed")
    try user.reveal(second.questionNumber)
    try user.grade(second.questionNumber, 3)
    #expect(try user.practice().state == "finished" && streak() == .uint32(1))
    // Still finished without its only answer, if that question is suspended too, but no practice.
    _ = try user.importReviews([], suspended: ["g" + second.question])
    try user.undo()
    #expect(try user.practice().state == "finished" && streak() == .uint32(0))
    let card = try #require(try user.cards("Words").first { $0.front == second.question })
    try user.suspend(card.id, false)
    #expect(try user.practice().state == "asking" && streak() == .uint32(0))
    try user.suspend(card.id)
    #expect(try user.practice().state == "finished" && streak() == .uint32(0))
  }

  /// A card that got the first side of a removed one was resumed, and its answers went nowhere.
  @Test func aCardThatTakesOverReviewsStaysAsItIs() throws {
    let user = try DeckSession(["Words": "a\t1\nb\t2\nc\t3\n"])
    func card(_ front: String) throws -> CardSummary {
      try #require(try user.cards("Words").first { $0.front == front })
    }
    try user.startSession([
      "deck": .string("Words"), "questions": .uint32(3), "mode": .string("recall"),
    ])
    let gone = try user.practice().question
    try user.reveal(1)
    try user.grade(1, 3)
    let reviewed = try card(gone).id
    try user.remove(reviewed)
    let asked = try user.practice()
    try user.update(try card(asked.question).id, ["front": .string(gone)])
    try user.reveal(asked.questionNumber)
    try user.grade(asked.questionNumber, 3)
    #expect(try card(gone).id == reviewed && card(gone).forward?.reviews == 2)
    let last = try card(try user.practice().question)
    try user.suspend(last.id)
    try user.remove(reviewed)
    try user.update(last.id, ["front": .string(gone)])
    #expect(try card(gone).isSuspended && card(gone).id == reviewed)
    #expect(try user.rebuild()[1] == 0)
  }
}
