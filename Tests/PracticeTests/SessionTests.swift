import MemoryGame
import TestSupport
import Testing

@testable import Practice

@Suite struct SessionTests {
  private let settings = PracticeSettings()

  private func start(
    _ trainer: inout Trainer, questions: Int = 3, mode: PracticeMode = .choices
  ) throws {
    var generator = SeededGenerator(for: "start")
    _ = try trainer.start(
      SessionOptions(deck: "Test", questions: questions, mode: mode), settings, at: at(newYear),
      using: &generator)
  }

  @Test func impossibleStartsAreRefused() throws {
    var trainer = try makeTrainer(plainCards(3))
    for count in [-1, 0, 21, .max] {
      #expect(throws: PracticeError.questionsOutOfRange(count)) {
        try start(&trainer, questions: count)
      }
    }
    trainer.reviews.removeDeck(named: "test")
    #expect(throws: PracticeError.noSuchDeck("Test")) { try start(&trainer) }
  }

  @Test func withoutASessionAllIsRefused() throws {
    var trainer = try makeTrainer(plainCards(3))
    var generator = SeededGenerator(for: "withoutASessionAllIsRefused")
    #expect(throws: PracticeError.noSession) { try trainer.stop() }
    #expect(throws: PracticeError.noSession) {
      try trainer.restart(settings, at: at(newYear), using: &generator)
    }
    #expect(throws: PracticeError.noSession) {
      try trainer.answer(0, choice: 0, settings, at: newYear)
    }
    #expect(throws: PracticeError.noSession) { try trainer.reveal(0, settings, at: newYear) }
    #expect(throws: PracticeError.nothingToUndo) { try trainer.undo(at: newYear) }
    try start(&trainer)
    #expect(throws: PracticeError.nothingToUndo) { try trainer.undo(at: newYear) }
    try trainer.stop()
    #expect(trainer.state == .idle)
  }

  @Test func gradesNeedARevealedAnswer() throws {
    for mode in PracticeMode.allCases {
      var trainer = try makeTrainer(plainCards(3))
      try start(&trainer, mode: mode)
      #expect(throws: PracticeError.notRevealed) {
        try trainer.grade(1, .good, settings, at: newYear)
      }
    }
  }

  @Test func revealIsHiddenAgainByUndo() throws {
    var trainer = try makeTrainer(plainCards(3))
    try start(&trainer, mode: .recall)
    let before = trainer.state
    _ = try trainer.reveal(1, settings, at: newYear)
    #expect(trainer.state != before)
    #expect(throws: PracticeError.notTyped) {
      try trainer.answer(1, text: "a0", settings, at: newYear)
    }
    #expect(throws: PracticeError.noSuchChoice) {
      try trainer.answer(1, choice: 0, settings, at: newYear)
    }
    _ = try trainer.undo(at: newYear)
    #expect(trainer.state == before)
  }

  @Test func unusableAnswersAreNotWrong() throws {
    var trainer = try makeTrainer(plainCards(3))
    try start(&trainer, mode: .typed)
    for text in ["", "  ", "a\nb", String(repeating: "a", count: 1025)] {
      #expect(throws: PracticeError.unusableAnswer) {
        try trainer.answer(1, text: text, settings, at: newYear)
      }
    }
    #expect(trainer.session?.responses.isEmpty == true)
  }

  /// Only the first response changes the schedule; undo goes back to the start, one by one.
  @Test func firstResponseIsTheRating() throws {
    var trainer = try makeTrainer(plainCards(3))
    try start(&trainer)
    let question = try #require(trainer.question)
    let wrong = question.rightIndex == 0 ? 1 : 0
    let first = try trainer.answer(1, choice: wrong, settings, at: newYear)
    #expect(first.schedule?.schedule == Schedule(first: .again, at: newYear))
    #expect(first.asked == nil)
    #expect(try trainer.answer(1, choice: wrong, settings, at: newYear + hour).schedule == nil)
    let right = try trainer.answer(
      1, choice: question.rightIndex, settings, at: newYear + 2 * hour)
    #expect(right.schedule == nil)
    #expect(right.asked?.number == 2)
    #expect(trainer.reviews.schedule(of: question.card, .forward)?.reviewedAt == newYear)
    #expect(trainer.reviews.schedule(of: question.card, .backward) == nil)
    for left in [2, 1, 0] {
      _ = try trainer.undo(at: newYear)
      #expect(trainer.session?.responses.count == left)
    }
    #expect(trainer.reviews.schedule(of: question.card, .forward) == nil)
    #expect(throws: PracticeError.nothingToUndo) { try trainer.undo(at: newYear) }
  }

  @Test func withoutLearningSchedulesStay() throws {
    var trainer = try makeTrainer(plainCards(3))
    var settings = settings
    settings.isLearningEnabled = false
    try start(&trainer)
    let question = try #require(trainer.question)
    let step = try trainer.answer(1, choice: question.rightIndex, settings, at: newYear)
    #expect(step.schedule == nil)
    #expect(trainer.reviews.schedule(of: question.card, .forward) == nil)
    #expect(trainer.session?.firstTry == 1)
    _ = try trainer.undo(at: newYear)
    #expect(trainer.session?.responses.isEmpty == true)
  }

  /// A session must be able to end whatever was answered before.
  @Test func logsAreBoundedAndTheSessionStillEnds() throws {
    var trainer = try makeTrainer(plainCards(3))
    try start(&trainer, mode: .typed)
    _ = try trainer.answer(1, text: "?", settings, at: newYear)
    // All others but the last stand in a stored session, since giving them one by one takes long.
    let most = Session.maximumResponses - 3
    let begun = try #require(trainer.session)
    let others = (2..<most).map {
      Response(
        sequence: $0, question: 1, verdict: .wrong(choice: nil), at: newYear, movesToEnd: false,
        change: nil)
    }
    trainer.resume(
      Session(
        options: begun.options, questions: begun.questions, activeAt: begun.activeAt,
        responses: begun.responses + others),
      at: newYear)
    _ = try trainer.answer(1, text: "?", settings, at: newYear)
    #expect(throws: PracticeError.tooManyResponses) {
      try trainer.answer(1, text: "?", settings, at: newYear)
    }
    #expect(trainer.session?.wrong == most)
    while let question = trainer.question {
      _ = try trainer.answer(question.number, text: question.answer, settings, at: newYear)
    }
    #expect(trainer.session?.wrong == most)
  }

  /// Restart works after `finished` even if the deck is gone or has only one answer left.
  @Test func restartWithoutItsDeckAsksTheSameAgain() throws {
    var generator = SeededGenerator(for: "restartWithoutItsDeckAsksTheSameAgain")
    for left in [nil, [], [WordCard("q0", "a0")]] as [[WordCard]?] {
      var trainer = try makeTrainer(plainCards(4))
      try start(&trainer, questions: 4)
      let asked = try #require(trainer.session).questions
      while let question = trainer.question {
        _ = try trainer.answer(
          question.number, choice: question.rightIndex, settings, at: newYear)
      }
      if let left {
        trainer.reviews.setDeck(try makeDeck(left))
      } else {
        trainer.reviews.removeDeck(named: "Test")
      }
      let step = try trainer.restart(settings, at: at(newYear), using: &generator)
      #expect(step.asked?.number == 1)
      #expect(trainer.question == step.asked)
      let again = try #require(trainer.session)
      #expect(again.responses.isEmpty)
      #expect(Set(again.questions.map(\.text)) == Set(asked.map(\.text)))
      for question in again.questions {
        #expect(question.choices[question.rightIndex] == question.answer)
      }
    }
  }

  @Test func forgettingReviewsLeavesNothingToRestore() throws {
    var trainer = try makeTrainer(plainCards(3))
    try start(&trainer)
    let question = try #require(trainer.question)
    _ = try trainer.answer(1, choice: question.rightIndex, settings, at: newYear)
    trainer.forgetReviews()
    #expect(trainer.reviews.survey(on: 0).next == nil)
    #expect(trainer.state == .idle)
    #expect(throws: PracticeError.nothingToUndo) { try trainer.undo(at: newYear) }
    #expect(trainer.reviews.schedule(of: question.card, .forward) == nil)
  }

  @Test func noDumpShowsTheRightChoice() throws {
    var trainer = try makeTrainer(plainCards(3))
    try start(&trainer, mode: .typed)
    let question = try #require(trainer.question)
    var dumped = ""
    dump(trainer.state, to: &dumped)
    #expect(dumped.contains(question.text))
    #expect(!dumped.contains(question.answer))
    #expect("\(question)" == "Question(1, \(question.text))")
  }

  /// The place of the right choice, and which wrong ones are shown, are all equally likely.
  @Test func choicesAreUniform() throws {
    var generator = SeededGenerator(for: "choicesAreUniform")
    var trainer = try makeTrainer(plainCards(5))
    var places = [Int](repeating: 0, count: 3)
    var wrong: [String: Int] = [:]
    let options = SessionOptions(deck: "Test", questions: 5)
    for _ in 0..<6000 {
      _ = try trainer.start(options, settings, at: at(newYear), using: &generator)
      let question = try #require(trainer.question)
      places[question.rightIndex] += 1
      for choice in question.choices where choice != question.answer {
        wrong[choice, default: 0] += 1
      }
    }
    // Chance exceeds these once in a million times: 2 and 4 degrees of freedom.
    #expect(chiSquare(places) < 27.6)
    #expect(wrong.count == 5)
    #expect(chiSquare(wrong.values) < 33.4)
  }
}
