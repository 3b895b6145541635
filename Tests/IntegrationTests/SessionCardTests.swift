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
    let desk = try DaemonDesk()
    try desk.startSession()
    let before = try desk.practice()
    let deck = before.deck
    for ask in [
      { _ = try desk.decks() }, { _ = try desk.practiceStatistics() },
      {
        _ = try desk.proxy.callAndWait(DecksContract.cards, deck, 0, 1)
      },
    ] as [() throws -> Void] {
      try desk.restart()
      try ask()
      #expect(try desk.practice() == before)
    }
  }

  /// A card that was suspended in the midst of a session was asked all the same.
  @Test func aSuspendedCardIsNotAskedAnyMore() throws {
    let desk = try CardDesk(["Words": "a\t1\nb\t2\nc\t3\n"])
    let cards = try desk.cards("Words")
    func card(_ front: String) throws -> UInt64 {
      try #require(cards.first { $0.front == front }).id
    }
    try desk.startSession(["deck": .string("Words"), "questions": .uint32(3)])
    let first = try desk.practice()
    try desk.suspend(card(first.question))
    let second = try desk.practice()
    #expect(second.question != first.question && second.revision == first.revision + 1)
    try desk.reveal(second.questionNumber)
    let third = try desk.practice()
    #expect(![first.question, second.question].contains(third.question))
    try desk.suspend(card(third.question))
    // The one that was missed is left; without it the session ends.
    #expect(try desk.practice().question == second.question)
    try desk.restart()
    #expect(try desk.practice().question == second.question)
    try desk.suspend(card(second.question))
    #expect(try desk.practice().state == "finished")
    #expect(try desk.refusalName { try desk.restartSession() } == "DeckTooSmall")
    try desk.suspend(card(third.question), false)
    #expect(try desk.practice().question == third.question)
    try desk.restartSession()
    #expect(try desk.practice().question == third.question)
  }

  /// Undo left a schedule without reviews, if a session asked two cards that are known by one side.
  @Test func twoCardsOfOneFirstSideAreUndone() throws {
    let desk = try CardDesk(["Words": "bank\tBank\nbank\tUfer\ndog\tHund\n"])
    try desk.startSession([
      "deck": .string("Words"), "questions": .uint32(3), "mode": .string("recall"),
      "direction": .string("backward"),
    ])
    for number in 1...3 as ClosedRange<UInt32> {
      try desk.reveal(number)
      try desk.grade(number, 3)
    }
    try desk.restart()
    for _ in 1...3 { try desk.undo() }
    #expect(try desk.rebuild() == [0, 0])
    #expect(try desk.cards("Words").allSatisfy { $0.backward == nil })
  }

  /// After a kill between store and file, an edit done again left the reviews with no card.
  @Test func anEditDoneAgainFindsTheReviews() throws {
    let words = "a\t1\nb\t2\n"
    let desk = try CardDesk(["Words": words])
    try desk.startSession(["deck": .string("Words"), "mode": .string("recall")])
    for number in 1...2 as ClosedRange<UInt32> {
      try desk.reveal(number)
      try desk.grade(number, 3)
    }
    try desk.update(try #require(try desk.cards("Words").first).id, ["front": .string("x")])
    // As the kill leaves them.
    try desk.bus.files.write(CardDesk.folder + "Words.tsv", words)
    let left = try #require(try desk.cards("Words").first)
    #expect(left.front == "a" && left.forward == nil)
    try desk.update(left.id, ["front": .string("x")])
    let again = try desk.cards("Words")
    #expect(again.map(\.front) == ["x", "b"] && again.allSatisfy { $0.forward?.reviews == 1 })
    #expect(try desk.rebuild() == [2, 0])
    try desk.restart()
    #expect(try desk.cards("Words") == again)
  }

  /// New parameters made the next answer one of no time at all.
  @Test func theTimeOfAnAnswerIsCountedFromItsQuestion() throws {
    let desk = try CardDesk(["Words": "a\t1\nb\t2\n"])
    try desk.startSession(["deck": .string("Words"), "mode": .string("recall")])
    let asked = ContinuousClock.now
    let parameters = FSRSParameters.ranges.map { Value.double($0.upperBound) }
    try desk.set("Parameters", .array("d", parameters))
    let front = try desk.practice().question
    let card = try #require(try desk.cards("Words").first { $0.front == front })
    try desk.update(card.id, ["front": .string("other")])
    try desk.reveal(1)
    let least = asked.duration(to: .now) / .milliseconds(1)
    try desk.grade(1, 3)
    let row = try #require(try desk.log().last)
    #expect(Double(row.took) >= least.rounded(.down) - 1)
  }

  /// Parameters were compared with the published ones while another program held the database.
  @Test func parametersAreSetAfterTheDatabaseWasLocked() throws {
    let desk = try CardDesk()
    try desk.startSession(["mode": .string("recall")])
    try desk.reveal(1)
    try desk.grade(1, 3)
    let parameters = FSRSParameters.ranges.map { Value.double($0.upperBound) }
    try desk.set("Parameters", .array("d", parameters))
    var other: Database?
    try desk.restart {
      other = try Database(path: desk.state + "/memorize.sqlite")
      try other?.execute("BEGIN IMMEDIATE")
    }
    // It gives up waiting for the lock.
    #expect(try desk.refusalName { try desk.undo() } == "StorageFailed")
    other = nil
    try desk.set("Parameters", .array("d", []))
    #expect(try desk.rebuild() == [1, 0])
  }

  @Test func nothingIsAfterTheLastNumber() throws {
    let desk = try CardDesk()
    try desk.startSession(["mode": .string("recall")])
    try desk.reveal(1)
    try desk.grade(1, 3)
    #expect(try desk.log().count == 1)
    for number in [UInt64(Int64.max), UInt64(Int64.max) + 1, .max] {
      #expect(try desk.log(after: number).isEmpty)
    }
  }

  /// A question that an import suspended was followed by one whose answer counted as revealed, and
  /// a session that suspensions ended was counted anew each time.
  @Test func suspensionsAreStepsOfTheSession() throws {
    let desk = try CardDesk(["Words": "a\t1\t\tga\nb\t2\t\tgb\n"])
    func streak() throws -> Value? { try desk.practiceStatistics()["streak"] }
    try desk.startSession([
      "deck": .string("Words"), "questions": .uint32(2), "mode": .string("recall"),
    ])
    let first = try desk.practice()
    try desk.reveal(first.questionNumber)
    _ = try desk.importReviews([], suspended: ["g" + first.question])
    let second = try desk.practice()
    #expect(second.state == "asking" && second.question != first.question)
    #expect(second.revision > first.revision + 1)
    #expect(try desk.refusalName { try desk.grade(second.questionNumber, 3) } == "NotRevealed")
    try desk.reveal(second.questionNumber)
    try desk.grade(second.questionNumber, 3)
    #expect(try desk.practice().state == "finished" && streak() == .uint32(1))
    // Still finished without its only answer, if that question is suspended too.
    _ = try desk.importReviews([], suspended: ["g" + second.question])
    try desk.undo()
    #expect(try desk.practice().state == "finished" && streak() == .uint32(1))
    let card = try #require(try desk.cards("Words").first { $0.front == second.question })
    try desk.suspend(card.id, false)
    #expect(try desk.practice().state == "asking" && streak() == .uint32(0))
    try desk.suspend(card.id)
    #expect(try desk.practice().state == "finished" && streak() == .uint32(1))
  }

  /// A card that got the first side of a removed one was resumed, and its answers went nowhere.
  @Test func aCardThatTakesOverReviewsStaysAsItIs() throws {
    let desk = try CardDesk(["Words": "a\t1\nb\t2\nc\t3\n"])
    func card(_ front: String) throws -> CardSummary {
      try #require(try desk.cards("Words").first { $0.front == front })
    }
    try desk.startSession([
      "deck": .string("Words"), "questions": .uint32(3), "mode": .string("recall"),
    ])
    let gone = try desk.practice().question
    try desk.reveal(1)
    try desk.grade(1, 3)
    let reviewed = try card(gone).id
    try desk.remove(reviewed)
    let asked = try desk.practice()
    try desk.update(try card(asked.question).id, ["front": .string(gone)])
    try desk.reveal(asked.questionNumber)
    try desk.grade(asked.questionNumber, 3)
    #expect(try card(gone).id == reviewed && card(gone).forward?.reviews == 2)
    let last = try card(try desk.practice().question)
    try desk.suspend(last.id)
    try desk.remove(reviewed)
    try desk.update(last.id, ["front": .string(gone)])
    #expect(try card(gone).isSuspended && card(gone).id == reviewed)
    #expect(try desk.rebuild()[1] == 0)
  }
}
