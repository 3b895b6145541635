import Foundation
import MemoryGame
import TestSupport
import Testing

@testable import Practice
@testable import Store

/// Practice is read back as it was saved, step by step.
@Suite struct PracticeStoreTests {
  @Test func eachStepReadsBackAsItWas() throws {
    var random = SeededGenerator(for: "eachStepReadsBackAsItWas")
    let directory = try TemporaryDirectory()
    let tables = try Store.Tables(path: directory.path("practice"))
    var desk = PracticeDesk(tables, decks: try PracticeDesk.decks())
    var finished = 0
    // A session that may be left seldom comes to its end; in the last rounds it must.
    for round in 0..<1500 {
      try desk.step(using: &random, isLeaving: round < 1000)
      let stored = try tables.practice.load(FSRS())
      #expect(stored.session == desk.trainer.session)
      #expect(stored.revision == desk.revision && !stored.isDamaged)
      if case .revealed = desk.trainer.state { #expect(stored.isRevealed) }
      if case .asking = desk.trainer.state { #expect(!stored.isRevealed) }
      if case .finished = desk.trainer.state { finished += 1 }
      #expect(Set(stored.schedules) == Set(desk.trainer.reviews.schedules))
      // Restored, it is the same: state, question and what is due.
      var again = Trainer()
      again.reviews.setSchedules(stored.schedules)
      if let session = stored.session {
        again.resume(session, isRevealed: stored.isRevealed, at: 0)
      }
      #expect(again.state == desk.trainer.state)
    }
    #expect(finished > 0 && desk.revision > 200)
  }

  @Test(arguments: [
    "UPDATE question SET right_place = 9", "UPDATE question SET answers = ''",
    "UPDATE question SET text = char(7)", "DELETE FROM question WHERE number = 2",
    "UPDATE session SET mode = 'guess'", "UPDATE response SET question = 2 WHERE sequence = 1",
    "UPDATE response SET sequence = 7 WHERE sequence = 2",
    "UPDATE response SET question = -9223372036854775808 WHERE sequence = 1",
  ])
  func anInvalidSessionIsLeftOut(change: String) throws {
    var random = SeededGenerator(for: "anInvalidSessionIsLeftOut")
    let directory = try TemporaryDirectory()
    let path = directory.path("practice")
    do {
      let practice = try Store.Tables(path: path).practice
      var trainer = Trainer()
      trainer.reviews.setDeck(.japaneseBasics)
      let time = PracticeTime(utc: 1_700_000_000_000_000)
      let options = SessionOptions(deck: Deck.japaneseBasics.name, questions: 3)
      try practice.save(
        trainer.start(options, PracticeSettings(), at: time, using: &random), revision: 1,
        lastDeck: nil)
      for revision in 2...3 as ClosedRange<UInt64> {
        let place = try #require(trainer.question?.rightIndex)
        let step = try trainer.answer(
          Int(revision) - 1, choice: place, PracticeSettings(), at: time.now)
        try practice.save(step, revision: revision, lastDeck: nil)
      }
    }
    try Database(path: path).execute(change)
    let stored = try Store.Tables(path: path).practice.load(FSRS())
    #expect(stored.session == nil && stored.revision == 3)
    #expect(stored.schedules.count == 2)
    #expect(stored.isDamaged)
  }

  @Test func spellingsThatAreEqualAreOneCard() throws {
    let directory = try TemporaryDirectory()
    let practice = try Store.Tables(path: directory.path("practice")).practice
    let spellings = ["caf\u{E9}", "cafe\u{301}"]
    #expect(spellings[0] == spellings[1])
    for spelling in spellings {
      for card in [CardIdentity.side(deck: spelling, first: spelling), .guid(spelling)] {
        let review = Review(
          card: card, direction: .forward, rating: .good,
          at: spelling.utf8.count == 5 ? 1 : 5 * Schedule.day, took: 0)
        #expect(try practice.add(reviews: [review], at: 1, FSRS()) == 1)
        #expect(try practice.add(reviews: [review], at: 1, FSRS()) == 0)
      }
    }
    let later = Schedule(first: .good, at: 1).reviewed(.good, at: 5 * Schedule.day)
    #expect(try practice.load(FSRS()).schedules.map(\.schedule) == [later, later])
  }

  @Test func aDeckIsOneInAllSpellingsAndForgetsOnlyItsStart() throws {
    let directory = try TemporaryDirectory()
    let practice = try Store.Tables(path: directory.path("practice")).practice
    for (index, spelling) in ["caf\u{E9}", "cafe\u{301}"].enumerated() {
      try practice.decks.save([spelling: DeckStanding(place: index, isStarted: true)])
    }
    let kept = DeckStanding(place: 3, addedAt: .max >> 1, isSuspended: true)
    try practice.decks.save(["x": kept])
    let standings = ["café": DeckStanding(place: 1, isStarted: true), "x": kept]
    #expect(try practice.load(FSRS()).standings == standings)
    try practice.forgetReviews()
    #expect(
      try practice.load(FSRS()).standings == ["café": DeckStanding(place: 1), "x": kept])
  }

  @Test func retentionCountsReviewsOfOtherDays() throws {
    let directory = try TemporaryDirectory()
    let tables = try Store.Tables(path: directory.path("practice"))
    let newYear: UInt64 = 1_767_225_600_000_000
    let hour: UInt64 = 3_600_000_000
    let calendar = LocalCalendar { _ in 3600 }
    for (at, rating, elapsed) in [
      (newYear, Rating.good, nil), (newYear, .again, 0), (newYear, .good, 1),
      (newYear - 1, .again, 3), (newYear + 23 * hour, .hard, 2), (newYear + 40 * hour, .good, nil),
    ] {
      try tables.database["INSERT INTO review (at, day, rating, elapsed) VALUES (?, ?, ?, ?)"]
        .bind(at).bind(calendar.day(of: at)).bind(rating.rawValue).bind(elapsed).run()
    }
    let day = Int(newYear / Schedule.day)
    let days = try tables.practice.reviews.retention(since: 0)
    #expect(days.keys.sorted() == [day, day + 1])
    #expect(days[day]?.reviewed == 2 && days[day]?.recalled == 1)
    #expect(days[day + 1]?.reviewed == 1 && days[day + 1]?.recalled == 1)
  }

  @Test(arguments: [
    (Int.min, 1, 0), (.max, 1, 0), (20_000, -1, 0), (20_000, .max, 0), (20_000, 1, -1),
    (20_000, 1, .max),
  ])
  func impossibleNumbersOfSessionsAreLeftOut(day: Int, count: Int, daysBefore: Int) throws {
    let directory = try TemporaryDirectory()
    let tables = try Store.Tables(path: directory.path("practice"))
    try tables.database[
      "UPDATE past_sessions SET last = ?, done_on = ?, done_count = ?, days_before = ?"
    ]
    .bind(-1).bind(day).bind(count).bind(daysBefore).run()
    // The next number must not overflow.
    #expect(try tables.practice.pastSessions() == PastSessions(last: Row.maximumNumber))
  }

  @Test func anImpossibleScheduleMakesTheCardNew() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("practice")
    let tables = try Store.Tables(path: path)
    let database = tables.database
    for (side, stability, difficulty) in [
      ("a", "3", "5"), ("b", "-1", "5"), ("c", "3", "99"), ("d", "9e999", "5"), ("e", "3", "5"),
    ] {
      let direction = side == "e" ? "up" : "forward"
      try database.execute("INSERT INTO card (deck, side, added_at) VALUES ('deck', '\(side)', 1)")
      try database.execute(
        """
        INSERT INTO schedule
        VALUES (last_insert_rowid(), '\(direction)', \(stability), \(difficulty), 1, 1, 0, NULL, 0)
        """)
    }
    let schedules = try tables.practice.load(FSRS()).schedules
    #expect(schedules.map(\.card) == [.side(deck: "deck", first: "a")])
  }
}
