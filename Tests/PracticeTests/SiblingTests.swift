import TestSupport
import Testing

@testable import Practice

/// Of the directions of a card, and the gaps of a sentence, one is asked a day.
@Suite struct SiblingTests {
  private let settings = PracticeSettings()

  private func due(_ reviews: Reviews, _ time: UInt64) -> [String] {
    reviews.dueCards(ofDeck: nil, nil, at: at(time)).map {
      "\($0.deck.cards[$0.index].first) \($0.direction.rawValue)"
    }
  }

  @Test func theLeastRememberedDirectionIsAskedAndTheOtherRests() throws {
    var trainer = try makeTrainer(plainCards(4))
    var random = SeededGenerator(fixed: 5)
    for (number, days) in [(0, [10, 20]), (1, [20, 10]), (2, [30])] as [(Int, [UInt64])] {
      for (direction, ago) in zip(Direction.allCases, days) {
        trainer.reviews.setSchedule(
          Schedule(first: .good, at: newYear - ago * Schedule.day),
          of: .side(deck: "test", first: "q\(number)"), direction)
      }
    }
    let options = SessionOptions(deck: nil, questions: 0, direction: nil, isDue: true)
    _ = try trainer.start(options, settings, at: at(newYear), using: &random)
    let asked = trainer.session?.questions.map { "\($0.text) \($0.direction.rawValue)" }
    #expect(asked?.first == "q2 forward")
    #expect(Set(asked?.dropFirst() ?? []) == ["a0 backward", "q1 forward", "q3 forward"])
    var survey = trainer.reviews.survey(on: newYear.day)
    #expect((survey.due, survey.resting, survey.unseen) == (5, 2, 1))
    #expect(trainer.reviews.newCount(settings, at: at(newYear)) == 1)
    while let question = trainer.question {
      _ = try trainer.answer(question.number, choice: question.rightIndex, settings, at: newYear)
    }
    // They stay due, are not asked any more today, and are tomorrow.
    survey = trainer.reviews.survey(on: newYear.day)
    #expect(survey.due == 2 && survey.resting == 2 && survey.unseen == 0)
    #expect(due(trainer.reviews, newYear).isEmpty)
    #expect(throws: PracticeError.nothingDue(nil)) {
      try trainer.start(options, settings, at: at(newYear + hour), using: &random)
    }
    let tomorrow = newYear + Schedule.day
    #expect(Set(due(trainer.reviews, tomorrow)) == ["q0 forward", "q1 backward"])
    #expect(trainer.reviews.survey(on: tomorrow.day).resting == 0)
  }

  /// Ten gaps of one sentence were ten new cards, of which a session asked one.
  @Test func gapsCountOnceTowardTheDaysNewCards() throws {
    let gaps = (1...10).map { "{{c\($0)::w\($0)}}" }.joined(separator: " ")
    var trainer = try makeTrainer([WordCard(gaps, "")] + plainCards(4))
    var random = SeededGenerator(fixed: 6)
    var settings = settings
    settings.newPerDay = 3
    #expect(trainer.reviews.newCount(PracticeSettings(), at: at(newYear)) == 5)
    #expect(trainer.reviews.survey(on: newYear.day).unseen == 14)
    #expect(trainer.reviews.counts(ofDeck: "Test", settings, at: at(newYear))?.new == 3)
    let options = SessionOptions(deck: nil, questions: 0, direction: nil, isDue: true)
    _ = try trainer.start(options, settings, at: at(newYear), using: &random)
    #expect(trainer.session?.questions.map { $0.answer } == ["w1", "a0", "a1"])
  }

  // It was counted as one that can be asked, and was refused.
  @Test func aGapWhoseSiblingWasAnsweredRestsThoughThatIsSuspended() throws {
    var trainer = try makeTrainer(
      [WordCard("{{c1::a}} {{c2::b}}", "", guid: "s")] + plainCards(2))
    trainer.reviews.setSchedule(
      Schedule(first: .good, at: newYear - 9 * Schedule.day), of: .guid("s", gap: 1), .forward)
    trainer.reviews.setSchedule(
      Schedule(first: .good, at: newYear), of: .guid("s", gap: 2), .forward)
    _ = trainer.setSuspended(true, [.guid("s", gap: 2)], at: newYear)
    let survey = trainer.reviews.survey(on: newYear.day)
    #expect((survey.due, survey.resting) == (1, 1))
    #expect(due(trainer.reviews, newYear).isEmpty)
    #expect(trainer.reviews.counts(ofDeck: "Test", settings, at: at(newYear))?.resting == 1)
  }

  // It was counted as due, and never asked over all decks.
  @Test func aCardOfADeckThatIsTooSmallIsAskedFromAnother() throws {
    var trainer = Trainer()
    let card = WordCard("one", "eins", guid: "1")
    trainer.reviews.setDeck(try makeDeck([card], name: "A small one"))
    trainer.reviews.setDeck(try makeDeck([card, WordCard("two", "zwei")], name: "Larger"))
    trainer.reviews.setSchedule(
      Schedule(first: .good, at: newYear - 9 * Schedule.day), of: .guid("1"), .forward)
    var random = SeededGenerator(fixed: 7)
    let options = SessionOptions(deck: nil, questions: 1, direction: nil, isDue: true)
    _ = try trainer.start(options, settings, at: at(newYear), using: &random)
    #expect(trainer.question?.text == "one" && trainer.question?.deck == "Larger")
  }

  /// Every due card is asked or rests, whatever was answered before, over random decks.
  @Test func whatIsDueIsAskedOrRests() throws {
    var random = SeededGenerator(for: "whatIsDueIsAskedOrRests")
    for _ in 0..<rounds(100, ofAll: 2000) {
      var cards = plainCards(Int.random(in: 2...10, using: &random))
      for sentence in 0..<Int.random(in: 0...3, using: &random) {
        let gaps = (1...Int.random(in: 1...4, using: &random))
          .map { "{{c\($0)::w\(sentence)\($0)}}" }.joined(separator: " ")
        cards.append(WordCard("\(sentence): \(gaps)", ""))
      }
      var trainer = try makeTrainer(cards.shuffled(using: &random))
      let deck = try #require(trainer.reviews.deck(named: "Test"))
      for index in deck.cards.indices {
        for direction in Direction.allCases where Bool.random(using: &random) {
          let ago = UInt64.random(in: 0...6, using: &random) * Schedule.day
          trainer.reviews.setSchedule(
            Schedule(first: .good, at: newYear - ago),
            of: deck.cards.identity(at: index, in: "test"), direction)
        }
      }
      var settings = settings
      settings.newPerDay = .random(in: 0...4, using: &random)
      let survey = trainer.reviews.survey(on: newYear.day)
      let new = trainer.reviews.newCount(settings, at: at(newYear))
      let options = SessionOptions(deck: nil, questions: 0, direction: nil, isDue: true)
      _ = try? trainer.start(options, settings, at: at(newYear), using: &random)
      let questions = trainer.session?.questions ?? []
      #expect(questions.count == survey.due - survey.resting + new)
      #expect(Set(questions.map(\.card.siblings)).count == questions.count)
    }
  }
}
