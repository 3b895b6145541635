internal import DBus
internal import MemorizeBus
internal import MemorizeFiles
internal import MemoryGame
internal import Practice
internal import Store

extension PracticeViewModel {
  /// The published state; the settings say how many new cards a day allows.
  var state: PracticeState {
    let time = clock.time
    var state = PracticeState()
    state.revision = revision
    state.session = session
    let survey = trainer.reviews.survey(on: time.day)
    state.due = UInt32(clamping: survey.due)
    state.resting = UInt32(clamping: survey.resting)
    state.waiting = UInt32(clamping: trainer.reviews.waiting(settings, at: time, survey))
    state.breaks = settings.plan.breaks.map(\.text)
    state.nextDue = survey.next.map { clock.calendar().start(of: $0) } ?? 0
    state.new = UInt32(clamping: trainer.reviews.newCount(settings, at: time))
    state.streak = UInt32(clamping: streak)
    state.isFinishedToday = isFinishedToday
    state.state = Word(trainer.state.phase)
    if let session = trainer.session {
      state.deck = session.options.deck ?? ""
      state.mode = Word(session.options.mode)
      let direction = trainer.question?.direction ?? session.options.direction
      state.direction = direction.map { Word($0) } ?? Word()
      state.questions = UInt32(clamping: session.questions.count)
      state.answered = UInt32(clamping: session.answered)
      state.wrong = UInt32(clamping: session.wrong)
      state.firstTry = UInt32(clamping: session.firstTry)
    }
    if let question = trainer.question {
      state.questionNumber = UInt32(clamping: question.number)
      state.questionDeck = question.deck
      state.card = number(of: question.card)
      state.question = question.text
      state.pronunciation = question.pronunciation(settings)
      state.choices = question.choices
      state.wrongChoices = trainer.wrongChoices.map { UInt32(clamping: $0) }
      state.nearly = trainer.nearly ?? ""
      state.differences = trainer.differences.map { UInt32(clamping: $0) }
      let before = trainer.scheduleBefore
      state.lastReviewed = before?.reviewedAt ?? 0
      state.stability = before?.memory.stability ?? 0
      state.intervals = trainer.intervals(settings, at: time)
      if let (card, languages) = trainer.card(of: question) {
        state.questionMedia = MediaPaths(card.questionMedia(question.direction))
        state.questionLanguage = languages.question(question.direction)
      }
    }
    state.lapsesMarked = UInt32(clamping: trainer.lapsesMarked)
    if let answered = trainer.answered, let (card, languages) = trainer.card(of: answered) {
      state.answerMedia = MediaPaths(card.answerMedia(answered.direction))
      state.answerLanguage = languages.answer(
        answered.direction, isGap: card.gap != nil)
      state.answerPronunciation = card.reading
      state.note = card.note
      state.sentence = card.solution
    }
    return state
  }

  /// When the counts of due and new cards, the streak or the session next change without a call; nil if
  /// they do not.
  func nextChange(after state: PracticeState) -> UInt64? {
    let time = clock.time
    // If some new cards were introduced today, tomorrow allows more, and resting ones are asked.
    let isDayCounted =
      state.resting > 0 || state.waiting > 0 || state.streak > 0
      || trainer.reviews.hasIntroduced(at: time)
    let tomorrow = isDayCounted ? clock.calendar().start(of: time.day + 1) : nil
    let due = state.nextDue > 0 ? state.nextDue : nil
    return [due, tomorrow, sessionEnd].compactMap { $0 }.min()
  }
}

extension MediaPaths {
  /// Nil for a side with only text.
  init?(_ media: SideMedia) {
    if media.isEmpty { return nil }
    self.init()
    sounds = media.sounds.compactMap(MediaDirectory.path(of:))
    picture = media.picture.flatMap(MediaDirectory.path(of:)) ?? ""
  }
}

extension Trainer.State {
  fileprivate var phase: PracticeState.Phase {
    switch self {
    case .idle: .idle
    case .asking: .asking
    case .revealed: .revealed
    case .finished: .finished
    }
  }
}

extension SessionSummary {
  init(_ session: Session) {
    self.init()
    questions = UInt32(clamping: session.questions.count)
    wrong = UInt32(clamping: session.wrong)
    firstTry = UInt32(clamping: session.firstTry)
    deck = session.options.deck ?? ""
  }
}

extension PracticeStatistics {
  /// Calculates the statistics from the schedules of all cards and all reviews in the store.
  init(of reviews: Reviews, in store: Store, _ clock: PracticeClock) throws(StoreError) {
    self.init()
    let time = clock.time
    let (totals, retention) = try store.use { tables throws(StoreError) in
      let reviews = tables.practice.reviews
      return (try reviews.totals(), try reviews.retention(since: time.day - Self.coveredDays + 1))
    }
    answers = UInt32(clamping: totals.reviews)
    reviewed = UInt32(clamping: totals.reviewed)
    recalled = UInt32(clamping: totals.recalled)
    retrievability = reviews.meanRetrievability(on: time.day) ?? -1
    ahead = reviews.reviewsAhead(from: time.day, days: Self.coveredDays)
      .map { UInt32(clamping: $0) }
    streak = UInt32(
      clamping: store.practicedDays.streak(at: time, store.pastSessions.done))
    days = retention.sorted { $0.key < $1.key }.map { day, retention in
      Struct(
        DailyDate(day: day).text, UInt32(clamping: retention.reviewed),
        UInt32(clamping: retention.recalled))
    }
  }
}
