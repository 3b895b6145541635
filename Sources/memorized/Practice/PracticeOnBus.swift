internal import CLinux
internal import DBus
internal import EventLoop
internal import MemorizeBus
internal import Practice
internal import Store
internal import UserService

/// Practice on the bus: passes calls to the view-model, and publishes the steps.
///
/// Schedules and decks are read when they are first needed, and followed from the first request of a
/// client on. Decks are read one by one, so that other clients' calls need not wait for all of them.
final class PracticeOnBus: PracticeService {
  let library: ThemeLibrary
  let store: Store
  let clock: PracticeClock
  let log: Log
  private(set) var model: PracticeViewModel
  private let latest = Published<PracticeState>()
  private var bus: Export<PracticeContract.Service>?
  private var lease: SessionLease?
  /// Whether a client has asked for practice: nobody else is told which cards fall due.
  private var isAsked = false
  private var needsDecks = false
  private var isLoaded = false
  private var isReloading = false
  /// The decks whose cards have not been read yet; nil until they are needed.
  private var unread: [String]?
  /// A deck that has been read but not entered yet: doing both in one turn would take too long for
  /// a large deck.
  private var entering: Practice.Deck?
  private var isReminderDue = false
  /// Reading decks and beginning a session in a large one use memory for a moment.
  private(set) lazy var trimming = BurstTimer(loop: library.loop, quiet: .seconds(1)) {
    malloc_trim(0)
  }
  private lazy var reloading = BurstTimer(
    loop: library.loop, quiet: .milliseconds(20), longest: .seconds(1)
  ) { [weak self] in
    self?.isReloading = false
    if self?.needsDecks == true { self?.readOn() }
  }
  let rebuild: ScheduleRebuild
  /// Whether changes to loaded data wait to be published.
  private(set) var hasWork = false
  /// Called when the state has been published.
  var onPublish: (() -> Void)?
  /// Called when all decks are read, before what is stored of their cards.
  ///
  /// It returns whether changes of their files are left to make: then the next call that needs the
  /// decks asks again.
  var settle: (() throws(StoreError) -> Bool)?
  private var isUnsettled = false
  /// Called when a question has ended because the program that asked it has left the bus.
  var onLeave: (() -> Void)?

  init(library: ThemeLibrary, store: Store, clock: PracticeClock, log: Log) {
    self.library = library
    self.store = store
    self.clock = clock
    self.log = log
    model = PracticeViewModel(store: store, clock: clock)
    rebuild = ScheduleRebuild(store: store)
    clock.onTime = { [unowned self] in publishChanges() }
  }

  func export(to connection: Connection) {
    lease = SessionLease(connection) { [unowned self] in
      endUnasked()
      publishChanges()
      onLeave?()
    }
    bus = connection.objects.export(PracticeContract.interface, of: self, at: MemorizeContract.path)
  }

  /// A property cannot fail: without a store there is no session, and nothing is due.
  var published: Published<PracticeState> {
    // Exporting reads every property, which is not a client's request.
    guard bus != nil else { return latest }
    follow()
    if !isLoaded, store.isOpen { try? prepare() }
    return latest
  }

  func start(_ given: [String: Value]) throws {
    let options = try StartOptions(given)
    try perform { practice in try practice.start(options) }
    if options.isUnasked == true { lease?.begin(model.session) }
    trimming.touch()
    log.write(.info, "Practice session started: \(latest.state.deckText).")
  }

  func answer(_ question: UInt32, choice: UInt32) throws -> Bool {
    try take { trainer, settings, time, _ throws(PracticeRefusal) in
      try trainer.answer(Int(question), choice: Int(choice), settings, at: time.now)
    }.given?.isCorrect == true
  }

  func answer(_ question: UInt32, text: String) throws -> Bool {
    try take { trainer, settings, time, _ throws(PracticeRefusal) in
      try trainer.answer(Int(question), text: text, settings, at: time.now)
    }.given?.isCorrect == true
  }

  func reveal(_ question: UInt32) throws -> String {
    try take { trainer, settings, time, _ throws(PracticeRefusal) in
      try trainer.reveal(Int(question), settings, at: time.now)
    }.revealed ?? ""
  }

  func grade(_ question: UInt32, _ grade: UInt32) throws {
    guard let rating = Rating(rawValue: Int(grade)) else {
      throw BusError.invalidArguments(
        "A grade must be 1 (again), 2 (hard), 3 (good) or 4 (easy), not \(grade).")
    }
    _ = try take { trainer, settings, time, _ throws(PracticeRefusal) in
      try trainer.grade(Int(question), rating, settings, at: time.now)
    }
  }

  func undo() throws {
    _ = try take { trainer, _, time, _ throws(PracticeRefusal) in try trainer.undo(at: time.now) }
  }

  func restart() throws {
    try perform { practice in try practice.restart() }
  }

  func stop() throws {
    _ = try take { trainer, _, _, _ throws(PracticeRefusal) in try trainer.stop() }
  }
}

// Changes of store, decks and settings.
extension PracticeOnBus {
  /// Saves the current state in a new store; another store is read again when needed.
  func restore(_ opened: Store.Opened) throws(StoreError) {
    if opened.isNew { try model.saveAll() } else { isLoaded = false }
  }

  /// Reads schedules and session again, when a call needs them or after a moment: the log or the
  /// scheduler has changed, and an import changes it many times.
  func reload() {
    isLoaded = false
    isReloading = true
    trimming.touch()
    reloading.touch()
  }

  func decksChanged(_ changes: [ThemeChange]) {
    guard unread != nil, !changes.isEmpty else { return }
    let names = changes.map(\.name)
    unread?.removeAll(where: names.contains)
    unread?.insert(contentsOf: names, at: 0)
    readOn()
  }

  /// Whether all decks are read; if not, starts reading them.
  func hasDecks() -> Bool {
    needsDecks = true
    return !isReading
  }

  /// Whether decks that are needed have not been read.
  var isReading: Bool { needsDecks && (unread?.isEmpty != true || entering != nil) }

  /// A deck's cards, unless they would have to be read first.
  func readDeck(named name: String) -> Practice.Deck? {
    unread?.isEmpty == true && entering == nil ? reviews.deck(named: name) : nil
  }

  /// Takes the next step in reading the decks; returns false if there is none.
  func readDeck() -> Bool {
    guard needsDecks else { return false }
    if let deck = entering {
      entering = nil
      model.setDeck(deck)
      trimming.touch()
      return true
    }
    if unread == nil { unread = library.current.themes.map(\.name) }
    guard let name = unread?.popLast() else { return false }
    if let deck = library.current.theme(named: name).flatMap(Practice.Deck.init) {
      entering = deck
    } else {
      model.removeDeck(named: name)
    }
    return true
  }

  /// Takes the next step in reading the files as they are now, and then the decks; returns false if there
  /// is none.
  private func readPart() -> Bool {
    library.isRead(withDecks: true) ? readDeck() : library.readFile()
  }

  /// Reads files and decks, a few in each turn of the loop, then publishes.
  private func readOn() {
    let slice = TimeSlice()
    while readPart() {
      if slice.isOver { return library.loop.enqueue { [weak self] in self?.readOn() } }
    }
    publishChanges()
    if isReminderDue { remind() }
  }

  /// The store has already deleted them.
  func forgetReviews() {
    model.forgetReviews()
    publishChanges()
  }

  /// A client asks for practice: the state is kept up to date from now on.
  private func follow() {
    if isAsked { return }
    isAsked = true
    if isLoaded { update() }
  }

  private func update() {
    latest.state = model.state(store.practiceSettings, at: clock.time)
    hasWork = true
  }

  /// Publishes changes if decks were needed before; for a client, waits for the next card to fall
  /// due.
  func publishChanges() {
    hasWork = false
    guard needsDecks, hasDecks() else { return }
    if !isLoaded, !isReloading, store.isOpen { try? load() }
    guard isLoaded else { return }
    model.followSettings()
    latest.state = model.state(store.practiceSettings, at: clock.time)
    if isAsked {
      clock.wake(
        at: model.nextChange(clock), else: "Cards that fall due are published with the next change."
      )
    }
    log.publishing { try bus?.publishChanges() }
    onPublish?()
  }

  /// Whether a question is open that ends with the program that asked it.
  var isLeased: Bool { model.isUnasked && lease?.session == model.session }

  /// The published state; nil if it is not known yet.
  var known: PracticeState? { isLoaded && !isReloading && !isReading ? latest.state : nil }

  func remind() {
    isReminderDue = !hasDecks()
    if isReminderDue { return readOn() }
    try? read()
    publishChanges()
    log.publishing {
      try bus?.emit(PracticeContract.reminderDue, latest.state.due, latest.state.new)
    }
    log.write(.info, "It is time to practise: \(latest.state.due) due, \(latest.state.new) new.")
  }

  /// Emits QuestionDue; if it is not known yet what is due, publishes that instead.
  func askQuestion() {
    if !hasDecks() || known == nil { return readOn() }
    publishChanges()
    if latest.state.due == 0 { return }
    log.publishing { try bus?.emit(PracticeContract.questionDue, latest.state.due) }
    log.write(.info, "It is time for a question: \(latest.state.due) due.")
  }

  /// Reads what was not read yet; a call needs it.
  func prepare() throws(StoreError) {
    follow()
    try read()
  }

  private func read() throws(StoreError) {
    try store.open()
    needsDecks = true
    while readDeck() {}
    if !isLoaded {
      try load()
      update()
    } else if isUnsettled {
      // What still cannot be written must not keep anybody from reading.
      isUnsettled = (try? settle?()) != false
    }
    model.followSettings()
  }

  private func load() throws(StoreError) {
    // What is settled follows from what the files have now, also if their change is not noticed yet.
    while readPart() {}
    // It may have been loaded for the changes that were found.
    if isLoaded { return }
    isUnsettled = try settle?() == true
    if try model.load() {
      log.write(.warning, "The stored practice session is damaged; it is ignored.")
    }
    (isLoaded, isReloading) = (true, false)
    endUnasked()
  }

  /// Ends a question if the program that asked it has left the bus, or did so without us.
  private func endUnasked() {
    guard model.isUnasked, !isLeased else { return }
    model.endUnasked()
    log.write(.info, "An unasked question was withdrawn: the program that asked it has gone.")
  }
}

// Helpers for all calls.
extension PracticeOnBus {
  private func take(
    _ body: (
      inout Trainer, PracticeSettings, PracticeTime, inout SystemRandomNumberGenerator
    ) throws(PracticeRefusal) -> PracticeStep
  ) throws -> PracticeStep {
    try perform { practice in try practice.take(body) }
  }

  @discardableResult
  private func perform(
    _ body: (inout PracticeViewModel) throws -> PracticeStep
  ) throws -> PracticeStep {
    let step = try refusing {
      try prepare()
      return try body(&model)
    }
    if step.session != nil { publish(step) }
    return step
  }

  private func publish(_ step: PracticeStep) {
    if let leased = lease?.session, leased != model.session { lease?.end() }
    log.publishing { try emit(step) }
    if let session = step.finished {
      log.write(
        .info,
        "Practice session finished: \(latest.state.deckText), \(session.firstTry) of "
          + "\(session.questions.count) on the first try.")
    }
    publishChanges()
  }

  private func emit(_ step: PracticeStep) throws {
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
    if let session = step.finished {
      try bus?.emit(PracticeContract.sessionFinished, revision, SessionSummary(session))
    }
  }
}

// What the cards' own interface needs.
extension PracticeOnBus {
  var reviews: Reviews { model.trainer.reviews }

  var now: UInt64 { clock.now }

  /// Suspends or resumes cards, without which the session goes on.
  ///
  /// `then` gets the cards that were changed, before the session's step is published.
  func setSuspended(
    _ isSuspended: Bool, _ cards: [CardIdentity], then: ([CardIdentity]) -> Void
  ) throws {
    let step = try refusing {
      try prepare()
      return try model.setSuspended(isSuspended, cards)
    }
    then(step.suspension?.cards ?? [])
    if step.session != nil {
      publish(step)
    } else if step.suspension != nil {
      publishChanges()
    }
  }

  /// The store has already given it its other identity, also in the questions of the session.
  func rename(_ card: CardIdentity, to other: CardIdentity) {
    model.rename(card, to: other)
    if isInSession(card) || isInSession(other) { reload() }
  }

  private func isInSession(_ card: CardIdentity) -> Bool {
    model.trainer.session?.questions.contains { $0.card == card } == true
  }
}
