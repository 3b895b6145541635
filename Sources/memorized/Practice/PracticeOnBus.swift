internal import CLinux
internal import DBus
internal import EventLoop
internal import MemorizeBus
internal import PlainText
internal import Practice
internal import Store
internal import UserService

/// Practice on the bus: passes calls to the view-model, and publishes the steps.
///
/// Decks and schedules are read when they are first needed; once a client has called, they are kept
/// up to date.
final class PracticeOnBus: PracticeService {
  /// The state of what the store has of cards and session.
  private enum Stored {
    case unread
    /// Outdated by changes: read again when a call needs it, or when the changes end.
    case changing
    /// If changes of the decks' files are incomplete, the next call tries them again.
    case read(hasPendingChanges: Bool)
  }

  let library: ThemeLibrary
  let store: Store
  let preparation: Preparation
  let clock: PracticeClock
  private let unsolicitedLimit: Duration
  let log: Log
  private(set) var model: PracticeViewModel
  let published = Published<PracticeState>()
  private var bus: Export<PracticeContract.Service>?
  private var lease: SessionLease?
  /// Whether it may be unknown of some decks when they were added.
  private var hasUndatedDecks = false
  /// Due cards are published only once a client has read practice.
  private var hasClients = false
  private var stored = Stored.unread
  private let outdatedSchedules: OutdatedSchedules
  private lazy var followedDecks = PracticeDecks(library: library) { [unowned self] name, deck in
    if let deck {
      noted.note(deck, before: reviews.deck(named: name))
      model.setDeck(deck, isOwn: library.current.theme(named: name)?.isOwn == true)
      hasUndatedDecks = true
    } else {
      model.removeDeck(named: name)
    }
    trimming.restart()
  }
  private(set) lazy var noted = NotedCards(
    store, reviews: { [unowned self] in reviews }, onName: { [unowned self] in reload() })
  /// Reading decks, or starting a session in a large one, takes memory for a moment.
  private(set) lazy var trimming = Debouncer(loop: library.loop, delay: .seconds(1)) {
    malloc_trim(0)
  }
  private lazy var rereading = Debouncer(
    loop: library.loop, delay: .milliseconds(20), maximumDelay: .seconds(1)
  ) { [weak self] in
    guard let self, case .changing = stored else { return }
    stored = .unread
    if followedDecks.isNeeded { publishWhenRead() }
  }
  /// Whether the state will be published once all decks are read.
  private var isPublicationDue = false
  /// Whether loaded data has unpublished changes.
  private(set) var hasWork = false
  /// Called when the state has been published.
  var onPublish: (() -> Void)?
  /// Completes interrupted changes of decks' files, once all decks are read and before the store is;
  /// returns whether any remain.
  var finishPendingChanges: (() throws(StoreError) -> Bool)?
  /// Called when an unsolicited question has ended without a call.
  var onLeave: (() -> Void)?

  /// `unsolicitedLimit` is how long an unsolicited question waits for a response.
  init(
    library: ThemeLibrary, store: Store, preparation: Preparation, clock: PracticeClock,
    unsolicitedLimit: Duration = SessionLease.limit, log: Log
  ) {
    (self.library, self.store, self.preparation) = (library, store, preparation)
    (self.clock, self.unsolicitedLimit, self.log) = (clock, unsolicitedLimit, log)
    outdatedSchedules = OutdatedSchedules(store, log)
    model = PracticeViewModel(store: store, clock: clock)
    clock.onTime = { [unowned self] in publishChanges() }
  }

  func export(to connection: Connection) {
    lease = SessionLease(connection, limit: unsolicitedLimit) { [unowned self] in
      endUnsolicited($0)
      publishChanges()
      onLeave?()
    }
    bus = connection.objects.export(
      PracticeContract.interface, of: self, at: MemorizeContract.path
    ) { [unowned self] in whenRead($0) }
  }

  /// All decks, with the files that they are in, and the schedules of their cards.
  private var allDecks: [any Preparation.Need] {
    [library.files(withDecks: true), followedDecks, noted, outdatedSchedules]
  }

  /// Calls `then` for a client when decks and schedules are read.
  ///
  /// A property cannot fail: if the store cannot be opened there is no session, and nothing is due.
  func whenRead(_ then: @escaping () -> Void) {
    preparation.require(allDecks) { [self] in
      follow()
      if !isRead, store.isOpen { try? ensureLoaded() }
      if endForgotten() { publishChanges() }
      then()
    }
  }

  func start(_ given: [String: Value]) throws {
    let options = try StartOptions(given)
    if options.isDue == true, options.isHard == true {
      throw BusError.invalidArguments(
        english("Give either due or hard: hard cards are asked due or not."))
    }
    try perform { try $0.start(options) }
    if options.isUnsolicited == true { lease?.begin(model.session) }
    trimming.restart()
    log.write(.info, "Practice session started: \(deckName).")
  }

  /// For the log.
  private var deckName: String {
    published.state.deck.isEmpty ? "all decks" : "“\(published.state.deck)”"
  }
}

// Changes of store, decks and settings.
extension PracticeOnBus {
  /// Another store was opened: read it when it is needed.
  func restore() { stored = .unread }

  /// Reads schedules and session again, because the log or the scheduler has changed; after a moment,
  /// since an import changes the log many times, or when a call needs them.
  func reload() {
    stored = .changing
    trimming.restart()
    rereading.restart()
  }

  /// Events of other machines may be about cards to which decks have given guids since.
  func takeNews() {
    for deck in reviews.allDecks { noted.note(deck, before: deck) }
    reload()
  }

  func decksChanged(_ changes: [ThemeChange]) {
    guard !changes.isEmpty, followedDecks.isNeeded else { return }
    followedDecks.follow(changes)
    publishWhenRead()
  }

  /// A deck, if all decks are in memory; never reads one.
  func readDeck(named name: String) -> Practice.Deck? {
    followedDecks.isMet ? reviews.deck(named: name) : nil
  }

  /// Reads the decks in turns of the loop, then publishes the state, once for many changes.
  private func publishWhenRead() {
    if isPublicationDue { return }
    isPublicationDue = true
    preparation.prepare(allDecks) { [self] in
      isPublicationDue = false
      publishChanges()
    }
  }

  /// The store has already deleted the reviews.
  func forgetReviews() {
    model.forgetReviews()
    hasUndatedDecks = true
    publishChanges()
  }

  private var isRead: Bool { if case .read = stored { true } else { false } }

  /// Called for a client: the state is kept up to date from now on.
  private func follow() {
    if hasClients { return }
    hasClients = true
    if isRead { update() }
  }

  private func update() {
    computeState()
    hasWork = true
  }

  private func computeState() {
    model.followSettings()
    var state = model.state
    let deck = state.questionDeck.isEmpty ? state.deck : state.questionDeck
    state.colors = library.current.theme(named: deck)?.colors ?? []
    published.state = state
  }

  /// Publishes changes if all decks are read; for clients, sets the alarm for the next due card.
  func publishChanges() {
    hasWork = false
    guard followedDecks.isMet else { return }
    if case .unread = stored, store.isOpen { try? load() }
    guard isRead else { return }
    dateDecks()
    endForgotten()
    computeState()
    // A session ends by itself, whether anybody looks or not.
    if hasClients || model.sessionEnd != nil {
      clock.wake(
        at: model.nextChange(after: published.state),
        else: "Cards that fall due are published with the next change."
      )
    }
    log.publishing { try bus?.publishChanges() }
    onPublish?()
  }

  /// Whether an unsolicited question is open.
  var isLeased: Bool { model.isUnsolicited && lease?.session == model.session }

  /// The published state; nil until decks and store are read.
  var currentState: PracticeState? { isRead && followedDecks.isMet ? published.state : nil }

  func remind() {
    preparation.require(allDecks) { [self] in
      try? read()
      publishChanges()
      let state = published.state
      log.publishing { try bus?.emit(PracticeContract.reminderDue, state.ready, state.new) }
      log.write(.info, "It is time to practice: \(state.ready) due, \(state.new) new.")
    }
  }

  /// Emits QuestionDue; until it is known what is due, reads and publishes that instead.
  func askQuestion() {
    guard currentState != nil else { return publishWhenRead() }
    publishChanges()
    let due = published.state.ready
    if due == 0 { return }
    log.publishing { try bus?.emit(PracticeContract.questionDue, due) }
    log.write(.info, "It is time for a question: \(due) due.")
  }

  /// Reads decks and store if they have not been read; for a client's call.
  func ensureLoaded() throws(StoreError) {
    follow()
    try read()
  }

  private func read() throws(StoreError) {
    try store.open()
    followedDecks.meet()
    noted.meet()
    switch stored {
    case .read(hasPendingChanges: false): break
    case .read(hasPendingChanges: true):
      // A change that still cannot be written must not keep others from reading.
      stored = .read(hasPendingChanges: (try? finishPendingChanges?()) != false)
    case .unread, .changing:
      try load()
      update()
    }
    dateDecks()
    model.followSettings()
    if endForgotten() { update() }
  }

  private func load() throws(StoreError) {
    // How to complete a change follows from the files as they are now, noticed or not.
    for need in allDecks { need.meet() }
    // Reading the files may have loaded the store already.
    if isRead { return }
    let isLeft = try finishPendingChanges?() == true
    if try model.load() {
      log.write(.warning, "The stored practice session is damaged; it is ignored.")
    }
    stored = .read(hasPendingChanges: isLeft)
    hasUndatedDecks = true
    endUnsolicited(.callerLeft)
    endForgotten()
  }

  /// Ends a session that nobody has answered for long; returns whether there was one.
  @discardableResult
  private func endForgotten() -> Bool {
    guard isRead, model.isForgotten else { return false }
    model.endSession()
    log.write(.info, "Practice session ended: it was not answered for an hour, or a new day began.")
    return true
  }

  private func dateDecks() {
    guard hasUndatedDecks else { return }
    hasUndatedDecks = false
    model.dateDecks { [library] in library.current.theme(named: $0)?.modifiedAt }
  }

  /// Ends an unsolicited question whose lease has ended, even in an earlier process.
  private func endUnsolicited(_ reason: SessionLease.EndReason) {
    guard model.isUnsolicited, !isLeased else { return }
    model.endSession()
    log.write(.info, "An unasked question was withdrawn: \(reason.rawValue).")
  }
}

// Helpers for all calls.
extension PracticeOnBus {
  /// Takes a step of the session.
  @discardableResult
  func act(
    _ body: (inout Trainer, inout PracticeViewModel.StepContext) throws -> PracticeStep
  ) throws -> PracticeStep {
    try perform { try $0.step(body) }
  }

  @discardableResult
  private func perform(
    _ body: (inout PracticeViewModel) throws -> PracticeStep
  ) throws -> PracticeStep {
    let step = try refusing {
      try ensureLoaded()
      return try body(&model)
    }
    if step.session != nil { publish(step) }
    return step
  }

  private func publish(_ step: PracticeStep) {
    if isLeased { lease?.restartTimer() } else { lease?.end() }
    log.publishing { try emit(step) }
    if let session = step.finished {
      log.write(
        .info,
        "Practice session finished: \(deckName), \(session.firstTry) of "
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
        asked.pronunciation(model.settings), asked.choices)
    }
    if let session = step.finished {
      try bus?.emit(PracticeContract.sessionFinished, revision, SessionSummary(session))
    }
  }
}

// What the cards' own interface needs.
extension PracticeOnBus {
  /// The hard cards of a deck, or of all.
  func hardCards(ofDeck name: String?) throws -> [AskedCard] {
    try refusing {
      try ensureLoaded()
      if let name, reviews.deck(named: name) == nil { throw PracticeError.noSuchDeck(name) }
      return reviews.hardCards(ofDeck: name)
    }
  }

  /// Changes what the session may ask; it goes on without what it may not.
  func rest(
    _ body: (inout Trainer, inout PracticeViewModel.StepContext) throws -> PracticeStep,
    then: (PracticeStep) -> Void
  ) throws {
    let step = try refusing {
      try ensureLoaded()
      return try model.step(body)
    }
    then(step)
    if step.session != nil {
      publish(step)
    } else if !step.isEmpty {
      publishChanges()
    }
  }

  /// The store has already given them other days.
  func move(_ updates: [ScheduleUpdate]) { model.move(updates) }

  /// The store has already renamed it, also in the questions of the session.
  func rename(_ card: CardIdentity, to other: CardIdentity) {
    model.rename(card, to: other)
    if isInSession(card) || isInSession(other) { reload() }
  }

  private func isInSession(_ card: CardIdentity) -> Bool {
    model.trainer.session?.questions.contains { $0.card == card } == true
  }
}
