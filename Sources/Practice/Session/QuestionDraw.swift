internal import MemoryGame

struct QuestionDraw {
  static let maximumChoices = 3
  /// The search ends after this many questions without a wrong answer.
  ///
  /// This bounds the work on a deck in which nearly all answers overlap.
  private static let maximumFailures = 100
  /// The most answers of one question that a typed one is compared with.
  private static let maximumAnswers = 64

  let deck: Deck
  let index: DeckIndex
  let options: SessionOptions

  /// Returns questions from the whole deck in random order.
  func random(using generator: inout some RandomNumberGenerator) -> [Question] {
    var left = Array(0..<index.questionCount)
    return questions(using: &generator) { generator in
      if left.isEmpty { return nil }
      left.swapAt(Int.random(in: left.indices, using: &generator), left.count - 1)
      return index.cards(asking: left.removeLast()).randomElement(using: &generator)
    }
  }

  /// Returns questions for some cards in order, without those asked before.
  func ordered(
    _ places: some Sequence<Int>, using generator: inout some RandomNumberGenerator
  ) -> [Question] {
    var asked = Set<Int>()
    var rest = places.makeIterator()
    return questions(using: &generator) { _ in
      while let place = rest.next() {
        if asked.insert(index.question(ofCard: place)).inserted { return place }
      }
      return nil
    }
  }

  /// Returns a question for each card from `next`, up to the requested number.
  private func questions<Generator: RandomNumberGenerator>(
    using generator: inout Generator, next: (inout Generator) -> Int?
  ) -> [Question] {
    var questions: [Question] = []
    var failures = 0
    while questions.count < options.questions, failures < Self.maximumFailures,
      let place = next(&generator)
    {
      let places = index.cards(asking: index.question(ofCard: place))
      if let question = draw(place, of: places, number: questions.count + 1, using: &generator) {
        questions.append(question)
      } else {
        failures += 1
      }
    }
    return questions
  }

  /// Returns a question of a card, or nil if choices are wanted and no answer is wrong.
  ///
  /// The answer of another card with the same question may be right as well, so it is never shown
  /// as a wrong one.
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
