import TestSupport
import Testing

@testable import Practice

@Suite struct TrainingTests {
  /// What parameters are trained on must be what cards are scheduled by.
  @Test func predictionsAreThoseOfTheScheduler() throws {
    var generator = SeededGenerator(for: "predictionsAreThoseOfTheScheduler")
    let parameters = try #require(FSRSParameters(randomParameters(using: &generator)))
    let fsrs = FSRS(parameters: parameters)
    let log = randomLog(cards: 50, using: &generator)
    let data = TrainingData(log)
    let duals = FSRSFormulas<Dual>(parameters.values.map { Dual($0) })
    var compared = 0
    for (number, history) in data.histories.enumerated() {
      var expected: [Double] = []
      var schedule: Schedule?
      for review in history.reviews {
        if let schedule, schedule.days(until: review.at.day) > 0 {
          expected.append(fsrs.retrievability(of: schedule, on: review.at.day))
        }
        schedule = fsrs.schedule(
          after: schedule, review.rating, at: review.at, on: review.at.day)
      }
      let targets = data.targets.filter { $0.history == number }
      for card in PredictedCard.cards(of: targets, in: data, weight: { _ in 1 }) {
        var found: [Double] = []
        card.forEachPrediction(FSRSFormulas<Double>(parameters.values)) { found.append($0.chance) }
        var dual: [Double] = []
        card.forEachPrediction(duals) { dual.append($0.chance.value) }
        #expect(found == dual)
        try #require(found.count == expected.count)
        for (found, expected) in zip(found, expected) { #expect(abs(found - expected) < 1e-12) }
        compared += found.count
      }
    }
    #expect(compared > 50)
  }

  @Test func gradientsAreThoseOfTheLoss() throws {
    var generator = SeededGenerator(for: "gradientsAreThoseOfTheLoss")
    let data = TrainingData(randomLog(cards: 30, using: &generator))
    let cards = PredictedCard.cards(of: data.targets, in: data) { 1 / Double($0 + 1) }
    func loss(_ parameters: [Double]) -> Double {
      var sum = 0.0
      for card in cards {
        card.forEachPrediction(FSRSFormulas<Double>(parameters)) { sum += $0.weight * $0.loss }
      }
      return sum
    }
    let parameters = randomParameters(using: &generator)
    let gradient = GradientDescent.gradient(of: cards, at: parameters)
    for index in parameters.indices {
      let width = 1e-6 * max(parameters[index], 0.1)
      var (above, below) = (parameters, parameters)
      above[index] += width
      below[index] -= width
      let slope = (loss(above) - loss(below)) / (2 * width)
      #expect(
        abs(gradient[index] - slope) < 1e-4 * max(1, abs(slope)), "w\(index) of \(parameters)")
    }
  }

  /// A person who forgets otherwise than the published parameters say.
  @Test func trainingFindsWhatPredictsBetter() throws {
    // The last fifth of some learners says otherwise by chance.
    var generator = SeededGenerator(fixed: 1)
    let learner = try #require(SimulatedLearner.unusual)
    let log = simulated(learner, cards: 300, using: &generator)
    var shares: [Double] = []
    let result = try #require(
      ParameterTraining(log).result(present: .published) {
        shares.append($0)
        return true
      })
    #expect(result.isBetter && result.after.logLoss < result.before.logLoss)
    #expect(result.after.rmse < result.before.rmse)
    #expect(shares == shares.sorted() && shares.last == 1)
    // Equal reviews give equal parameters, whichever are set.
    let again = try #require(
      ParameterTraining(log).result(present: result.parameters) { _ in true })
    #expect(again.parameters == result.parameters && again.after == result.after)
    #expect(again.before.logLoss < result.before.logLoss)
    #expect(again.isSame && !again.isBetter && !result.isSame)
  }

  /// The same reviews must not get another error when they are looked at again.
  @Test func errorsAreEqualEachTime() {
    var generator = SeededGenerator(for: "errorsAreEqualEachTime")
    let data = TrainingData(simulated(SimulatedLearner(.published), cards: 100, using: &generator))
    let cards = PredictedCard.cards(of: data.targets, in: data) { _ in 1 }
    let errors = (0..<50).map { _ in PredictionError(of: .published, on: cards) }
    #expect(Set(errors).count == 1 && errors[0] != nil)
  }

  /// Parameters that are set already must not be set again as better ones.
  @Test func presentParametersAreNotBetter() throws {
    let data = TrainingData(card(1, [(.good, 0), (.good, 30 * Schedule.day)]))
    let cards = PredictedCard.cards(of: data.targets, in: data) { _ in 1 }
    let present = FSRSParameters.published
    var values = present.values
    values[2] *= 2
    let other = try #require(FSRSParameters(values))
    let before = try #require(PredictionError(of: present, on: cards))
    let after = try #require(PredictionError(of: other, on: cards))
    #expect(after.logLoss < before.logLoss)
    for (parameters, isBetter) in [(present, false), (other, true)] {
      let result = ParameterTraining.Result(
        parameters: parameters, present: present, before: before, after: after)
      #expect(result.isBetter == isBetter)
    }
  }

  @Test func trainingStopsWhenItIsTold() {
    var generator = SeededGenerator(for: "trainingStopsWhenItIsTold")
    let log = simulated(SimulatedLearner(.published), cards: 60, using: &generator)
    var steps = 0
    let result = ParameterTraining(log).result(present: .published) { _ in
      steps += 1
      return steps < 3
    }
    #expect(result == nil && steps == 3)
  }

  @Test func fewReviewsTrainNothing() {
    for days in [0, 1, 62, 63] {
      let log = card(1, (0...days).map { (.good, UInt64($0) * Schedule.day) })
      let training = ParameterTraining(log)
      #expect(training.result(present: .published) { _ in true } == nil)
    }
    #expect(ParameterTraining([Review<UInt64>]()).reviews == 0)
  }

  /// Nothing that a person might do makes parameters that are none.
  @Test(arguments: [
    ("always good", 1...9, [Rating.good]), ("always forgotten", 1...9, [.again]),
    ("always easy", 1...9, [.easy]), ("always hard", 1...9, [.hard]),
    ("by turns", 1...9, [.again, .easy]), ("after decades", 3_000...15_000, [.good, .again]),
    ("on the same day too", 0...1, [.good, .again, .easy]),
  ])
  func oddReviewsTrainAllTheSame(name: String, days: ClosedRange<Int>, ratings: [Rating]) throws {
    let log = (0..<40).flatMap { number in
      var time = UInt64(number)
      return card(
        UInt64(number),
        (0..<8).map { place in
          // The same interval for all cards: others of rare lengths would be left out.
          time += UInt64(days.lowerBound + (place % days.count)) * Schedule.day
          return (ratings[(number + place) % ratings.count], time)
        })
    }
    let training = ParameterTraining(log)
    guard let result = training.result(present: .published, progress: { _ in true }) else {
      #expect(training.reviews < ParameterTraining.minimumReviews)
      return
    }
    #expect(result.before.logLoss.isFinite && result.after.logLoss.isFinite)
    #expect(result.before.rmse.isFinite && result.after.rmse.isFinite)
  }

  @Test func reviewsOfOneCardOrAtOneTime() {
    // No other card was first reviewed after the same time, so its reviews are left out.
    let one = ParameterTraining(card(1, (0..<100).map { (.good, UInt64($0) * Schedule.day) }))
    #expect(one.reviews == 0)
    #expect(one.result(present: .published) { _ in true } == nil)
    let times = ParameterTraining((0..<100).flatMap { card($0, [(.good, 5), (.again, 5)]) })
    #expect(times.reviews == 0)
  }

  /// FSRS cannot follow a card from a schedule whose parameters it does not know.
  @Test func cardsTakenOverAreLeftOut() {
    let log = (0..<100).flatMap { number in
      card(number, [(.good, 0), (.good, 3 * Schedule.day), (.again, 9 * Schedule.day)])
    }
    let states = (0..<50 as Range<UInt64>).map {
      Review(card: $0, direction: .forward, rating: nil, at: Schedule.day)
    }
    let backward = log.map {
      Review(card: $0.card, direction: .backward, rating: $0.rating, at: $0.at)
    }
    #expect(ParameterTraining(log).reviews == 200)
    #expect(ParameterTraining(log + states).reviews == 100)
    #expect(ParameterTraining(log + states + backward).reviews == 300)
  }

  /// Cards first reviewed after unusual times say little about how stable they were.
  @Test func rareBeginningsAreLeftOut() {
    func beginnings(_ rating: Rating, _ days: [(UInt64, Int)]) -> [Review<UInt64>] {
      days.flatMap { days, count in
        (0..<count).flatMap {
          card(days * 1_000 + UInt64($0), [(rating, 0), (.good, days * Schedule.day)])
        }
      }
    }
    // 17 of 100 are rare; 20 or a twentieth may be left out.
    #expect(ParameterTraining(beginnings(.good, [(2, 83), (3, 9), (4, 8)])).reviews == 83)
    #expect(ParameterTraining(beginnings(.good, [(2, 70), (3, 30)])).reviews == 100)
    #expect(ParameterTraining(beginnings(.good, [(2, 70), (101, 30)])).reviews == 70)
    #expect(ParameterTraining(beginnings(.easy, [(2, 70), (101, 30), (366, 30)])).reviews == 100)
  }

  @Test func stabilitiesAreFilledInForAllRatings() {
    for present in 0..<16 {
      let ratings = Rating.allCases.filter { present & (1 << $0.rawValue) / 2 != 0 }
      let log = ratings.flatMap { rating in
        (0..<30).flatMap { number in
          // Better ratings are remembered more often.
          card(
            UInt64(rating.rawValue * 100 + number),
            [(rating, 0), (number % 8 < 2 * rating.rawValue ? .good : .again, 4 * Schedule.day)])
        }
      }
      let data = TrainingData(log)
      let initial = InitialStability(data, data.targets)
      #expect(initial.counts.count == ratings.count)
      #expect(initial.stabilities.count == 4)
      #expect(initial.stabilities == initial.stabilities.sorted())
      if ratings.isEmpty {
        #expect(initial.stabilities == Array(FSRSParameters.published.values.prefix(4)))
      }
    }
  }
}

extension Review<UInt64> {
  fileprivate var logged: LoggedReview { LoggedReview(self, on: at.day) }
}

extension TrainingData {
  fileprivate init(_ log: [Review<UInt64>]) { self.init(log.map(\.logged)) }
}

extension ParameterTraining {
  fileprivate init(_ log: [Review<UInt64>]) { self.init(log.map(\.logged)) }
}

private func card(_ id: UInt64, _ reviews: [(Rating, UInt64)]) -> [Review<UInt64>] {
  reviews.map { Review(card: id, direction: .forward, rating: $0.0, at: newYear + $0.1) }
}

/// Parameters inside their ranges.
private func randomParameters(using generator: inout some RandomNumberGenerator) -> [Double] {
  zip(FSRSParameters.ranges, FSRSParameters.published.values).map { range, published in
    let value = published * .random(in: 0.7...1.4, using: &generator)
    return min(max(value, range.lowerBound * 1.1), range.upperBound * 0.9)
  }
}

/// Cards with up to 12 reviews on the same day, in time and late.
private func randomLog(
  cards: Int, using generator: inout some RandomNumberGenerator
) -> [Review<UInt64>] {
  (0..<UInt64(cards)).flatMap { id in
    var time: UInt64 = 0
    let reviews = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
      let days: UInt64 = Bool.random(using: &generator) ? 1 : 40
      time += .random(in: 0...(days * Schedule.day), using: &generator)
      return (Rating.allCases.randomElement(using: &generator) ?? .good, time)
    }
    return card(id, reviews)
  }
}

private func simulated(
  _ learner: SimulatedLearner, cards: Int, using generator: inout some RandomNumberGenerator
) -> [Review<UInt64>] {
  learner.reviews(cards: cards, using: &generator).map {
    Review(card: UInt64($0.card), direction: .forward, rating: $0.rating, at: $0.at)
  }
}
