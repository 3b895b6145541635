internal import MemoryGame

/// The practice session, at most one, and the reviews its answers change.
package struct Trainer: Sendable {
  package enum State: Hashable, Sendable {
    case idle
    case asking(Session, Question)
    /// The answer is shown and has to be graded.
    case revealed(Session, Question)
    case finished(Session)

    package var isFinished: Bool {
      if case .finished = self { true } else { false }
    }

    /// Whether it is a session that makes its day one of practice: not if all its questions were
    /// suspended unanswered.
    package var isDone: Bool {
      if case .finished(let session) = self { session.answered > 0 } else { false }
    }

    package var session: Session? {
      switch self {
      case .idle: nil
      case .asking(let session, _), .revealed(let session, _), .finished(let session): session
      }
    }
  }

  package internal(set) var state = State.idle
  /// The indices of the characters that differ from the right answer, if the last one to the question
  /// was typed and wrong but near.
  ///
  /// The session's log does not keep answers.
  package internal(set) var differences: [Int] = []
  /// When the question was asked, in microseconds since 1970-01-01 UTC.
  private var askedAt: UInt64 = 0
  package var reviews = Reviews()
  private var lastIndex: (deck: Deck, direction: Direction, index: DeckIndex)?

  package init() {}

  package var session: Session? { state.session }

  package var question: Question? {
    switch state {
    case .idle, .finished: nil
    case .asking(_, let question), .revealed(_, let question): question
    }
  }

  /// The answer that the last response to the question nearly was.
  package var nearly: String? {
    guard case .asking(let session, let question) = state else { return nil }
    return session.nearly(question)
  }

  /// The indices of the choices of the question that were answered wrong, ascending.
  package var wrongChoices: [Int] {
    guard let session, let question else { return [] }
    return session.wrongChoices(question)
  }

  /// The question whose answer is known: it is revealed, or was answered right or given up last; nil
  /// while the same card is asked.
  package var answered: Question? {
    if case .revealed(_, let question) = state { return question }
    guard let session, let last = session.responses.last, last.isRight || last.movesToEnd else {
      return nil
    }
    let answered = session.questions[last.question - 1]
    return question?.card == answered.card ? nil : answered
  }

  /// The card of a question as its deck has it now; nil if it is gone, or has other texts than were asked,
  /// to which its note and its sounds do not belong.
  package func card(of question: Question) -> (card: WordCard, languages: SideLanguages)? {
    let found = reviews.card(question.card, inDeck: question.deck)
    return found.flatMap { card, languages in
      card.question(question.direction) == question.text
        && card.answer(question.direction) == question.answer ? (card, languages) : nil
    }
  }

  /// What was known of the question's card before the session asked it; nil if it was new.
  package var scheduleBefore: Schedule? {
    guard let session, let question else { return nil }
    if let change = session.responses.first(where: { $0.question == question.number })?.change {
      return change.before
    }
    return reviews.schedule(of: question.card, question.direction)
  }

  /// Takes over a stored session; its question counts as asked at `time`, unless it is asked already.
  package mutating func resume(_ session: Session?, isRevealed: Bool = false, at time: UInt64) {
    let before = (number: question?.number, text: question?.text, askedAt: askedAt)
    state = .idle
    guard let session else { return }
    enter(session, at: time)
    // Its card may have another first side since.
    if (question?.number, question?.text) == (before.number, before.text) {
      askedAt = before.askedAt
    }
    if isRevealed, session.options.mode == .recall, case .asking(_, let question) = state {
      state = .revealed(session, question)
    }
  }
}

// Beginning and end.
extension Trainer {
  /// Starts a session; the current one ends, and its answers stay.
  ///
  /// The next restart uses the `remembered` options, if they differ.
  package mutating func start(
    _ options: SessionOptions, as remembered: SessionOptions? = nil, _ settings: PracticeSettings,
    at time: PracticeTime, using generator: inout some RandomNumberGenerator
  ) throws(PracticeError) -> PracticeStep {
    guard options.hasUsableCount else { throw .questionsOutOfRange(options.questions) }
    var remembered = remembered ?? options
    if let name = options.deck {
      // Among all decks one that is too small is left out; by its name it is refused.
      remembered.deck = try draw(name, options.direction ?? .forward, options.mode).deck.name
    }
    let questions: [Question]
    if options.picksByMemory {
      questions = questionsByMemory(options, settings, at: time, using: &generator)
      if questions.isEmpty {
        if options.isHard { throw .noHardCards(remembered.deck) }
        let waiting = reviews.waiting(settings, at: time, reviews.survey(on: time.day))
        throw waiting > 0 ? .reviewsDone(waiting: waiting) : .nothingDue(remembered.deck)
      }
    } else {
      var draw = try draw(options.deck ?? "", options.direction ?? .forward, options.mode)
      questions = draw.random(options.questions, using: &generator)
      if questions.isEmpty, draw.isAllSuspended { throw .allSuspended(draw.deck.name) }
    }
    guard let session = Session(options: remembered, questions: questions, activeAt: time.now)
    else {
      throw .deckTooSmall(remembered.deck ?? "")
    }
    enter(session, at: time.now)
    return PracticeStep(session: .started(session), asked: question)
  }

  private mutating func questionsByMemory(
    _ options: SessionOptions, _ settings: PracticeSettings, at time: PracticeTime,
    using generator: inout some RandomNumberGenerator
  ) -> [Question] {
    let most = options.questions == 0 ? Session.maximumDue : options.questions
    var draws: [DeckInDirection: QuestionDraw] = [:]
    // Decks that are too small.
    var skipped: Set<DeckInDirection> = []
    var questions = SessionQuestions()
    /// Returns whether the card is asked: it may be in a deck that is too small, and in another one.
    func ask(_ card: AskedCard) -> Bool {
      let key = DeckInDirection(deck: card.deck.name, direction: card.direction)
      if draws[key] == nil, !skipped.contains(key) {
        draws[key] = try? draw(key.deck, key.direction, options.mode)
        if draws[key] == nil { skipped.insert(key) }
      }
      guard draws[key]?.canAsk(card.index) == true,
        questions.canHave(
          card.deck.cards.identity(at: card.index, in: card.deck.deckName.comparisonKey))
      else { return false }
      let question = draws[key]?.question(
        ofCard: card.index, number: questions.all.count + 1, using: &generator)
      if let question { questions.add(question) }
      return question != nil
    }
    var left = most
    let cards: [AskedCard]
    if options.isHard {
      cards = reviews.hardCards(ofDeck: options.deck, options.direction)
    } else {
      left = min(reviews.reviewsLeft(settings, at: time) ?? most, most)
      cards = reviews.dueCards(
        ofDeck: options.deck, options.direction, at: time,
        hasBacklog: reviews.waiting(settings, at: time, reviews.survey(on: time.day)) > 0)
    }
    for card in cards {
      if questions.all.count == left { break }
      _ = ask(card)
    }
    if options.isHard || questions.all.count == most { return questions.all }
    var allowed = reviews.allowance(settings, at: time)
    let reviews = self.reviews
    reviews.forEachNew(ofDeck: options.deck, options.direction, at: time) { card in
      if allowed == 0 || questions.all.count == most { return false }
      if ask(card) { allowed -= 1 }
      return true
    }
    return questions.all
  }

  private struct DeckInDirection: Hashable {
    let deck: String
    let direction: Direction
  }

  private mutating func draw(
    _ name: String, _ direction: Direction, _ mode: PracticeMode
  ) throws(PracticeError) -> QuestionDraw {
    guard let deck = reviews.deck(named: name) else { throw .noSuchDeck(name) }
    if reviews.standing(ofDeck: name).isSuspended { throw .deckSuspended(deck.name) }
    let key = deck.deckName.comparisonKey
    let draw = QuestionDraw(
      deck: deck, direction: direction, mode: mode, index: index(of: deck, direction),
      isSuspended: { [reviews] in reviews.isSuspended(deck.cards.identity(at: $0, in: key)) })
    guard draw.isLargeEnough else {
      let isAsked = deck.cards.indices.contains { deck.cards.isAsked(direction, at: $0) }
      throw isAsked || deck.cards.isEmpty
        ? .deckTooSmall(deck.name) : .noAnswers(deck.name, direction)
    }
    return draw
  }

  /// Starts a session like the current or finished one.
  ///
  /// A due session with nothing due asks all cards of its deck. If the deck is gone or has become too
  /// small, or if it was of all decks, the same questions are asked again in another order.
  package mutating func restart(
    _ settings: PracticeSettings, at time: PracticeTime,
    using generator: inout some RandomNumberGenerator
  ) throws(PracticeError) -> PracticeStep {
    guard let session else { throw .noSession }
    var all = session.options
    all.isDue = false
    if all.questions == 0, !all.isHard { all.questions = settings.questionsPerSession }
    for options in session.options.isDue ? [session.options, all] : [all] {
      // Remember that only due cards were wanted, for the next restart.
      if let step = try? start(
        options, as: session.options, settings, at: time, using: &generator)
      {
        return step
      }
    }
    var again: [Question] = []
    let questions = session.questions.filter { !reviews.isLeftOut($0.card) }
    if questions.isEmpty {
      let name = session.options.deck ?? ""
      throw reviews.standing(ofDeck: name).isSuspended ? .deckSuspended(name) : .allSuspended(name)
    }
    for question in questions.shuffled(using: &generator) {
      if let question = question.askedAgain(as: again.count + 1, using: &generator) {
        again.append(question)
      }
    }
    guard
      let repeated = Session(
        options: session.options, questions: again, activeAt: time.now)
    else {
      throw .noSession
    }
    enter(repeated, at: time.now)
    return PracticeStep(session: .started(repeated), asked: question)
  }

  @discardableResult
  package mutating func stop() throws(PracticeError) -> PracticeStep {
    if session == nil { throw .noSession }
    state = .idle
    return PracticeStep(session: .stopped)
  }

  /// Suspends cards, or resumes them; the session goes on with the next question if one was asked.
  package mutating func setSuspended(
    _ isSuspended: Bool, _ cards: [CardIdentity], at time: UInt64
  ) -> PracticeStep {
    let changed = cards.filter { reviews.isSuspended($0) != isSuspended }
    for card in changed { reviews.setSuspended(isSuspended, card) }
    let suspension =
      changed.isEmpty ? nil : Suspension(cards: changed, isSuspended: isSuspended, at: time)
    var step = goOn(at: time)
    step.suspension = suspension
    return step
  }

  /// Changes the standings of decks, by comparison key; the session goes on without those that were
  /// suspended.
  package mutating func setStandings(
    _ standings: [String: DeckStanding], at time: UInt64
  ) -> PracticeStep {
    let change = reviews.change(standings)
    var step = goOn(at: time)
    step.standings = change
    return step
  }

  /// Notes in the step that started a session that the user named its deck.
  package mutating func noteStart(in step: inout PracticeStep, at time: UInt64) {
    guard case .started(let session) = step.session, let name = session.options.deck else { return }
    var standing = reviews.standing(ofDeck: name)
    (standing.isStarted, standing.addedAt) = (true, standing.addedAt ?? time)
    step.standings = reviews.change([ThemeName.comparisonKey(of: name): standing])
  }

  /// Asks the next question if cards were suspended or resumed and the current one is another.
  private mutating func goOn(at time: UInt64) -> PracticeStep {
    guard let session, session.current(skipping: reviews.isLeftOut) != question else {
      return PracticeStep(session: nil)
    }
    enter(session, at: time)
    var step = PracticeStep(session: .asked, asked: question)
    if case .finished = state { step.finished = session }
    return step
  }

  /// Deletes all schedules and the session, whose responses show what was answered; suspended cards
  /// stay suspended.
  package mutating func forgetReviews() {
    reviews.setSchedules([])
    reviews.forgetStarts()
    state = .idle
  }

  /// The index of a deck, cached; comparing decks is fast, since equal decks are mostly the same
  /// value.
  private mutating func index(of deck: Deck, _ direction: Direction) -> DeckIndex {
    if let lastIndex, lastIndex.direction == direction, lastIndex.deck == deck {
      return lastIndex.index
    }
    let index = DeckIndex(deck.cards, direction)
    lastIndex = (deck, direction, index)
    return index
  }
}

// Helpers for the extensions in other files.
extension Trainer {
  /// Restores a session at the question that its logs lead to.
  mutating func enter(_ session: Session, at time: UInt64) {
    differences = []
    if let question = session.current(skipping: reviews.isLeftOut) {
      // A wrong answer leaves the question as it is.
      if question != self.question || session.responses.isEmpty { askedAt = time }
      state = .asking(session, question)
    } else {
      state = .finished(session)
    }
  }

  /// The milliseconds that the question has been open, as they are logged.
  func took(until time: UInt64) -> UInt32 {
    let took = time > askedAt ? (time - askedAt) / 1_000 : 0
    return min(UInt32(clamping: took), Response.maximumTook)
  }

  /// Undoes a step that could not be stored.
  package mutating func revert(_ step: PracticeStep, to earlier: State) {
    if let update = step.schedule {
      reviews.setSchedule(step.replaced, of: update.card, update.direction)
    }
    if let suspension = step.suspension {
      for card in suspension.cards { reviews.setSuspended(!suspension.isSuspended, card) }
    }
    if let standings = step.standings { _ = reviews.change(standings.before) }
    (state, differences) = (earlier, [])
  }
}
