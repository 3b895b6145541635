internal import MemoryGame

/// Draws the questions of a session.
struct QuestionDraw {
  /// The most choices of a question.
  static let maximumChoices = 3
  /// The most questions that may turn out to have no wrong answer before the search ends.
  ///
  /// It bounds the work on a deck in which nearly all answers overlap.
  private static let maximumFailures = 100
  /// The most answers of one question that are kept to compare a typed one with.
  private static let maximumAnswers = 64

  let deck: Deck
  let index: DeckIndex
  let options: SessionOptions

  /// Returns questions of the whole deck in random order.
  func random(using generator: inout some RandomNumberGenerator) -> [Question] {
    var left = Array(0..<index.questionCount)
    var questions: [Question] = []
    var failures = 0
    while questions.count < options.questions, !left.isEmpty, failures < Self.maximumFailures {
      left.swapAt(Int.random(in: left.indices, using: &generator), left.count - 1)
      let places = index.cards(asking: left.removeLast())
      let place = places[Int.random(in: places.indices, using: &generator)]
      if let question = draw(
        place, of: places, number: questions.count + 1, using: &generator)
      {
        questions.append(question)
      } else {
        failures += 1
      }
    }
    return questions
  }

  /// Returns questions of some cards in their order, leaving out what was asked before.
  func ordered(
    _ places: some Sequence<Int>, using generator: inout some RandomNumberGenerator
  ) -> [Question] {
    var asked = Set<Int>()
    var questions: [Question] = []
    var failures = 0
    for place in places {
      if questions.count == options.questions || failures == Self.maximumFailures { break }
      let number = index.question(ofCard: place)
      if !asked.insert(number).inserted { continue }
      if let question = draw(
        place, of: index.cards(asking: number), number: questions.count + 1, using: &generator)
      {
        questions.append(question)
      } else {
        failures += 1
      }
    }
    return questions
  }

  /// Returns a question of a card, or nil where choices are wanted and no answer is wrong.
  ///
  /// Another card that asks the same may answer it as well, and none of its answers is shown as a
  /// wrong one.
  private func draw(
    _ place: Int, of places: [Int], number: Int, using generator: inout some RandomNumberGenerator
  ) -> Question? {
    let card = deck.cards[place]
    let answer = card.answer(options.direction)
    var choices: [String] = []
    if options.mode == .choices {
      let wrong = index.wrongCards(Self.maximumChoices - 1, besides: places, using: &generator)
      if wrong.isEmpty { return nil }
      choices = wrong.map { deck.cards[$0].answer(options.direction) }
      choices.insert(answer, at: Int.random(in: 0...choices.count, using: &generator))
    }
    let others = places.lazy.filter { $0 != place }.prefix(Self.maximumAnswers - 1)
    return Question(
      number: number, text: card.question(options.direction),
      pronunciation: card.pronunciation(options.direction), choices: choices,
      card: CardIdentity(card, in: deck.deckName.comparisonKey),
      rightPlace: choices.firstIndex(of: answer) ?? 0,
      answers: [answer] + others.map { deck.cards[$0].answer(options.direction) })
  }
}
