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
  /// Numbers of the texts between semicolons, for answers that have any.
  private let alternatives: [Int32: [Int32]]
  /// The answers that have a text between their semicolons, by that text's number.
  private let sharers: [Int32: [Int32]]

  init(_ cards: CardList, _ direction: Direction) {
    var asked = Numbering(capacity: cards.count)
    var answered = Numbering(capacity: cards.count)
    var nextOfQuestion = [Int32](repeating: -1, count: cards.count)
    var lastOfQuestion: [Int32] = []
    for (index, card) in cards.enumerated() {
      let question = Int(asked.add(WrittenText.comparisonKey(card.question(direction)), at: index))
      if question < lastOfQuestion.count {
        nextOfQuestion[Int(lastOfQuestion[question])] = Int32(index)
        lastOfQuestion[question] = Int32(index)
      } else {
        lastOfQuestion.append(Int32(index))
      }
      answered.add(WrittenText.comparisonKey(card.answer(direction)), at: index)
    }
    firstOfAnswer = answered.firsts
    var alternatives: [Int32: [Int32]] = [:]
    var sharers: [Int32: [Int32]] = [:]
    for (number, index) in firstOfAnswer.enumerated() {
      let parts = TypedAnswer.alternatives(of: cards[Int(index)].answer(direction))
      if parts.isEmpty { continue }
      let numbers = parts.map { answered.number(of: WrittenText.comparisonKey($0)) }
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

  var answerCount: Int { firstOfAnswer.count }

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

  /// Draws cards with distinct answers, none of which is right for the question of the given cards.
  func wrongCards(
    _ count: Int, besides indices: [Int], using generator: inout some RandomNumberGenerator
  ) -> [Int] {
    var excluded = answersSharing(with: indices)
    var drawn: [Int] = []
    while drawn.count < count, excluded.count < answerCount {
      // Skips each excluded number, so that all others are equally likely.
      var number = Int.random(in: 0..<(answerCount - excluded.count), using: &generator)
      var index = 0
      while index < excluded.count, excluded[index] <= number {
        number += 1
        index += 1
      }
      excluded.insert(number, at: index)
      drawn.append(Int(firstOfAnswer[number]))
    }
    return drawn
  }

  /// The right answers for cards, and answers that share a text between semicolons with one.
  private func answersSharing(with indices: [Int]) -> [Int] {
    var right = Set<Int32>()
    for index in indices {
      right.insert(answers[index])
      right.formUnion(alternatives[answers[index]] ?? [])
    }
    var sharing = Set(right.lazy.map(Int.init).filter { $0 < answerCount })
    for part in right { sharing.formUnion(sharers[part, default: []].lazy.map(Int.init)) }
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
