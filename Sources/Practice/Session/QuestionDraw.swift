internal import MemoryGame

/// The questions of a session; of the two directions of a card, or the gaps of a sentence, one,
/// because each tells the answers of the others.
struct SessionQuestions {
  private(set) var all: [Question] = []
  private var siblings: Set<CardIdentity> = []

  func canHave(_ card: CardIdentity) -> Bool { !siblings.contains(card.siblings) }

  mutating func add(_ question: Question) {
    siblings.insert(question.card.siblings)
    all.append(question)
  }
}

/// Draws the questions of one deck in one direction, none of them twice.
struct QuestionDraw {
  static let maximumChoices = 3
  /// A search ends after this many questions without a wrong answer.
  ///
  /// This bounds the work on a deck in which nearly all answers overlap.
  private static let maximumFailures = 100
  /// The most answers of one question that a typed one is compared with.
  private static let maximumAnswers = 64
  /// How many other answers wrong choices are chosen from, so that the work does not grow with the
  /// deck.
  private static let sampleSize = 64

  let deck: Deck
  let direction: Direction
  let mode: PracticeMode
  let index: DeckIndex
  private let isSuspended: (Int) -> Bool
  private var drawn: Set<Int> = []
  private var folding = AnswerFolding()
  private var failures = 0

  /// `isSuspended` returns whether the card with an index in the deck is suspended, so never asked.
  init(
    deck: Deck, direction: Direction, mode: PracticeMode, index: DeckIndex,
    isSuspended: @escaping (Int) -> Bool
  ) {
    self.deck = deck
    self.direction = direction
    self.mode = mode
    self.index = index
    self.isSuspended = isSuspended
  }

  /// Whether there is a wrong answer to choose.
  var isLargeEnough: Bool { index.hasChoices }

  var isAllSuspended: Bool { deck.cards.indices.allSatisfy(isSuspended) }

  /// Returns at most `count` questions of the whole deck in random order, numbered from 1.
  mutating func random(
    _ count: Int, using generator: inout some RandomNumberGenerator
  ) -> [Question] {
    var left = Array(0..<index.questionCount)
    var questions = SessionQuestions()
    while questions.all.count < count, !isOver, !left.isEmpty {
      left.swapAt(Int.random(in: left.indices, using: &generator), left.count - 1)
      // Cards with equal first sides are one, and asked backward they are different questions.
      let cards = index.cards(asking: left.removeLast()).filter {
        !isSuspended($0) && deck.cards.isAsked(direction, at: $0)
          && (deck.cards.sentence(at: $0) == nil || questions.canHave(identity(ofCard: $0)))
      }
      if let card = cards.randomElement(using: &generator),
        let question = question(ofCard: card, number: questions.all.count + 1, using: &generator)
      {
        questions.add(question)
      }
    }
    return questions.all
  }

  /// Whether a card can be asked; not if another card that asks the same was drawn.
  func canAsk(_ card: Int) -> Bool {
    !isOver && deck.cards.isAsked(direction, at: card)
      && !drawn.contains(index.question(ofCard: card))
  }

  func identity(ofCard index: Int) -> CardIdentity {
    deck.cards.identity(at: index, in: deck.deckName.comparisonKey)
  }

  private var isOver: Bool { failures >= Self.maximumFailures }

  /// Returns a question of a card; nil if choices are wanted and no answer is wrong.
  ///
  /// Another card that asks the same may answer it as well, and none of its answers is shown as a
  /// wrong one.
  mutating func question(
    ofCard cardIndex: Int, number: Int, using generator: inout some RandomNumberGenerator
  ) -> Question? {
    let question = index.question(ofCard: cardIndex)
    drawn.insert(question)
    let card = deck.cards[cardIndex]
    let cards = index.cards(asking: question)
    let answer = card.answer(direction)
    let others = Array(cards.lazy.filter { $0 != cardIndex }.prefix(Self.maximumAnswers - 1))
    let answers = [answer] + others.map { deck.cards.answer(direction, at: $0) }
    var choices: [String] = []
    if mode == .choices {
      choices = wrongChoices(besides: cards, answers, using: &generator)
      guard !choices.isEmpty else {
        failures += 1
        return nil
      }
      choices.insert(answer, at: Int.random(in: 0...choices.count, using: &generator))
    }
    return Question(
      number: number, deck: deck.name, direction: direction, text: card.question(direction),
      pronunciation: card.pronunciation(direction), choices: choices,
      card: identity(ofCard: cardIndex),
      rightIndex: choices.firstIndex(of: answer) ?? 0, answers: answers)
  }

  /// Draws the wrong choices of a question, `answers` being the right ones.
  ///
  /// In two of three questions they look like the right one, so that it is not found by its shape
  /// alone. In one of three they are any: otherwise a card would always meet the same companions, by
  /// which it is soon known, and the right choice would be the one that both others look like.
  private mutating func wrongChoices(
    besides cards: [Int], _ answers: [String], using generator: inout some RandomNumberGenerator
  ) -> [String] {
    var sample = index.wrongCards(Self.sampleSize, besides: cards, using: &generator)
      .map { deck.cards.answer(direction, at: $0) }
    if Int.random(in: 0..<3, using: &generator) > 0 {
      let shape = TextShape(answers[0])
      let ranked = sample.enumerated().map {
        (likeness: shape.likeness(to: TextShape($1)), place: $0, text: $1)
      }
      sample = ranked.sorted { ($1.likeness, $0.place) < ($0.likeness, $1.place) }.map(\.text)
    }
    // Only of the first few is it found out, which takes longer.
    let right = RightAnswers(
      answers, isEnglish: deck.languages.mayBeEnglish(direction), &folding)
    var wrong: [String] = []
    for text in sample where wrong.count < Self.maximumChoices - 1 {
      if !right.share(text, &folding) { wrong.append(text) }
    }
    return wrong
  }
}
