internal import Practice
internal import Store

/// The practice session that is on, and the schedules of all cards: the model that all views show.
///
/// It knows no bus: what it answers says what changed, and the service publishes that.
struct PracticeViewModel {
  private(set) var trainer = Trainer()
  /// Grows by one with each transition.
  private(set) var revision: UInt64 = 0
  private var lastDeck: String?
  private let keeper: GameKeeper
  private var generator = SystemRandomNumberGenerator()

  /// Makes a model without decks.
  ///
  /// - Parameter keeper: what has the store, the game's too.
  init(keeper: GameKeeper) {
    self.keeper = keeper
  }

  /// Takes up what was kept; where nothing was, keeps what there is, as in a store begun anew.
  ///
  /// - Returns: whether a session was lost, since what was kept of it makes none.
  /// - Throws: `StoreError`; then all is as before.
  mutating func takeUp() throws(StoreError) -> Bool {
    let stored = try keeper.use { games throws(StoreError) in try games.practice() }
    if stored.options == nil, stored.schedules.isEmpty, revision > 0 {
      let (trainer, revision, lastDeck) = (trainer, revision, lastDeck)
      try keeper.use { games throws(StoreError) in
        try games.add(trainer, revision: revision, lastDeck: lastDeck)
      }
      return false
    }
    let decks = trainer.reviews.allDecks
    trainer = Trainer(reviews: Reviews(stored.schedules))
    for deck in decks { trainer.reviews.setDeck(deck) }
    if let session = stored.session { trainer.resume(session, isRevealed: stored.isRevealed) }
    revision = max(revision, stored.revision)
    lastDeck = stored.options?.deck
    return stored.isDamaged
  }

  /// Takes a deck that is there now, in place of the one of its name.
  mutating func setDeck(_ deck: Practice.Deck) { trainer.reviews.setDeck(deck) }

  /// Lets go of a deck; the schedules of its cards stay.
  mutating func removeDeck(named name: String) { trainer.reviews.removeDeck(named: name) }

  /// Starts a session.
  mutating func start(
    _ request: PracticeRequest, _ settings: PracticeSettings, at time: PracticeTime
  ) throws -> PracticeStep {
    let options = SessionOptions(
      deck: request.deck ?? usualDeck, questions: request.questions ?? settings.questionsPerSession,
      direction: request.direction, mode: request.mode, isDue: request.isDue)
    let state = trainer.state
    let step = try trainer.start(options, settings, at: time, using: &generator)
    try keepBegun(step, after: state)
    return step
  }

  /// Starts a session like the one that is on or finished.
  mutating func restart(_ settings: PracticeSettings, at time: PracticeTime) throws -> PracticeStep
  {
    let state = trainer.state
    let step = try trainer.restart(settings, at: time, using: &generator)
    try keepBegun(step, after: state)
    return step
  }

  /// Ends the session.
  mutating func stop() throws -> PracticeStep {
    try take { trainer throws(PracticeRefusal) in try trainer.stop() }
  }

  /// Takes another step of the session, and keeps it.
  ///
  /// - Parameters:
  ///   - notes: the settings that are to be kept with it.
  ///   - body: takes the step.
  /// - Returns: what it did.
  /// - Throws: `PracticeRefusal`; `StoreError`, and then it has not happened.
  mutating func take(
    noting notes: (PracticeStep) -> [Setting: String?] = { _ in [:] },
    _ body: (inout Trainer) throws(PracticeRefusal) -> PracticeStep
  ) throws -> PracticeStep {
    let state = trainer.state
    let step = try body(&trainer)
    if step.isTransition { try keep(step, after: state, notes(step)) }
    return step
  }

  /// Forgets all reviews and the session, which the store has forgotten.
  mutating func forgetReviews() {
    if trainer.session != nil { revision += 1 }
    lastDeck = nil
    trainer.forgetReviews()
  }

  /// The deck of a session that names none.
  private var usualDeck: String {
    if let lastDeck, trainer.reviews.deck(named: lastDeck) != nil { return lastDeck }
    return Practice.Deck.japaneseBasics.name
  }

  private mutating func keepBegun(_ step: PracticeStep, after state: Trainer.State) throws {
    guard let session = trainer.session else { return }
    try keep(.begins(session), step, after: state)
    lastDeck = session.options.deck
  }

  private mutating func keep(
    _ step: PracticeStep, after state: Trainer.State, _ notes: [Setting: String?] = [:]
  ) throws {
    guard let change = PracticeChange.Step(from: state, to: trainer.state) else { return }
    try keep(change, step, after: state, notes)
  }

  /// What cannot be kept has not happened.
  private mutating func keep(
    _ change: PracticeChange.Step, _ step: PracticeStep, after state: Trainer.State,
    _ notes: [Setting: String?] = [:]
  ) throws {
    let change = PracticeChange(
      revision: revision + 1, step: change, schedule: step.schedule, settings: notes)
    do {
      try keeper.use { games throws(StoreError) in try games.keep(change) }
    } catch {
      trainer.takeBack(step, to: state)
      throw error
    }
    revision += 1
  }
}
