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
  /// The answers that have a text between their semicolons, by that text's number.
  private let sharers: [Int32: [Int32]]

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
    var sharers: [Int32: [Int32]] = [:]
    for (number, index) in firstOfAnswer.enumerated() {
      let parts = TypedAnswer.alternatives(of: cards[Int(index)].answer(direction))
      if parts.isEmpty { continue }
      let mark = gaps.contains(index) ? "\t" : ""
      let numbers = parts.map { answered.number(of: WrittenText.comparisonKey($0) + mark) }
      alternatives[Int32(number)] = numbers
      for part in numbers { sharers[part, default: []].append(Int32(number)) }
    }
    questions = asked.numbers
    answers = answered.numbers
    firstOfQuestion = asked.firsts
    self.nextOfQuestion = nextOfQuestion
    self.alternatives = alternatives
    self.sharers = sharers
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
    var excluded = answersSharing(with: indices).compactMap { answers.place(of: $0) }
    var drawn: [Int] = []
    while drawn.count < count, excluded.count < answers.count {
      // Skips each excluded place, so that all others are equally likely.
      var place = Int.random(in: 0..<(answers.count - excluded.count), using: &generator)
      var index = 0
      while index < excluded.count, excluded[index] <= place {
        place += 1
        index += 1
      }
      excluded.insert(place, at: index)
      drawn.append(Int(firstOfAnswer[Int(answers[place])]))
    }
    return drawn
  }

  /// The right answers for cards, and answers that share a text between semicolons with one.
  private func answersSharing(with indices: [Int]) -> [Int32] {
    var right = Set<Int32>()
    for index in indices {
      right.insert(answers[index])
      right.formUnion(alternatives[answers[index]] ?? [])
    }
    var sharing = right
    for part in right { sharing.formUnion(sharers[part, default: []]) }
    return sharing.sorted()
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

extension [Int32] {
  /// The index of a number in an ascending array.
  fileprivate func place(of number: Int32) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] == number ? low : nil
  }
}
