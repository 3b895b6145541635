internal import PlainText

extension Trainer {
  package mutating func answer(
    _ number: Int, choice: Int, _ settings: PracticeSettings, at time: PracticeTime
  ) throws(PracticeError) -> PracticeStep {
    let (session, question) = try asked(number)
    guard question.choices.indices.contains(choice) else { throw .noSuchChoice }
    let isCorrect = choice == question.rightIndex
    return try respond(
      to: question, of: session, isCorrect ? .right : .wrong(choice: choice),
      answer: question.choices[choice],
      settings, at: time)
  }

  package mutating func answer(
    _ number: Int, text: String, _ settings: PracticeSettings, at time: PracticeTime
  ) throws(PracticeError) -> PracticeStep {
    let (session, question) = try asked(number)
    if session.options.mode == .recall { throw .notTyped }
    if WrittenText.fault(in: text, maximumBytes: WordCard.maximumBytes) != nil {
      throw .unusableAnswer
    }
    let verdict: Verdict
    // The card's own text, not the learner's spelling of it, which need not be the right one.
    var answer = WrittenText.trimmed(text)
    let match = TypedAnswer.match(
      of: text, among: question.answers, isEnglish: mayBeEnglish(question),
      readings: { readings(of: question) })
    switch match {
    case .exact(let index): (verdict, answer) = (.right, question.answers[index])
    case .meant(let index) where !isAnotherAnswer(text, question):
      (verdict, answer) = (.right, question.answers[index])
    case .accents(let index) where settings.accents != .strict && !isAnotherAnswer(text, question):
      // Somebody who cannot type the accents must not be asked forever.
      let isEnough = settings.accents == .lenient || session.nearly(question) != nil
      verdict = isEnough ? .right : .nearly(index)
      if isEnough { answer = question.answers[index] }
    default: verdict = .wrong(choice: nil)
    }
    let step = try respond(to: question, of: session, verdict, answer: answer, settings, at: time)
    // Where there are choices, it would rule some of them out.
    if verdict.isWrong, session.options.mode == .typed {
      differences = question.differences(of: answer)
    }
    return step
  }

  /// Whether a text that does not answer the question answers another one of its deck.
  private func isAnotherAnswer(_ text: String, _ question: Question) -> Bool {
    guard let deck = reviews.deck(named: question.deck) else { return false }
    let answers = deck.cards.indices.lazy.map { deck.cards.answer(question.direction, at: $0) }
    return TypedAnswer.isExact(text, among: answers.filter { !question.answers.contains($0) })
  }

  /// What a gap held is a part of its sentence, which may need the “to”.
  private func mayBeEnglish(_ question: Question) -> Bool {
    let languages = reviews.deck(named: question.deck)?.languages ?? .unknown
    return !question.card.isGap && languages.mayBeEnglish(question.direction)
  }

  /// How the answers to a question are read, by their texts, if they are first sides.
  private func readings(of question: Question) -> [String: [String]] {
    guard question.direction == .backward, let deck = reviews.deck(named: question.deck) else {
      return [:]
    }
    let key = WrittenText.comparisonKey(question.text)
    var readings: [String: [String]] = [:]
    for card in deck.cards where question.answers.contains(card.first) && !card.reading.isEmpty {
      // Another card may write another word in the same way.
      if WrittenText.comparisonKey(card.second) == key {
        readings[card.first, default: []].append(card.reading)
      }
    }
    return readings
  }

  /// Reveals the answer, which counts as wrong and moves the question to the end.
  ///
  /// In the mode `recall` both wait for the grade.
  package mutating func reveal(
    _ number: Int, _ settings: PracticeSettings, at time: PracticeTime
  ) throws(PracticeError) -> PracticeStep {
    let (found, question) = try asked(number)
    var session = found
    if case .revealed = state {
      return PracticeStep(session: nil, revealed: question.answer)
    }
    if session.options.mode == .recall {
      if settings.plan.choosesDays { reviews.keepLoads(on: time.day) }
      session.note(activityAt: time.now)
      state = .revealed(session, question)
      return PracticeStep(session: .revealed, revealed: question.answer)
    }
    var step = try respond(
      to: question, of: session, .wrong(choice: nil), answer: "", givesUp: true, settings, at: time)
    step.revealed = question.answer
    return step
  }

  /// Grades an answer that was revealed; one not remembered moves to the end.
  package mutating func grade(
    _ number: Int, _ rating: Rating, _ settings: PracticeSettings, at time: PracticeTime
  ) throws(PracticeError) -> PracticeStep {
    let (session, question) = try asked(number)
    guard case .revealed = state else { throw .notRevealed }
    return try respond(
      to: question, of: session, rating.isRecalled ? .right : .wrong(choice: nil), rating,
      answer: rating.isRecalled ? question.answer : "", givesUp: !rating.isRecalled, settings,
      at: time)
  }

  /// Undoes the last response and its change of the schedule.
  ///
  /// An answer revealed and not yet graded is hidden again.
  package mutating func undo(at time: UInt64) throws(PracticeError) -> PracticeStep {
    guard var session else { throw .nothingToUndo }
    session.note(activityAt: time)
    if case .revealed = state {
      enter(session, at: time)
      return PracticeStep(session: .asked, asked: question)
    }
    guard let response = session.removeLastResponse() else { throw .nothingToUndo }
    var step = PracticeStep(session: .undone(response))
    if let change = response.change { replace(by: change.before, of: change, &step) }
    let before = question
    enter(session, at: time)
    if question != before { step.asked = question }
    return step
  }

  private func asked(_ number: Int) throws(PracticeError) -> (Session, Question) {
    switch state {
    case .idle: throw .noSession
    case .finished: throw .sessionFinished
    case .asking(let session, let question), .revealed(let session, let question):
      if question.number != number { throw .questionChanged }
      return (session, question)
    }
  }

  private mutating func respond(
    to question: Question, of session: Session, _ verdict: Verdict, _ rating: Rating? = nil,
    answer: String, givesUp: Bool = false, _ settings: PracticeSettings, at time: PracticeTime
  ) throws(PracticeError) -> PracticeStep {
    var session = session
    var change: ScheduleChange?
    if settings.isLearningEnabled, session.isUntouched(question) {
      if settings.plan.choosesDays { reviews.keepLoads(on: time.day) }
      change = scheduleChange(
        by: rating ?? verdict.rating, of: question, session.options.mode, settings.plan, at: time)
    }
    let response = try session.log(
      verdict, to: question, at: time.now, movesToEnd: givesUp, change: change)
    var step = PracticeStep(
      session: .responded(response),
      given: GivenAnswer(
        number: question.number, question: question.text, isCorrect: verdict == .right,
        answer: answer))
    if let change { replace(by: change.after, of: change, &step) }
    enter(session, at: time.now)
    if case .finished = state { step.finished = session }
    // If only one question is left, it is asked again when given up.
    if self.question != question || givesUp { step.asked = self.question }
    return step
  }

  private func scheduleChange(
    by rating: Rating, of question: Question, _ mode: PracticeMode, _ plan: DayPlan,
    at time: PracticeTime
  ) -> ScheduleChange {
    let before = reviews.schedule(of: question.card, question.direction)
    let after = reviews.fsrs.schedule(after: before, rating, at: time.now, on: time.day)
    let day =
      plan.choosesDays
      ? plan.day(for: after, reviews.fsrs, reviews.dayLoads(on: time.day)) : nil
    return ScheduleChange(
      card: question.card, direction: question.direction, mode: mode, rating: rating,
      took: took(until: time.now), before: before, after: after.moved(to: day))
  }

  /// The days until the next review after each grade, while an answer awaits its grade, in seconds.
  ///
  /// Empty if the grade changes no schedule.
  package func intervals(_ settings: PracticeSettings, at time: PracticeTime) -> [UInt64] {
    guard case .revealed(let session, let question) = state, settings.isLearningEnabled,
      session.isUntouched(question)
    else { return [] }
    return Rating.allCases.map {
      let after = scheduleChange(by: $0, of: question, .recall, settings.plan, at: time).after
      return UInt64(reviews.fsrs.dueDay(of: after) - time.day) * Schedule.day / 1_000_000
    }
  }

  private mutating func replace(
    by new: Schedule?, of change: ScheduleChange, _ step: inout PracticeStep
  ) {
    step.replaced = reviews.schedule(of: change.card, change.direction)
    reviews.setSchedule(new, of: change.card, change.direction)
    step.schedule = ScheduleUpdate(
      card: change.card, direction: change.direction, schedule: new)
  }
}

extension Question {
  /// Where a wrong text differs from the right answer that is most like it; empty if none is near.
  ///
  /// What is right is not shown: only where the text is not.
  fileprivate func differences(of typed: String) -> [Int] {
    let near = answers.compactMap {
      TypingDifference(of: typed, from: $0, ignoringCase: true)
    }.filter { $0.isNear && $0.marks.count < typed.count }
    return near.min { $0.marks.count < $1.marks.count }?.marks.sorted() ?? []
  }
}

extension Verdict {
  /// The rating of a card whose first response it is.
  fileprivate var rating: Rating {
    switch self {
    case .wrong: .again
    case .nearly: .hard
    case .right: .good
    }
  }
}
