import MemoryGame
import TestSupport
import Testing

@testable import Practice
@testable import Store

/// Events of other machines among own ones, judged by what all of them say together.
@Suite struct ForeignEventsTests {
  private let laptop = Machine.numbered(1)
  private let desktop = Machine.numbered(2)
  private let dog = CardIdentity.side(deck: "d", first: "dog")
  private static let time: UInt64 = 1_767_225_600_000_000

  private struct Desk {
    let directory: TemporaryDirectory
    let tables: Store.Tables
    var foreign: [LogEvent] = []

    init() throws {
      directory = try TemporaryDirectory()
      tables = try Store.Tables(path: directory.path("practice"), now: { time })
    }

    func change<T>(_ body: () throws(StoreError) -> T) throws -> T {
      try tables.database.transaction { () throws(StoreError) in try body() }
    }

    mutating func take(
      _ machine: Machine, _ sequence: UInt64, _ content: LogEvent.Content, later: UInt64 = 0
    ) throws {
      let event = LogEvent(EventID(machine, sequence), at: time + sequence + later, content)
      foreign.append(event)
      _ = try change { () throws(StoreError) in try tables.log.take([event]) }
    }

    /// Settles all, and compares it with the fold.
    func expectEqual() throws {
      try tables.settleAll()
      let own = try tables.log.events(after: 0)
      try StoreTests.expectEqual(try outcome(of: foreign + own), tables, FSRS())
    }

    /// An own answer; returns the number of its row.
    func answer(_ card: CardIdentity, at: UInt64 = time) throws -> Int64 {
      let after = FSRS().schedule(after: nil, .good, at: at, on: 20_454, chosenDay: 20_460)
      return try change { () throws(StoreError) in
        let id = try tables.practice.cards.record(of: card, at: at).id
        try tables.log.unsettle(id)
        return try tables.practice.reviews.add(
          ScheduleChange(
            card: card, direction: .forward, mode: .choices, rating: .good, took: 1, before: nil,
            after: after),
          of: id)
      }
    }

    func count(_ sql: StaticString) throws -> Int? { try tables.database[sql].integer() }
  }

  private func answered(_ card: CardIdentity) -> LogEvent.Content {
    .review(
      ReviewEvent(
        card, .forward, .answer(.good, .choices), at: Self.time, on: 20_454, chosenDay: 20_460))
  }

  /// A day to which a break had moved a card stayed when the move was forgotten, but not its review.
  @Test func aForgottenMoveOfADayLeavesTheDayOfTheReview() throws {
    var desk = try Desk()
    try desk.take(laptop, 1, answered(dog))
    try desk.take(desktop, 1, .fact(Fact(dayAfter: EventID(laptop, 1)), "20470"))
    try desk.expectEqual()
    #expect(try desk.count("SELECT chosen_day FROM review") == 20470)
    try desk.take(laptop, 2, .forget([desktop: 1]))
    try desk.expectEqual()
    #expect(try desk.count("SELECT chosen_day FROM review") == 20460)
  }

  /// Who knew the first events of a machine that was put back to an earlier state, and so gave their
  /// numbers to others, never took the others over.
  @Test func whatALogSaysNowCounts() throws {
    var desk = try Desk()
    let cat = CardIdentity.side(deck: "d", first: "cat")
    for sequence: UInt64 in 1...3 { try desk.take(laptop, sequence, answered(dog)) }
    try desk.take(laptop, 4, .fact(Fact(.suspended, of: dog), "yes"))
    try desk.take(laptop, 5, .unreview(EventID(laptop, 1)))
    #expect(try desk.count("SELECT 1 FROM card WHERE suspended") == 1)
    let first = desk.foreign[0]
    desk.foreign = []
    // Its file is read again then.
    for _ in 0..<2 {
      try desk.take(laptop, 1, first.content)
      try desk.take(laptop, 2, answered(cat), later: 1000)
    }
    try desk.take(laptop, 3, .fact(Fact(.gone, of: cat), "yes"), later: 1000)
    try desk.expectEqual()
    #expect(try desk.tables.log.known().last?.last == 3)
    #expect(try desk.count("SELECT count(*) FROM review") == 2)
  }

  /// A rename that a machine had made before it was put back must not stay with those who had read it.
  @Test func aRenameThatIsNoMoreIsLeftOut() throws {
    for isKnownBefore in [true, false] {
      var desk = try Desk()
      let (cat, pup) = (
        CardIdentity.side(deck: "d", first: "cat"), CardIdentity.side(deck: "d", first: "pup")
      )
      if isKnownBefore { _ = try desk.answer(dog) }
      try desk.take(laptop, 1, answered(dog))
      let first = desk.foreign[0]
      try desk.take(desktop, 1, .fact(Fact(.suspended, of: dog), "yes"))
      try desk.take(laptop, 2, .rename(dog, to: pup))
      try desk.take(laptop, 3, .rename(pup, to: cat))
      try desk.take(laptop, 4, answered(cat))
      try desk.expectEqual()
      desk.foreign.removeAll { $0.id.machine == laptop }
      for _ in 0..<2 {
        try desk.take(laptop, 1, first.content)
        try desk.take(laptop, 2, answered(cat), later: 1000)
      }
      try desk.expectEqual()
      #expect(try desk.tables.practice.cards.record(of: dog)?.isSuspended == true)
    }
  }

  /// A review that was written with one day was told with another one once a break had moved it.
  @Test func aMoveLeavesTheEventOfTheReview() throws {
    let desk = try Desk()
    _ = try desk.answer(dog)
    try desk.expectEqual()
    let before = try desk.tables.log.events(after: 0)
    let moved = try desk.tables.practice.load(FSRS()).schedules.map {
      ScheduleUpdate(
        card: $0.card, direction: $0.direction, schedule: $0.schedule?.moved(to: 20_480))
    }
    try desk.change { () throws(StoreError) in try desk.tables.practice.move(moved, at: 1) }
    #expect(try desk.tables.log.events(after: 0).first == before.first)
    try desk.expectEqual()
  }

  /// What took a review of another machine back was forgotten before the review, which stayed away here
  /// and came back elsewhere.
  @Test(arguments: [[0, 1, 2], [1, 0, 2], [1, 2, 0], [2, 1, 0]])
  func whatTookAReviewBackIsNotForgottenBeforeIt(order: [Int]) throws {
    var desk = try Desk()
    for index in order {
      switch index {
      case 0: try desk.take(laptop, 1, answered(dog))
      case 1: try desk.take(desktop, 1, .unreview(EventID(laptop, 1)))
      default: try desk.take(desktop, 2, .forget([desktop: 1]))
      }
    }
    try desk.expectEqual()
    #expect(try desk.count("SELECT count(*) FROM review") == 0)
  }

  /// A card that both machines gave the same guid must keep its number and both machines' reviews.
  @Test func aGuidGivenTwiceIsOne() throws {
    for isNamedFirst in [true, false] {
      var desk = try Desk()
      _ = try desk.answer(dog)
      let tables = desk.tables
      let id = try #require(try tables.practice.cards.record(of: dog)).id
      try desk.change { () throws(StoreError) in
        try tables.practice.cards.setSuspended(true, id)
        if isNamedFirst { try tables.log.name(dog) }
      }
      let review = ReviewEvent(dog, .forward, .answer(.hard, .typed), at: Self.time + 9, on: 20_454)
      try desk.take(laptop, 1, .review(review))
      try desk.take(laptop, 2, .rename(dog, to: dog.named))
      let later = ReviewEvent(
        dog.named, .forward, .answer(.good, .typed), at: Self.time + 10, on: 20_454)
      try desk.take(laptop, 3, .review(later))
      if !isNamedFirst { try desk.change { () throws(StoreError) in try tables.log.name(dog) } }
      #expect(try tables.practice.cards.record(of: dog.named)?.id == id)
      #expect(try desk.count("SELECT count(*) FROM card") == 1)
      #expect(try tables.practice.cards.sides(ofDeck: "d").isEmpty && tables.log.hasOthers())
      try desk.expectEqual()
    }
  }

  /// A review of another machine that told of the same stayed hidden when the own one was taken back.
  @Test func theTwinOfAnAnswerThatIsTakenBackCounts() throws {
    var desk = try Desk()
    let answer = try desk.answer(dog)
    try desk.take(
      laptop, 1,
      .review(ReviewEvent(dog, .forward, .imported(.hard), at: Self.time, on: 20_454)))
    try desk.expectEqual()
    #expect(try desk.count("SELECT count(*) FROM review WHERE rating < 0") == 1)
    try desk.change { () throws(StoreError) in try desk.tables.practice.reviews.remove(answer) }
    try desk.expectEqual()
    #expect(try desk.tables.practice.load(FSRS()).schedules.count == 1)
  }

  /// An own answer under the name that a card had before it got a guid elsewhere was one of a new card.
  @Test(arguments: [true, false])
  func anOldNameMeansTheCardThatGotAGuid(isOwn: Bool) throws {
    var desk = try Desk()
    _ = try desk.answer(dog)
    if isOwn {
      #expect(
        try desk.change { () throws(StoreError) in
          let cards = desk.tables.practice.cards
          return try cards.rename(cards.record(of: dog, at: 1).id, to: .guid("g"))
        })
    } else {
      try desk.take(laptop, 1, .rename(dog, to: .guid("g")))
    }
    _ = try desk.answer(dog, at: Self.time + 86_400_000_000)
    try desk.change { () throws(StoreError) in
      let cards = desk.tables.practice.cards
      try cards.setSuspended(true, cards.record(of: dog, at: 1).id)
    }
    try desk.expectEqual()
    #expect(try desk.count("SELECT count(*) FROM card") == 1)
  }

  /// An earlier forgetting was told with the numbers of the later one.
  @Test func aForgettingStaysAsItWasWritten() throws {
    var desk = try Desk()
    func forget() throws -> LogEvent? {
      try desk.change { () throws(StoreError) in try desk.tables.practice.forgetReviews() }
      return try desk.tables.log.events(after: 0).last
    }
    try desk.take(laptop, 1, answered(dog))
    let first = try forget()
    try desk.take(laptop, 2, answered(dog))
    _ = try desk.answer(dog)
    let second = try forget()
    let events = try desk.tables.log.events(after: 0)
    #expect(events.first == first && events.last == second)
    #expect(first?.content == .forget([laptop: 1]))
    try desk.expectEqual()
  }

  /// Responses kept the numbers of reviews that another machine had had forgotten.
  @Test func aForgettingElsewhereLeavesNoResponseWithoutItsReview() throws {
    var random = SeededGenerator(
      for: "aForgettingElsewhereLeavesNoResponseWithoutItsReview")
    var desk = try Desk()
    var practice = PracticeDesk(desk.tables, decks: try PracticeDesk.decks())
    while try desk.count("SELECT count(*) FROM response WHERE review IS NOT NULL") == 0 {
      try practice.step(using: &random)
    }
    let own = EventID(try desk.tables.log.machine(), try desk.tables.log.last())
    try desk.take(laptop, 1, .forget([own.machine: own.sequence]), later: 1 << 40)
    try desk.expectEqual()
    #expect(try desk.count("SELECT count(*) FROM response WHERE review IS NOT NULL") == 0)
    practice.restore(try desk.tables.practice.load(FSRS()))
    _ = try practice.trainer.undo(at: 0)
  }

  /// A card was looked for in all renames: 5,000 cards that get guids took a minute.
  @Test func manyRenamesAreTakenAtOnce() throws {
    let desk = try Desk()
    let events = (1...5000).map {
      LogEvent(
        EventID(laptop, UInt64($0)), at: UInt64($0),
        .rename(.side(deck: "d", first: "\($0)"), to: .guid("\($0)")))
    }
    let start = ContinuousClock.now
    _ = try desk.change { () throws(StoreError) in try desk.tables.log.take(events) }
    // With the address sanitizer, it takes 14 seconds instead of 0.3.
    #expect(ContinuousClock.now - start < .seconds(40))
    try StoreTests.expectEqual(try outcome(of: events), desk.tables, FSRS())
  }
}
