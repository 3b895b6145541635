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
    for (place, card) in cards.enumerated() {
      let question = Int(asked.add(WrittenText.comparisonKey(card.question(direction)), at: place))
      if question < lastOfQuestion.count {
        nextOfQuestion[Int(lastOfQuestion[question])] = Int32(place)
        lastOfQuestion[question] = Int32(place)
      } else {
        lastOfQuestion.append(Int32(place))
      }
      answered.add(WrittenText.comparisonKey(card.answer(direction)), at: place)
    }
    firstOfAnswer = answered.firsts
    var alternatives: [Int32: [Int32]] = [:]
    var sharers: [Int32: [Int32]] = [:]
    for (number, place) in firstOfAnswer.enumerated() {
      let parts = TypedAnswer.alternatives(of: cards[Int(place)].answer(direction))
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

  func question(ofCard place: Int) -> Int { Int(questions[place]) }

  /// In the deck's order.
  func cards(asking question: Int) -> [Int] {
    var places: [Int] = []
    var next = firstOfQuestion[question]
    while next >= 0 {
      places.append(Int(next))
      next = nextOfQuestion[Int(next)]
    }
    return places
  }

  /// Draws cards with distinct answers, none of which is right for the question of the given cards.
  func wrongCards(
    _ count: Int, besides places: [Int], using generator: inout some RandomNumberGenerator
  ) -> [Int] {
    var excluded = answersSharing(with: places)
    var drawn: [Int] = []
    while drawn.count < count, excluded.count < answerCount {
      // Skips each excluded number, so that all others are equally likely.
      var number = Int.random(in: 0..<(answerCount - excluded.count), using: &generator)
      var place = 0
      while place < excluded.count, excluded[place] <= number {
        number += 1
        place += 1
      }
      excluded.insert(number, at: place)
      drawn.append(Int(firstOfAnswer[number]))
    }
    return drawn
  }

  /// The right answers for cards, and answers that share a text between semicolons with one.
  private func answersSharing(with places: [Int]) -> [Int] {
    var right = Set<Int32>()
    for place in places {
      right.insert(answers[place])
      right.formUnion(alternatives[answers[place]] ?? [])
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
  mutating func add(_ text: String, at place: Int) -> Int32 {
    let number = number(of: text)
    if number == firsts.count { firsts.append(Int32(place)) }
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
