internal import DBus
internal import MemorizeBus
internal import MemoryGame
internal import PlainText
internal import Practice
internal import Store
internal import UserService

/// The game on the bus: passes calls to the view-model, and publishes the results.
///
/// Only this class turns transitions into signals, in the contract's order.
final class GameOnBus: GameService {
  private var model: GameViewModel
  private let themes: ThemeLibrary
  /// Whose hard cards are dealt.
  weak var practice: PracticeOnBus?
  private let store: Store
  private let preparation: Preparation
  let published = Published<GameState>()
  private let log: Log
  private let now: () -> Moment
  private var bus: Export<any GameService>?

  init(
    themes: ThemeLibrary, store: Store, preparation: Preparation, log: Log,
    now: @escaping () -> Moment = { SystemClock.now }
  ) {
    model = GameViewModel(themes: themes, store: store)
    self.themes = themes
    self.store = store
    self.preparation = preparation
    self.log = log
    self.now = now
  }

  func export(to objects: ObjectServer) {
    bus = objects.export(
      GameContract.interface, of: self, at: MemorizeContract.path, after: preparation.gate())
  }

  /// Nil without a game, or if the game is won.
  var idInProgress: UInt64? { model.game.flatMap { $0.isWon ? nil : model.id } }

  /// The game in one line, for the service manager.
  var status: String {
    guard published.state.id != 0 else { return "No game yet" }
    let game = published.state
    return
      "\(game.theme): \(game.matchedPairs)/\(game.pairs) pairs, \(counted(game.moves, "move"))"
  }

  /// Restores the game of a store that was just opened, and publishes it at once, even if the call
  /// that opened it fails.
  ///
  /// Followers read everything again, since the revision is not the next one.
  func restore(_ opened: Store.Opened) {
    guard model.restore(opened) else { return }
    begin()
    let isBegun = published.state.exists
    if isBegun { log.write(.info, "Game \(published.state.id) resumed.") }
    publishing {
      if isBegun, published.state.flips == 0 { try emitGameStarted() }
    }
  }

  private func begin() {
    guard let game = model.game else {
      published.state = GameState()
      return
    }
    published.state.begin(game, id: model.id, revision: model.revision)
  }

  func newGame(_ options: [String: Value], _ reply: Reply<UInt64, UInt64>) throws {
    let request = try NewGameRequest(options: options)
    if request.options.isHard == true, let practice {
      return practice.whenRead { [self] in
        preparation.answer(reply, after: []) { [self] in
          let hard = try practice.hardCards(ofDeck: request.options.theme)
          return try newGame(request, hard: hard.map(\.card))
        }
      }
    }
    preparation.answer(reply, after: themes.needs(toDeal: request.options.theme)) { [self] in
      try newGame(request)
    }
  }

  func newGame(_ request: NewGameRequest, hard: [WordCard]? = nil) throws -> (UInt64, UInt64) {
    try refusing {
      try store.open()
      try model.newGame(request, hard: hard, at: now())
    }
    return publishBeginning("started")
  }

  func resume() throws -> (UInt64, UInt64) {
    try refusing {
      try store.open()
      try model.resume(at: now())
    }
    return publishBeginning("resumed")
  }

  private func publishBeginning(_ verb: String) -> (UInt64, UInt64) {
    begin()
    publishing {
      try emitGameStarted()
      let turned = published.state.cards.enumerated().filter { $0.element.state != .down }
        .map { BoardCard($0.offset, $0.element) }
      if !turned.isEmpty {
        try bus?.emit(GameContract.cardsChanged, published.state.revision, turned)
      }
    }
    log.write(.info, "Game \(published.state.id) \(verb).")
    return (published.state.revision, published.state.id)
  }

  private func emitGameStarted() throws {
    try bus?.emit(
      GameContract.gameStarted, published.state.revision, published.state.id, published.state.theme,
      2 * published.state.pairs)
  }

  func flip(
    _ card: UInt32, asBot: Bool = false
  ) throws -> (Word<Outcome>, Int32, UInt64, [BoardCard]) {
    let transition = try refusing {
      try store.open()
      return try model.flip(Int(card), asBot: asBot, at: now())
    }
    let changes = publish(transition)
    return (
      transition.outcome.map { Word($0) } ?? Word(), Int32(clamping: transition.points),
      published.state.revision, changes
    )
  }

  func conceal() throws -> UInt64 {
    let transition = try refusing {
      try store.open()
      return try model.conceal(at: now())
    }
    _ = publish(transition)
    return published.state.revision
  }

  private func publish(_ transition: Transition) -> [BoardCard] {
    guard let game = model.game else { return [] }
    let signals = GameTransition(transition, game)
    published.state.update(game, revision: model.revision)
    _ = published.state.turn(signals.changes)
    publishing { try emit(signals) }
    return signals.changes
  }

  private func emit(_ transition: GameTransition) throws {
    let revision = published.state.revision
    try bus?.emit(GameContract.cardsChanged, revision, transition.changes)
    if let move = transition.move {
      if let faces = move.faces {
        try bus?.emit(
          GameContract.matched, revision, move.first, move.second, faces.first, faces.second,
          move.points)
      } else {
        try bus?.emit(GameContract.mismatched, revision, move.first, move.second, move.points)
      }
    }
    if let result = transition.result {
      log.write(
        .info, "Game \(published.state.id): won in \(result.moves) moves, score \(result.score).")
      try bus?.emit(GameContract.gameWon, revision, published.state.id, result)
    }
  }

  /// Sends signals, then the changed properties.
  private func publishing(_ signals: () throws -> Void) {
    log.publishing {
      try signals()
      try bus?.publishChanges()
    }
  }
}
