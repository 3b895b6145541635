internal import MemorizeBus
internal import Practice
internal import Store

/// The current practice session, and the schedules of all cards.
///
/// It does not use the bus: its steps say what changed, and the service publishes that.
struct PracticeViewModel {
  private(set) var trainer = Trainer()
  /// Grows by one with each transition.
  private(set) var revision: UInt64 = 0
  /// The last session's number; it increases by one with each session.
  var session: UInt64 { store.pastSessions.last }
  /// The days in a row on which a session was finished, on any machine.
  var streak: Int { store.practicedDays.streak(at: clock.time, store.pastSessions.done) }
  /// Whether one was finished today.
  var isFinishedToday: Bool {
    store.practicedDays.isDone(on: clock.time.day, store.pastSessions.done)
  }
  /// Whether a question is open in an unsolicited session.
  var isUnsolicited: Bool { trainer.question != nil && store.pastSessions.isUnsolicited }
  private var lastDeck: String?
  /// The settings that were followed last, and their revision: reading them takes a part of an answer.
  private(set) var settings = PracticeSettings()
  private var followed = -1
  private let store: Store
  let clock: PracticeClock

  init(store: Store, clock: PracticeClock) {
    self.store = store
    self.clock = clock
  }

  /// Returns whether a session was lost, because the stored one is unusable.
  mutating func load() throws(StoreError) -> Bool {
    let fsrs = store.userSettings.fsrs
    let stored = try store.use { tables throws(StoreError) in try tables.practice.load(fsrs) }
    trainer.reviews.fsrs = fsrs
    trainer.reviews.setSchedules(stored.schedules)
    trainer.reviews.setSuspended(stored.suspended)
    trainer.reviews.setStandings(stored.standings)
    trainer.resume(stored.session, isRevealed: stored.isRevealed, at: clock.now)
    revision = max(revision, stored.revision)
    lastDeck = stored.lastDeck
    return stored.isDamaged
  }

  /// Adopts the settings, and their scheduler, if they have changed.
  mutating func followSettings() {
    guard followed != store.settingsRevision else { return }
    followed = store.settingsRevision
    settings = store.practiceSettings
    trainer.reviews.fsrs = store.userSettings.fsrs
  }

  mutating func setDeck(_ deck: Practice.Deck, isOwn: Bool) {
    trainer.reviews.setDeck(deck, isOwn: isOwn)
  }

  /// Removes a deck; the schedules of its cards stay.
  mutating func removeDeck(named name: String) { trainer.reviews.removeDeck(named: name) }

  mutating func move(_ updates: [ScheduleUpdate]) {
    for update in updates {
      trainer.reviews.setSchedule(update.schedule, of: update.card, update.direction)
    }
  }

  mutating func rename(_ card: CardIdentity, to other: CardIdentity) {
    trainer.reviews.rename(card, to: other)
  }

  mutating func start(_ given: StartOptions) throws -> PracticeStep {
    let (isDue, isHard) = (given.isDue == true, given.isHard == true)
    let isUnsolicited = given.isUnsolicited == true
    if isUnsolicited, trainer.question != nil { throw PracticeError.sessionInProgress }
    let deck = given.deck ?? (isDue || isHard ? nil : usualDeck)
    return try step(isUnsolicited: isUnsolicited) { trainer, context in
      let options = SessionOptions(
        deck: deck,
        questions: given.questions.map { Int($0) } ?? context.settings.questionsPerSession,
        direction: given.direction ?? (isDue || isHard ? nil : .forward),
        mode: given.mode ?? .choices, isDue: isDue, isHard: isHard)
      var step = try trainer.start(
        options, context.settings, at: context.time, using: &context.generator)
      if given.deck != nil { trainer.noteStart(in: &step, at: context.time.now) }
      return step
    }
  }

  /// Keeps when the user's own decks were added of which that is not known yet; if it cannot be
  /// stored, only for this process.
  mutating func dateDecks(_ date: (String) -> UInt64?) {
    guard let change = trainer.reviews.dateDecks({ date($0) ?? clock.now }) else { return }
    try? store.change { tables throws(StoreError) in
      try tables.practice.decks.save(change.after)
    }
  }

  /// What a step may depend on, besides the session and the cards.
  struct StepContext {
    let settings: PracticeSettings
    let time: PracticeTime
    var generator = SystemRandomNumberGenerator()
  }

  /// Takes a step of the session and saves it; a step that cannot be saved does not happen.
  mutating func step(
    isUnsolicited: Bool = false, _ body: (inout Trainer, inout StepContext) throws -> PracticeStep
  ) throws -> PracticeStep {
    followSettings()
    let state = trainer.state
    var context = StepContext(settings: settings, time: clock.time)
    let step = try body(&trainer, &context)
    if step.isEmpty { return step }
    let past = past(after: step, state, isUnsolicited: isUnsolicited)
    let next = step.session == nil ? revision : revision + 1
    do {
      try store.save(
        step, revision: next, lastDeck: lastDeck, past: past, activeAt: trainer.session?.activeAt)
    } catch {
      trainer.revert(step, to: state)
      throw error
    }
    revision = next
    if case .started(let session) = step.session { lastDeck = session.options.deck ?? lastDeck }
    return step
  }

  /// 0 if the store cannot be read.
  func number(of card: CardIdentity) -> UInt64 {
    (try? store.use { tables throws(StoreError) in try tables.practice.cards.number(of: card) })
      ?? 0
  }

  /// When the session ends by itself; nil if no question is open.
  var sessionEnd: UInt64? {
    trainer.question == nil ? nil : trainer.session?.end(clock.calendar())
  }

  /// Whether the session has ended by itself.
  var isForgotten: Bool {
    trainer.question != nil && trainer.session?.isOver(at: clock.now, clock.calendar()) == true
  }

  /// Ends an unsolicited or forgotten session; if that cannot be saved, the next daemon ends it.
  mutating func endSession() {
    guard let step = try? trainer.stop() else { return }
    revision += 1
    try? store.save(step, revision: revision)
  }

  /// The store has already deleted them.
  mutating func forgetReviews() {
    if trainer.session != nil { revision += 1 }
    lastDeck = nil
    trainer.forgetReviews()
  }

  private var usualDeck: String {
    let reviews = trainer.reviews
    if let lastDeck, reviews.deck(named: lastDeck) != nil,
      !reviews.standing(ofDeck: lastDeck).isSuspended
    {
      return lastDeck
    }
    return Practice.Deck.japaneseBasics.name
  }

  /// The past sessions including a step, to be saved together with it.
  private func past(
    after step: PracticeStep, _ before: Trainer.State, isUnsolicited: Bool
  ) -> PastSessions {
    var past = store.pastSessions
    if case .started = step.session { past.begin(isUnsolicited: isUnsolicited) }
    switch (before.isDone, trainer.state.isDone, step.session) {
    case (false, true, _): past.finish(at: clock.time, clock.calendar())
    case (true, false, .undone), (true, false, .asked): past.undoFinish(on: clock.time.day)
    default: break
    }
    return past
  }
}
