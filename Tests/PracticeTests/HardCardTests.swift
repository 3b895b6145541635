import TestSupport
import Testing

@testable import Practice

/// Cards that were forgotten often.
@Suite struct HardCardTests {
  private let settings = PracticeSettings()
  private let fsrs = FSRS()

  private func schedule(lapses: Int, daysAgo: UInt64 = 3) -> Schedule {
    let first = Schedule(first: .good, at: newYear - daysAgo * Schedule.day)
    return Schedule(
      memory: first.memory, introducedAt: first.introducedAt, reviewedAt: first.reviewedAt,
      reviewedOn: first.reviewedOn, lapses: lapses)
  }

  private func key(_ number: Int) -> CardIdentity { .side(deck: "test", first: "q\(number)") }

  @Test func aCardIsMarkedAtEightLapsesAndThenEveryFour() {
    var schedule: Schedule?
    var marked: [Int] = []
    for day in 0..<40 {
      // On the same day it is no lapse, and a right answer marks nothing.
      for rating in [.again, .again, .good] as [Rating] {
        let next = fsrs.schedule(
          after: schedule, rating, at: newYear + UInt64(day) * Schedule.day, on: day)
        if next.isMarked(after: schedule) { marked.append(next.lapses) }
        #expect(next.isHard == (next.lapses >= 8))
        schedule = next
      }
    }
    #expect(schedule?.lapses == 39 && marked == [8, 12, 16, 20, 24, 28, 32, 36])
  }

  @Test func theMostForgottenComeFirstAndSuspendedOnesNot() throws {
    var trainer = try makeTrainer(plainCards(6))
    let lapses =
      [(0, 8, nil), (1, 7, nil), (2, 9, 12), (3, nil, 10), (4, 20, nil)]
      as [(Int, Int?, Int?)]
    for (number, forward, backward) in lapses {
      for (direction, count) in zip(Direction.allCases, [forward, backward]) {
        trainer.reviews.setSchedule(
          count.map { schedule(lapses: $0) }, of: key(number), direction)
      }
    }
    trainer.reviews.setSuspended(true, key(4))
    func hard(_ direction: Direction? = nil) -> [String] {
      trainer.reviews.hardCards(ofDeck: nil, direction).map {
        "\($0.card.first) \($0.direction.rawValue)"
      }
    }
    #expect(hard() == ["q2 backward", "q3 backward", "q0 forward"])
    #expect(hard(.forward) == ["q2 forward", "q0 forward"])

    var random = SeededGenerator(fixed: 3)
    let options = SessionOptions(deck: nil, questions: 0, direction: nil, isHard: true)
    // Right after a review as well: they need not be due.
    _ = try trainer.start(options, settings, at: at(newYear), using: &random)
    let asked = { trainer.session?.questions.map { "\($0.text)" } ?? [] }
    #expect(asked() == ["a2", "a3", "q0"])
    _ = try trainer.restart(settings, at: at(newYear), using: &random)
    #expect(asked() == ["a2", "a3", "q0"] && trainer.session?.options == options)
    for number in [0, 2, 3] { trainer.reviews.setSchedule(nil, of: key(number), .forward) }
    for number in [2, 3] { trainer.reviews.setSchedule(nil, of: key(number), .backward) }
    for deck in [nil, "Test"] {
      var options = options
      options.deck = deck
      #expect(throws: PracticeError.noHardCards(deck)) {
        try trainer.start(options, settings, at: at(newYear), using: &random)
      }
    }
  }

  @Test func theResponseThatMarksACardSaysSo() throws {
    var trainer = try makeTrainer(plainCards(1) + [WordCard("x", "y")])
    trainer.reviews.setSchedule(schedule(lapses: 7), of: key(0), .forward)
    var random = SeededGenerator(fixed: 4)
    let options = SessionOptions(deck: nil, questions: 1, direction: nil, isDue: true)
    _ = try trainer.start(options, settings, at: at(newYear), using: &random)
    let question = try #require(trainer.question)
    let wrong = 1 - question.rightIndex
    #expect(trainer.lapsesMarked == 0)
    _ = try trainer.answer(1, choice: wrong, settings, at: at(newYear))
    #expect(trainer.lapsesMarked == 8)
    _ = try trainer.answer(1, choice: wrong, settings, at: at(newYear))
    #expect(trainer.lapsesMarked == 0)
    for left in [8, 0] {
      _ = try trainer.undo(at: newYear)
      #expect(trainer.lapsesMarked == left)
    }
    _ = try trainer.answer(1, choice: question.rightIndex, settings, at: at(newYear))
    #expect(trainer.lapsesMarked == 0)
  }
}
