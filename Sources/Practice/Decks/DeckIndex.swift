internal import PlainText

/// Groups the cards of a deck by question and by answer, in one direction.
///
/// Questions and answers are numbered in the order in which the deck first has them.
struct DeckIndex: Sendable {
  private let questions: [Int32]
  private let answers: [Int32]
  private let firstOfQuestion: [Int32]
  /// The next card with the same question, or −1.
  private let nextOfQuestion: [Int32]
  private let firstOfAnswer: [Int32]
  /// The answers that are choices for sides, and those for gaps.
  private let answersOfSides: [Int32]
  private let answersOfGaps: [Int32]
  private let isGap: Set<Int32>
  /// Numbers of the texts between semicolons, for answers that have any.
  private let alternatives: [Int32: [Int32]]

  init(_ cards: CardList, _ direction: Direction) {
    var asked = Numbering(capacity: cards.count)
    var answered = Numbering(capacity: cards.count)
    var nextOfQuestion = [Int32](repeating: -1, count: cards.count)
    var lastOfQuestion: [Int32] = []
    var gaps: Set<Int32> = []
    var (ofSides, ofGaps): ([Int32], [Int32]) = ([], [])
    for (index, card) in cards.enumerated() {
      // A card that is not asked in this direction shares nothing with others.
      let isAsked = card.isAsked(direction)
      let apart = isAsked ? nil : "\n\(index)"
      let question = Int(asked.add(apart ?? card.questionKey(direction), at: index))
      if question < lastOfQuestion.count {
        nextOfQuestion[Int(lastOfQuestion[question])] = Int32(index)
        lastOfQuestion[question] = Int32(index)
      } else {
        lastOfQuestion.append(Int32(index))
      }
      let known = answered.firsts.count
      let key = WrittenText.comparisonKey(card.answer(direction))
      let number = answered.add(apart ?? key + (card.gap == nil ? "" : "\t"), at: index)
      if card.gap != nil { gaps.insert(Int32(index)) }
      if isAsked, number == known {
        if card.gap == nil { ofSides.append(number) } else { ofGaps.append(number) }
      }
    }
    (answersOfSides, answersOfGaps, isGap) = (ofSides, ofGaps, gaps)
    firstOfAnswer = answered.firsts
    var alternatives: [Int32: [Int32]] = [:]
    for (number, index) in firstOfAnswer.enumerated() {
      let parts = TypedAnswer.alternatives(of: cards[Int(index)].answer(direction))
      if parts.isEmpty { continue }
      let mark = gaps.contains(index) ? "\t" : ""
      alternatives[Int32(number)] = parts.map {
        answered.number(of: WrittenText.comparisonKey($0) + mark)
      }
    }
    questions = asked.numbers
    answers = answered.numbers
    firstOfQuestion = asked.firsts
    self.nextOfQuestion = nextOfQuestion
    self.alternatives = alternatives
  }

  var questionCount: Int { firstOfQuestion.count }

  /// Whether any card has a wrong answer to choose.
  var hasChoices: Bool { answersOfSides.count + answersOfGaps.count > 1 }

  func question(ofCard index: Int) -> Int { Int(questions[index]) }

  /// In the deck's order.
  func cards(asking question: Int) -> [Int] {
    var indices: [Int] = []
    var next = firstOfQuestion[question]
    while next >= 0 {
      indices.append(Int(next))
      next = nextOfQuestion[Int(next)]
    }
    return indices
  }

  /// Draws cards with distinct answers, none of which is right for the question of the given cards or
  /// shares a text between semicolons with a right one.
  func wrongCards(
    _ count: Int, besides indices: [Int], using generator: inout some RandomNumberGenerator
  ) -> [Int] {
    let areGaps = indices.contains { isGap.contains(Int32($0)) }
    var (answers, others) = (answersOfSides, answersOfGaps)
    if areGaps { swap(&answers, &others) }
    // The only one of its kind would never be asked.
    if answers.count < 2 { answers = others }
    let right = rightAnswers(of: indices)
    func isWrong(_ answer: Int32) -> Bool {
      !right.contains(answer) && alternatives[answer]?.contains(where: right.contains) != true
    }
    var drawn: Set<Int32> = []
    var wrong: [Int32] = []
    // In a large deck some are soon found; looking at all takes longer.
    for _ in 0..<(answers.count > 4 * count ? 4 * count : 0) where wrong.count < count {
      let answer = answers[Int.random(in: answers.indices, using: &generator)]
      if drawn.insert(answer).inserted, isWrong(answer) { wrong.append(answer) }
    }
    if wrong.count < count {
      wrong = Array(answers.filter(isWrong).shuffled(using: &generator).prefix(count))
    }
    return wrong.map { Int(firstOfAnswer[Int($0)]) }
  }

  /// The right answers for cards, and the texts between their semicolons.
  private func rightAnswers(of indices: [Int]) -> Set<Int32> {
    var right = Set<Int32>()
    for index in indices {
      right.insert(answers[index])
      right.formUnion(alternatives[answers[index]] ?? [])
    }
    return right
  }
}

/// Gives each distinct text a number, from 0.
private struct Numbering {
  private var known: [String: Int32] = [:]
  /// The number of each text that was added.
  private(set) var numbers: [Int32] = []
  /// The index at which each number first appeared.
  private(set) var firsts: [Int32] = []

  init(capacity: Int) {
    known.reserveCapacity(capacity)
    numbers.reserveCapacity(capacity)
  }

  @discardableResult
  mutating func add(_ text: String, at index: Int) -> Int32 {
    let number = number(of: text)
    if number == firsts.count { firsts.append(Int32(index)) }
    numbers.append(number)
    return number
  }

  mutating func number(of text: String) -> Int32 {
    let new = Int32(known.count)
    guard let number = known[text] else {
      known[text] = new
      return new
    }
    return number
  }
}
