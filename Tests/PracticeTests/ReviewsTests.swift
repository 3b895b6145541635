import MemoryGame
import TestSupport
import Testing

@testable import Practice

@Suite struct ReviewsTests {
  private let settings = PracticeSettings()

  /// Cards of decks that were rewritten or removed once took memory for ever.
  @Test func cardsOfNoDeckAreForgottenUnlessAnswered() throws {
    var reviews = Reviews()
    for round in 0..<10 {
      let cards = (0..<100).map { WordCard("q\(round).\($0)", "a") }
      reviews.setDeck(try makeDeck(cards))
      let memory = try #require(MemoryState(stability: 1, difficulty: 5))
      reviews.setSchedule(
        Schedule(memory: memory, introducedAt: 1, reviewedAt: 1, reviewedOn: 0),
        of: CardIdentity(cards[0], in: "test"), .forward)
      #expect(reviews.cards.count <= 200 + round)
    }
    reviews.removeDeck(named: "Test")
    reviews.setDeck(try makeDeck(plainCards(100)))
    #expect(reviews.schedules.count == 10)
    #expect(reviews.cards.count <= 210)
  }

  /// Counts that are updated equal counts of everything.
  @Test func countsAreThoseOfWalkingThroughAll() throws {
    var generator = SeededGenerator(for: "countsAreThoseOfWalkingThroughAll")
    for _ in 0..<150 {
      var reviews = Reviews()
      var decks: [String: Deck] = [:]
      var schedules: [CardIdentity: [Direction: Schedule]] = [:]
      for _ in 0..<30 {
        try change(&reviews, &decks, &schedules, using: &generator)
        compare(reviews, decks, schedules, using: &generator)
      }
      var restored = Reviews()
      restored.setSchedules(
        schedules.flatMap { card, columns in
          columns.map { ScheduleUpdate(card: card, direction: $0.key, schedule: $0.value) }
        })
      for deck in decks.values { restored.setDeck(deck) }
      compare(restored, decks, schedules, using: &generator)
      reviews.setSchedules([])
      compare(reviews, decks, [:], using: &generator)
    }
  }

  private func change(
    _ reviews: inout Reviews, _ decks: inout [String: Deck],
    _ schedules: inout [CardIdentity: [Direction: Schedule]],
    using generator: inout some RandomNumberGenerator
  ) throws {
    let name = ["one", "two", "three"].randomElement(using: &generator) ?? "one"
    switch Int.random(in: 0..<9, using: &generator) {
    case 0:
      reviews.removeDeck(named: name.uppercased())
      decks[name] = nil
    case 1, 2:
      let deck = try makeDeck(randomCards(0...8, using: &generator), name: name)
      reviews.setDeck(deck)
      decks[name] = deck
    case 3:
      // As when cards are added to its file.
      let old = decks[name].map { Array($0.cards) } ?? []
      let deck = try makeDeck(old + randomCards(0...3, using: &generator), name: name)
      reviews.setDeck(deck)
      decks[name] = deck
    default:
      let cards = randomCards(1...1, using: &generator)
      let identity = CardIdentity(cards[0], in: name)
      let direction = Direction.allCases.randomElement(using: &generator) ?? .forward
      let time = newYear + .random(in: 0...40, using: &generator) * Schedule.day
      let rating = Rating.allCases.randomElement(using: &generator) ?? .good
      let isGone = Int.random(in: 0..<4, using: &generator) == 0
      let schedule = isGone ? nil : Schedule(first: rating, at: time)
      reviews.setSchedule(schedule, of: identity, direction)
      schedules[identity, default: [:]][direction] = schedule
      if schedules[identity]?.isEmpty == true { schedules[identity] = nil }
    }
  }

  /// A file that gets back the text that it had before an edit was read as one without changes, and its card
  /// was in no deck.
  @Test func aDeckThatIsAsBeforeARenameIsReadAnew() throws {
    var reviews = Reviews()
    let cards = plainCards(2)
    let (old, new) = (
      CardIdentity(cards[0], in: "test"), CardIdentity(WordCard("x", "y"), in: "test")
    )
    reviews.setDeck(try makeDeck(cards))
    reviews.rename(old, to: new)
    reviews.setDeck(try makeDeck(cards))
    #expect(reviews.isInDeck(old) && !reviews.isInDeck(new))
  }

  @Test func cardsIntroducedByAClockAheadUseUpNoAllowance() throws {
    var reviews = Reviews()
    reviews.setDeck(try makeDeck(plainCards(20)))
    let settings = PracticeSettings()
    func introduce(_ number: Int, at time: UInt64) {
      let card = CardIdentity(WordCard("q\(number)", "a\(number)"), in: "test")
      reviews.setSchedule(Schedule(first: .good, at: time), of: card, .forward)
    }
    for number in 0..<10 { introduce(number, at: newYear + 2000 * Schedule.day) }
    #expect(reviews.newCount(settings, at: at(newYear + 12 * hour)) == 10)
    #expect(!reviews.hasIntroduced(at: at(newYear + 12 * hour)))
    // A clock that was set back by an hour does not bring the day's cards twice.
    introduce(10, at: newYear + 13 * hour)
    #expect(reviews.newCount(settings, at: at(newYear + 12 * hour)) == 9)
    #expect(reviews.hasIntroduced(at: at(newYear + 12 * hour)))
    // Nor does a day of 25 hours.
    introduce(11, at: newYear + 24 * hour)
    let late = PracticeTime(
      now: newYear + 24 * hour + hour / 2, day: newYear.day, startOfDay: newYear)
    #expect(reviews.newCount(settings, at: late) == 8)
  }

  private func compare(
    _ reviews: Reviews, _ decks: [String: Deck],
    _ schedules: [CardIdentity: [Direction: Schedule]],
    using generator: inout some RandomNumberGenerator
  ) {
    let now = newYear + .random(in: 0...60, using: &generator) * Schedule.day
    var settings = PracticeSettings()
    settings.newPerDay = .random(in: 0...8, using: &generator)
    let time = at(now)
    let all = schedules.values.flatMap(\.values)
    let today = time.startOfDay..<time.startOfDay + Schedule.day
    let allowed = max(settings.newPerDay - all.count { today.contains($0.introducedAt) }, 0)
    check(reviews.allowance(settings, at: time) == allowed, "what is left of the allowance")
    var present = Set<CardIdentity>()
    var large = Set<CardIdentity>()
    for (key, deck) in decks {
      let members = Set(deck.cards.map { CardIdentity($0, in: key) })
      present.formUnion(members)
      if deck.cards.haveDifferentAnswers { large.formUnion(members) }
      let own = members.flatMap { schedules[$0, default: [:]].values }
      let counts = reviews.counts(ofDeck: key, settings, at: time)
      check(counts?.cards == deck.cards.count, "cards of a deck")
      check(counts?.due == own.count { $0.dueAt <= now }, "due cards of a deck")
      check(
        counts?.new
          == (deck.cards.haveDifferentAnswers
            ? min(allowed, members.count { schedules[$0] == nil }) : 0),
        "new cards of a deck")
    }
    let due = present.flatMap { schedules[$0, default: [:]].values }.map(\.dueAt)
    let survey = reviews.survey(on: time.day)
    check(survey.due == due.count { $0 <= now }, "all that is due")
    check(
      survey.next.map { UInt64($0) * Schedule.day } == due.filter { $0 > now }.min(),
      "when the next falls due")
    check(
      reviews.newCount(settings, at: time)
        == min(allowed, large.count { schedules[$0] == nil }), "all that is new")
    let ahead = (0..<9).map { day in
      due.count { day == 0 ? $0 <= now : $0 == now + UInt64(day) * Schedule.day }
    }
    check(reviews.reviewsAhead(from: time.day, days: 9) == ahead, "reviews ahead")
    let chances = present.flatMap { schedules[$0, default: [:]].values }
      .map { $0.retrievability(at: now) }
    let mean = reviews.meanRetrievability(on: time.day)
    check((mean == nil) == chances.isEmpty, "no mean of nothing")
    if let mean {
      check(
        abs(mean - chances.reduce(0, +) / Double(chances.count)) < 1e-12, "the mean of all chances")
    }
  }

  /// Re-import updates a card and keeps its schedule; a card without guid is known by its side.
  @Test func reimportKeepsSchedules() throws {
    var reviews = Reviews()
    reviews.setDeck(try makeDeck([WordCard("a", "x", guid: "1"), WordCard("b", "y")]))
    let schedule = Schedule(first: .good, at: newYear)
    let guid = CardIdentity.guid("1")
    let side = CardIdentity.side(deck: "test", first: "b")
    reviews.setSchedule(schedule, of: guid, .forward)
    reviews.setSchedule(schedule, of: side, .forward)
    #expect(reviews.survey(on: schedule.dueDay).due == 2)
    reviews.removeDeck(named: "test")
    #expect(reviews.survey(on: schedule.dueDay).due == 0)
    reviews.setDeck(
      try makeDeck([WordCard("other", "z", guid: "1"), WordCard("b ", "changed")], name: "TEST"))
    #expect(reviews.schedule(of: guid, .forward) == schedule)
    #expect(reviews.schedule(of: side, .forward) == schedule)
    #expect(reviews.survey(on: schedule.dueDay).due == 2)
  }

  @Test func dueSessionsAskDueCardsFirstAndNewOnesAfter() throws {
    var trainer = try makeTrainer(plainCards(12))
    var generator = SeededGenerator(for: "dueSessionsAskDueCardsFirstAndNewOnesAfter")
    // The later in the deck, the longer ago, and the less it is remembered.
    for number in 0..<3 {
      trainer.reviews.setSchedule(
        Schedule(first: .good, at: newYear - UInt64(number + 2) * Schedule.day),
        of: .side(deck: "test", first: "q\(number)"), .forward)
    }
    trainer.reviews.setSchedule(
      Schedule(first: .easy, at: newYear), of: .side(deck: "test", first: "q3"), .forward)
    var settings = settings
    settings.newPerDay = 3
    let options = SessionOptions(deck: "test", questions: 20, isDue: true)
    _ = try trainer.start(options, settings, at: at(newYear), using: &generator)
    // One of the three new ones was answered today.
    #expect(trainer.session?.questions.map(\.text) == ["q2", "q1", "q0", "q4", "q5"])
  }

  @Test func dueCardsComeByTheirRetrievability() throws {
    var generator = SeededGenerator(for: "dueCardsComeByTheirRetrievability")
    for direction in Direction.allCases {
      let deck = try makeDeck(plainCards(200))
      var reviews = Reviews()
      reviews.setDeck(deck)
      for card in deck.cards.shuffled(using: &generator).dropFirst(20) {
        var schedule = Schedule(
          first: Rating.allCases.randomElement(using: &generator) ?? .good,
          at: newYear - .random(in: 0...90, using: &generator) * Schedule.day)
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
          schedule = schedule.reviewed(.good, at: min(schedule.dueAt, newYear))
        }
        reviews.setSchedule(schedule, of: CardIdentity(card, in: "test"), direction)
      }
      let cards = reviews.dueCards(ofDeck: "Test", direction, at: at(newYear))
      let schedules = cards.map {
        reviews.schedule(of: CardIdentity(deck.cards[$0.index], in: "test"), direction)
      }
      let due = schedules.compactMap { $0 }
      #expect(due.count == reviews.survey(on: newYear.day).due)
      #expect(due.allSatisfy { $0.dueAt <= newYear })
      let chances = due.map { $0.retrievability(at: newYear) }
      #expect(zip(chances, chances.dropFirst()).allSatisfy { $0 <= $1 + 1e-12 })
    }
  }

  /// A large deck that is too small to practice built its index anew for each of its due cards.
  @Test func aDeckThatIsTooSmallIsLeftOutOfTheQueueAtOnce() throws {
    var generator = SeededGenerator(for: "aDeckThatIsTooSmallIsLeftOutOfTheQueueAtOnce")
    var trainer = Trainer()
    let same = (0..<2000).map { WordCard("same \($0)", "one answer") }
    trainer.reviews.setDeck(try makeDeck(same, name: "Same"))
    trainer.reviews.setDeck(try makeDeck(plainCards(3), name: "Plain"))
    for number in 0..<2000 {
      trainer.reviews.setSchedule(
        Schedule(first: .good, at: newYear - UInt64(50 + number) * Schedule.day),
        of: .side(deck: "same", first: "same \(number)"), .forward)
    }
    for number in 0..<3 {
      trainer.reviews.setSchedule(
        Schedule(first: .good, at: newYear - 40 * Schedule.day),
        of: .side(deck: "plain", first: "q\(number)"), .forward)
    }
    let options = SessionOptions(deck: nil, questions: 0, direction: .forward, isDue: true)
    _ = try trainer.start(options, settings, at: at(newYear), using: &generator)
    #expect(Set(trainer.session?.questions.map(\.deck) ?? []) == ["Plain"])
  }

  /// A deck in which nearly all answers overlap ended the queue for the decks after it.
  @Test func aDeckWithoutWrongAnswersDoesNotEndTheQueue() throws {
    var generator = SeededGenerator(for: "aDeckWithoutWrongAnswersDoesNotEndTheQueue")
    var trainer = Trainer()
    let alike = (0..<300).flatMap { [WordCard("q\($0)", "one"), WordCard("q\($0)", "two")] }
    trainer.reviews.setDeck(try makeDeck(alike, name: "Alike"))
    trainer.reviews.setDeck(try makeDeck(plainCards(3), name: "Plain"))
    for (deck, count, days) in [("alike", 300, 50), ("plain", 3, 40)] {
      for number in 0..<count {
        trainer.reviews.setSchedule(
          Schedule(first: .good, at: newYear - UInt64(days) * Schedule.day),
          of: .side(deck: deck, first: "q\(number)"), .forward)
      }
    }
    let options = SessionOptions(deck: nil, questions: 0, direction: .forward, isDue: true)
    _ = try trainer.start(options, settings, at: at(newYear), using: &generator)
    #expect(trainer.session?.questions.map(\.deck) == ["Plain", "Plain", "Plain"])
  }

  @Test func nothingDueIsRefusedAndARestartAsksAll() throws {
    var trainer = try makeTrainer(plainCards(3))
    var generator = SeededGenerator(for: "nothingDueIsRefusedAndARestartAsksAll")
    let options = SessionOptions(deck: "Test", questions: 3, isDue: true)
    for _ in 0..<20 {
      _ = try trainer.start(options, settings, at: at(newYear), using: &generator)
      while let question = trainer.question {
        _ = try trainer.answer(
          question.number, choice: question.rightIndex, settings, at: newYear)
      }
      #expect(throws: PracticeError.nothingDue("Test")) {
        try trainer.start(options, settings, at: at(newYear), using: &generator)
      }
      guard case .finished = trainer.state else {
        Issue.record("a refused start leaves the session that was")
        return
      }
      _ = try trainer.restart(settings, at: at(newYear), using: &generator)
      #expect(trainer.session?.questions.count == 3)
      #expect(trainer.session?.options == options)
      // New and due cards are asked again when their time has come.
      let later = newYear + 100 * Schedule.day
      _ = try trainer.start(options, settings, at: at(later), using: &generator)
      #expect(trainer.session?.questions.count == 3)
      trainer.forgetReviews()
    }
  }
}
