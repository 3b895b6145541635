internal import DBus
internal import MemorizeBus
internal import Practice
internal import Store
internal import UserService

/// Practice as the bus sees it: takes calls to the view-model, and publishes what it answers.
///
/// Nothing is read before somebody asks: then all schedules and decks are, and followed from then on.
final class PracticeOnBus: PracticeService {
  private let game: GameOnBus
  private let library: ThemeLibrary
  private let kept: KeptSettings
  private let keeper: GameKeeper
  private let clock: PracticeClock
  private let log: Log
  private var model: PracticeViewModel
  private var told = PracticeFacts()
  private var bus: Export<PracticeContract.Service>?
  private var isOpen = false
  private var wasAsked = false
  private var wasRead = false
  /// Called after each transition, when all of it has been published.
  var onTransition: (() -> Void)?
  /// What is to be kept with the answer that finishes a session.
  var noteOfFinishedSession: () -> [Setting: String?] = { [:] }
  /// What is to be kept where that answer is taken back.
  var noteOfSessionTakenBack: () -> [Setting: String?] = { [:] }
  /// Called when such a note has been kept, and all of the transition has been told.
  var onNote: (() -> Void)?

  /// Makes practice.
  ///
  /// - Parameters:
  ///   - game: the game, which is taken up where the store can be opened only now.
  ///   - library: the decks.
  ///   - kept: what was set.
  ///   - keeper: what has the store, the game's too.
  ///   - clock: the time, and what tells when a card falls due.
  ///   - log: where it is said what is wrong.
  init(
    game: GameOnBus, library: ThemeLibrary, kept: KeptSettings, keeper: GameKeeper,
    clock: PracticeClock, log: Log
  ) {
    self.game = game
    self.library = library
    self.kept = kept
    self.keeper = keeper
    self.clock = clock
    self.log = log
    model = PracticeViewModel(keeper: keeper)
    clock.onTime = { [unowned self] in tellChanges() }
  }

  /// Puts practice on the bus; from then on it is a call that asks.
  func export(to objects: ObjectServer) {
    bus = objects.export(PracticeContract.interface, of: self, at: MemorizeBus.path)
    isOpen = true
  }

  /// A property cannot fail: without a store there is no session, and nothing is due.
  var facts: PracticeFacts {
    if isOpen, !wasAsked {
      wasAsked = true
      if keeper.isOpen { try? read() }
    }
    return told
  }

  func start(_ options: [String: Value]) throws {
    let request = try PracticeRequest(options: options)
    // A file may have been written a moment ago, by a command before this one in a script.
    _ = library.latest
    try perform { practice in try practice.start(request, kept.practice, at: clock.time) }
    log.write(.info, "A session of “\(told.deck)” has begun.")
  }

  func answer(_ question: UInt32, choice: UInt32) throws -> Bool {
    let (settings, now) = (kept.practice, clock.now)
    let step = try respond { trainer throws(PracticeRefusal) in
      try trainer.answer(Int(question), choice: Int(choice), settings, at: now)
    }
    return step.given?.isCorrect == true
  }

  func answer(_ question: UInt32, text: String) throws -> Bool {
    let (settings, now) = (kept.practice, clock.now)
    let step = try respond { trainer throws(PracticeRefusal) in
      try trainer.answer(Int(question), text: text, settings, at: now)
    }
    return step.given?.isCorrect == true
  }

  func reveal(_ question: UInt32) throws -> String {
    let (settings, now) = (kept.practice, clock.now)
    let step = try respond { trainer throws(PracticeRefusal) in
      try trainer.reveal(Int(question), settings, at: now)
    }
    return step.revealed ?? ""
  }

  func grade(_ question: UInt32, _ grade: UInt32) throws {
    guard let rating = Rating(rawValue: Int(grade)) else {
      throw BusError.invalidArguments(
        "A grade is 1 (not remembered), 2 (with effort), 3 (well) or 4 (at once), not \(grade).")
    }
    let (settings, now) = (kept.practice, clock.now)
    _ = try respond { trainer throws(PracticeRefusal) in
      try trainer.grade(Int(question), rating, settings, at: now)
    }
  }

  func undo() throws {
    var notes: [Setting: String?] = [:]
    try perform { practice in
      if case .finished = practice.trainer.state { notes = noteOfSessionTakenBack() }
      let step = try practice.take(noting: { _ in notes }) { trainer throws(PracticeRefusal) in
        try trainer.undo()
      }
      kept.take(notes)
      return step
    }
    if !notes.isEmpty { onNote?() }
  }

  func restart() throws {
    try perform { practice in try practice.restart(kept.practice, at: clock.time) }
  }

  func stop() throws {
    try perform { practice in try practice.stop() }
  }

  func decks() throws -> [DeckSummary] {
    _ = library.latest
    try refusing { try prepare() }
    let (settings, time) = (kept.practice, clock.time)
    return library.current.themes.compactMap { theme in
      guard
        let counts = model.trainer.reviews.counts(ofDeck: theme.name, settings, at: time)
      else { return nil }
      return DeckSummary(
        name: theme.name, cards: UInt32(clamping: counts.cards), due: UInt32(clamping: counts.due),
        new: UInt32(clamping: counts.new))
    }
  }

  func statistics() throws -> PracticeStatistics {
    try refusing {
      try prepare()
      return try PracticeStatistics(of: model.trainer.reviews, in: keeper, clock)
    }
  }
}

// What becomes of the store, of the decks and of the settings.
extension PracticeOnBus {
  /// Takes over what the store has that was opened just now.
  func storeWasOpened() {
    wasRead = false
    guard wasAsked else { return }
    try? read()
  }

  /// Takes decks over that are not as they were.
  func decksChanged(_ changes: [ThemeChange]) {
    // What was read once has the decks, though the store may have to be read again.
    guard model.hasDecks, !changes.isEmpty else { return }
    for change in changes {
      if let deck = library.current.theme(named: change.name).flatMap(Practice.Deck.init) {
        model.setDeck(deck)
      } else {
        model.removeDeck(named: change.name)
      }
    }
    tellChanges()
  }

  /// Forgets all reviews and the session, which the store has forgotten.
  func forgetReviews() {
    model.forgetReviews()
    tellChanges()
  }

  /// Tells what is due by now, and waits for what falls due next.
  func tellChanges() {
    guard wasRead else { return }
    told = model.facts(kept.practice, at: clock.time)
    clock.wake(at: model.nextChange(clock))
    // A bus that does not take a signal is gone, or nobody reads it: who comes later reads anew.
    try? bus?.publishChanges()
  }

  /// Tells that it is time for the daily session.
  func remind() {
    wasAsked = true
    try? prepare()
    try? bus?.emit(PracticeContract.reminderDue, told.due, told.new)
    log.write(.info, "It is time to practise: \(told.due) due, \(told.new) new.")
  }

  private func prepare() throws {
    wasAsked = true
    game.restore()
    if !wasRead { try read() }
  }

  private func read() throws {
    if try model.takeUp() {
      log.write(.warning, "What was stored of a practice session makes none: it is left out.")
    }
    if !model.hasDecks {
      for deck in library.current.themes.lazy.compactMap(Practice.Deck.init) { model.setDeck(deck) }
    }
    wasRead = true
    tellChanges()
  }
}

// What all calls have in common.
extension PracticeOnBus {
  private func respond(
    _ body: (inout Trainer) throws(PracticeRefusal) -> PracticeStep
  ) throws -> PracticeStep {
    var notes: [Setting: String?] = [:]
    let step = try perform { practice in
      let step = try practice.take(
        noting: { step in
          notes = step.finished == nil ? [:] : noteOfFinishedSession()
          return notes
        }, body)
      kept.take(notes)
      return step
    }
    if !notes.isEmpty { onNote?() }
    return step
  }

  @discardableResult
  private func perform(
    _ body: (inout PracticeViewModel) throws -> PracticeStep
  ) throws -> PracticeStep {
    let step = try refusing {
      try prepare()
      return try body(&model)
    }
    if step.isTransition { try publish(step) }
    return step
  }

  private func publish(_ step: PracticeStep) throws {
    let revision = model.revision
    if let given = step.given {
      try bus?.emit(
        PracticeContract.answerGiven, revision, UInt32(clamping: given.number), given.isCorrect,
        given.question, given.answer)
    }
    if let asked = step.asked {
      try bus?.emit(
        PracticeContract.questionAsked, revision, UInt32(clamping: asked.number), asked.text,
        asked.pronunciation, asked.choices)
    }
    if let result = step.finished {
      try bus?.emit(PracticeContract.sessionFinished, revision, SessionSummary(result))
      log.write(
        .info,
        "The session of “\(result.deck)” is finished: \(result.firstTry) of "
          + "\(result.questions) at the first try.")
    }
    tellChanges()
    onTransition?()
  }

  /// Gives refusals their names on the bus.
  private func refusing<T>(_ body: () throws -> T) throws(BusError) -> T {
    do {
      return try body()
    } catch let refusal as PracticeRefusal {
      throw BusError(refusal.errorName, refusal.message.printable)
    } catch let error as StoreError {
      throw BusError(.storageFailed, error.message)
    } catch {
      throw error as? BusError ?? BusError(.failed, "Practice could not do what was asked.")
    }
  }
}
