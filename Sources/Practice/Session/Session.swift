/// A session: its questions, and the log of responses that determines its state.
package struct Session: Hashable, Sendable {
  /// The most responses of a session, so that its logs do not grow without limit.
  package static let maximumResponses = 10_000
  /// The most questions of a session of everything that is due.
  package static let maximumDue = 500

  package let options: SessionOptions
  /// The questions by their numbers, at least one.
  package let questions: [Question]
  /// When the user last did something with it, in microseconds since 1970-01-01 UTC.
  package private(set) var activeAt: UInt64
  /// All responses in order; at most one to each question is right.
  package private(set) var responses: [Response]

  /// Nil if the parts do not fit together, as from a damaged store.
  package init?(
    options: SessionOptions, questions: [Question], activeAt: UInt64, responses: [Response] = []
  ) {
    let right = responses.filter(\.isRight)
    let isSound =
      !questions.isEmpty && questions.map(\.number) == Array(1...questions.count)
      && responses.map(\.sequence) == Array(1..<(responses.count + 1))
      && responses.count <= Session.maximumResponses
      && Set(right.map(\.question)).count == right.count
      && responses.allSatisfy { (1...questions.count).contains($0.question) }
      && responses.allSatisfy { $0.verdict.isPossible(for: questions[$0.question - 1]) }
    if !isSound { return nil }
    self.options = options
    self.questions = questions
    self.activeAt = activeAt
    self.responses = responses
  }

  /// The number of right responses, which is also the number of answered questions.
  package var answered: Int { responses.count(where: \.isRight) }
  package var wrong: Int { responses.count(where: \.verdict.isWrong) }

  /// The number of questions that were right at the first response.
  package var firstTry: Int {
    var tried = Set<Int>()
    return responses.count { tried.insert($0.question).inserted && $0.isRight }
  }

  /// How long a session waits for the user before it ends by itself.
  private static let longestWait: UInt64 = 3_600_000_000

  /// When it ends by itself, if nobody does anything: after an hour, or with the local day.
  package func end(_ calendar: LocalCalendar) -> UInt64 {
    let hour = activeAt.addingReportingOverflow(Self.longestWait)
    return min(hour.overflow ? .max : hour.partialValue, calendar.nextDay(after: activeAt))
  }

  /// Whether it has ended by itself, or a clock that was ahead says that it never would.
  package func isOver(at time: UInt64, _ calendar: LocalCalendar) -> Bool {
    end(calendar) <= time || (activeAt > time && activeAt - time > Self.longestWait)
  }

  /// The current question; nil if all were answered, but for those of suspended cards.
  ///
  /// Questions never moved to the end come first, by number; then the others, in the order they
  /// were moved.
  func current(skipping isSuspended: (CardIdentity) -> Bool) -> Question? {
    var movedAt = [Int](repeating: 0, count: questions.count + 1)
    for response in responses where response.movesToEnd {
      movedAt[response.question] = response.sequence
    }
    let done = Set(responses.lazy.filter(\.isRight).map(\.question))
    return questions.filter { !done.contains($0.number) && !isSuspended($0.card) }
      .min { (movedAt[$0.number], $0.number) < (movedAt[$1.number], $1.number) }
  }

  /// The answer that the last response nearly was, if that was to this question.
  func nearly(_ question: Question) -> String? {
    guard let last = responses.last, last.question == question.number else { return nil }
    return last.verdict.nearlyIndex.map { question.answers[$0] }
  }

  /// The indices of the choices of a question that were answered wrong, ascending.
  func wrongChoices(_ question: Question) -> [Int] {
    let responses = responses.lazy.filter { $0.question == question.number }
    return Set(responses.compactMap(\.verdict.wrongChoice)).sorted()
  }

  /// Whether a question has no response yet, so that the next one is its rating.
  func isUntouched(_ question: Question) -> Bool {
    !responses.contains { $0.question == question.number }
  }

  mutating func log(
    _ verdict: Verdict, to question: Question, at time: UInt64, movesToEnd: Bool,
    change: ScheduleChange?
  ) throws(PracticeError) -> Response {
    // Leave room for all right answers, so that a session can always be finished.
    if verdict != .right && responses.count - answered >= Session.maximumResponses - questions.count
    {
      throw .tooManyResponses
    }
    let response = Response(
      sequence: responses.count + 1, question: question.number, verdict: verdict, at: time,
      movesToEnd: movesToEnd, change: change)
    responses.append(response)
    activeAt = time
    return response
  }

  mutating func removeLastResponse() -> Response? { responses.popLast() }

  mutating func note(activityAt time: UInt64) { activeAt = time }
}

/// A response to a question.
package struct Response: Hashable, Sendable {
  /// The longest logged time of a response, in milliseconds: after that the user does something
  /// else.
  package static let maximumTook: UInt32 = 60_000

  /// Its place among all responses of the session, from 1.
  package let sequence: Int
  package let question: Int
  package let verdict: Verdict
  /// When it was given, in microseconds since 1970-01-01 UTC.
  package let at: UInt64
  /// Whether the question moved to the end: given up, or graded as not remembered.
  package let movesToEnd: Bool
  /// The change of the card's schedule; only for the first response to a question.
  package let change: ScheduleChange?

  package init(
    sequence: Int, question: Int, verdict: Verdict, at: UInt64, movesToEnd: Bool,
    change: ScheduleChange?
  ) {
    self.sequence = sequence
    self.question = question
    self.verdict = verdict
    self.at = at
    self.movesToEnd = movesToEnd
    self.change = change
  }

  package var isRight: Bool { verdict == .right }
}

/// How a response counts.
package enum Verdict: Hashable, Sendable {
  /// `choice` is the index of the one that was chosen; nil if there was none, or it is not known.
  case wrong(choice: Int?)
  case right
  /// It differed only in accents from the answer with this index, which is asked for once more.
  case nearly(Int)

  package var nearlyIndex: Int? {
    if case .nearly(let index) = self { index } else { nil }
  }

  var wrongChoice: Int? {
    if case .wrong(let choice) = self { choice } else { nil }
  }

  var isWrong: Bool {
    if case .wrong = self { true } else { false }
  }

  /// Whether its index is one of the question's; not in a damaged store.
  fileprivate func isPossible(for question: Question) -> Bool {
    switch self {
    case .right, .wrong(nil): true
    case .wrong(let choice?):
      question.choices.indices.contains(choice) && choice != question.rightIndex
    case .nearly(let index): question.answers.indices.contains(index)
    }
  }
}

/// A schedule before and after a response, for undoing it.
package struct ScheduleChange: Hashable, Sendable {
  package let card: CardIdentity
  package let direction: Direction
  package let mode: PracticeMode
  package let rating: Rating
  /// The time from the question to the response, in milliseconds, at most a minute.
  package let took: UInt32
  /// Nil if the card was new.
  package let before: Schedule?
  package let after: Schedule

  /// The new schedule follows from the old one, and the day chosen for the next review, if any.
  package init(
    card: CardIdentity, direction: Direction, mode: PracticeMode, rating: Rating, took: UInt32,
    before: Schedule?, after: Schedule
  ) {
    self.card = card
    self.direction = direction
    self.mode = mode
    self.rating = rating
    self.took = took
    self.before = before
    self.after = after
  }
}
