/// A session: its questions, and the two logs that determine its state.
package struct Session: Hashable, Sendable {
  /// The most responses of a session, so that its logs do not grow without end.
  package static let maximumResponses = 10_000

  package let options: SessionOptions
  /// The questions by their numbers, at least one.
  package let questions: [Question]
  /// The right responses in their order, at most one a question.
  package private(set) var right: [Response]
  package private(set) var wrong: [Response]

  /// Nil if the parts do not fit together, as from a damaged store.
  package init?(
    options: SessionOptions, questions: [Question], right: [Response] = [], wrong: [Response] = []
  ) {
    let responses = (right + wrong).sorted { $0.sequence < $1.sequence }
    let isSound =
      !questions.isEmpty && questions.map(\.number) == Array(1...questions.count)
      && responses.map(\.sequence) == Array(1..<(responses.count + 1))
      && responses.count <= Session.maximumResponses
      && Set(right.map(\.question)).count == right.count
      && responses.allSatisfy { (1...questions.count).contains($0.question) }
    if !isSound { return nil }
    self.options = options
    self.questions = questions
    self.right = right.sorted { $0.sequence < $1.sequence }
    self.wrong = wrong.sorted { $0.sequence < $1.sequence }
  }

  /// The number of questions that were right at the first response.
  package var firstTry: Int {
    let missed = Set(wrong.map(\.question))
    return right.count { !missed.contains($0.question) }
  }

  package var responses: Int { right.count + wrong.count }

  /// The last response and whether it was right; nil before the first.
  package var last: (response: Response, isRight: Bool)? {
    let (right, wrong) = (right.last, wrong.last)
    if let right, right.sequence > wrong?.sequence ?? 0 { return (right, true) }
    return wrong.map { ($0, false) }
  }

  /// The current question; nil if all were answered.
  ///
  /// Those never moved to the end come first by number, then the others in the order they were
  /// moved.
  package var current: Question? {
    var movedAt = [Int](repeating: 0, count: questions.count + 1)
    for response in wrong where response.movesToEnd {
      movedAt[response.question] = response.sequence
    }
    let done = Set(right.map(\.question))
    return questions.lazy.filter { !done.contains($0.number) }
      .min { (movedAt[$0.number], $0.number) < (movedAt[$1.number], $1.number) }
  }

  /// Whether a question has no response yet, so that the next one is its rating.
  func isUntouched(_ question: Question) -> Bool {
    !right.contains { $0.question == question.number }
      && !wrong.contains { $0.question == question.number }
  }

  mutating func log(
    _ isCorrect: Bool, to question: Question, at time: UInt64, movesToEnd: Bool,
    change: ScheduleChange?
  ) throws(PracticeRefusal) -> Response {
    // Leave room for each right answer, so that a session can always be finished.
    if !isCorrect && wrong.count >= Session.maximumResponses - questions.count {
      throw .tooManyResponses
    }
    let response = Response(
      sequence: responses + 1, question: question.number, at: time, movesToEnd: movesToEnd,
      change: change)
    if isCorrect { right.append(response) } else { wrong.append(response) }
    return response
  }

  mutating func removeLastResponse() -> Response? {
    last?.isRight == true ? right.popLast() : wrong.popLast()
  }
}

/// A response to a question: an entry of one of a session's two logs.
package struct Response: Hashable, Sendable {
  /// Its place among all responses of the session, right and wrong, from 1.
  package let sequence: Int
  package let question: Int
  /// When it was given, in microseconds since 1970-01-01 UTC.
  package let at: UInt64
  /// Whether the question moved to the end: given up, or graded as not remembered.
  package let movesToEnd: Bool
  /// The change of the card's schedule; only for the first response to a question.
  package let change: ScheduleChange?

  package init(
    sequence: Int, question: Int, at: UInt64, movesToEnd: Bool, change: ScheduleChange?
  ) {
    self.sequence = sequence
    self.question = question
    self.at = at
    self.movesToEnd = movesToEnd
    self.change = change
  }
}

/// A schedule before and after a response, for undoing it.
package struct ScheduleChange: Hashable, Sendable {
  package let card: CardIdentity
  package let direction: Direction
  package let rating: Rating
  /// Nil if the card was new.
  package let before: Schedule?
  package let after: Schedule

  package init(
    card: CardIdentity, direction: Direction, rating: Rating, before: Schedule?, after: Schedule
  ) {
    self.card = card
    self.direction = direction
    self.rating = rating
    self.before = before
    self.after = after
  }
}
