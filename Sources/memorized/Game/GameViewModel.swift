internal import MemorizeBus
internal import MemoryGame
internal import Practice
internal import Store

/// The current game, and the values that span several games.
///
/// It does not use the bus: its results say what changed, and the service publishes that.
struct GameViewModel {
  /// The game, even after it is won; nil before the first.
  private(set) var game: Game?
  /// Grows by one with each transition.
  private(set) var revision: UInt64 = 0
  private(set) var id: UInt64 = 0

  private let themes: ThemeLibrary
  private let store: Store
  private var generator = SystemRandomNumberGenerator()

  init(themes: ThemeLibrary, store: Store) {
    self.themes = themes
    self.store = store
  }

  /// Restores the game of a store that was just opened; returns whether the game or its number has
  /// changed.
  mutating func restore(_ opened: Store.Opened) -> Bool {
    let stored = opened.last?.stored
    guard opened.last?.game != game || (stored?.record.id ?? 0) != id else { return false }
    (game, id) = (opened.last?.game, stored?.record.id ?? 0)
    revision = stored.map { $0.revision + UInt64($0.log.count) } ?? 0
    return true
  }

  /// Starts a game, or resumes today's daily game if that was left unfinished.
  ///
  /// `hard` are the hard cards, if those are dealt.
  mutating func newGame(
    _ request: NewGameRequest, hard: [WordCard]? = nil, at moment: Moment
  ) throws {
    if request.options.isDaily == true, let left = try unfinishedDaily(at: moment) {
      return try begin(left.game, left.stored.beginning, resuming: left.stored.record.id)
    }
    let beginning = try beginning(request, hard, at: moment)
    try begin(Game(beginning), beginning)
  }

  /// Resumes the game that was abandoned last, and abandons the one in progress.
  mutating func resume(at moment: Moment) throws {
    let date = DailyDate(epoch: moment.epoch)
    var damage: StoreError?
    for id in try store.use({ tables throws(StoreError) in try tables.games.resumable(on: date) }) {
      do throws(StoreError) {
        guard var left = try store.use({ tables throws(StoreError) in try tables.games.game(id) })
        else { continue }
        left.beginning = left.beginning.revealed
        return try begin(try left.played(), left.beginning, resuming: id)
      } catch {
        guard case .damagedGame = error else { throw error }
        damage = damage ?? error
      }
    }
    if let damage { throw damage }
    throw try store.use { tables throws(StoreError) -> ResumeError in
      let last = try tables.games.lastAbandoned()
      if last == 0 { return .nothing }
      return try last < tables.games.lastWon() ? .laterGameWon : .dayOver
    }
  }

  private mutating func begin(
    _ begun: Game, _ beginning: GameBeginning, resuming old: UInt64? = nil
  ) throws(StoreError) {
    let ended: (UInt64, GameResult)? = game.flatMap {
      $0.isWon || id == old ? nil : (id, $0.finalResult())
    }
    let next = revision + 1
    id = try store.use { tables throws(StoreError) in
      try tables.games.begin(
        begun, beginning, revision: next - UInt64(begun.log.count), resuming: old, ending: ended)
    }
    game = begun
    revision = next
  }

  private func unfinishedDaily(
    at moment: Moment
  ) throws(StoreError) -> (stored: StoredGame, game: Game)? {
    let date = DailyDate(epoch: moment.epoch)
    let stored = try store.use { tables throws(StoreError) in
      try tables.games.unfinishedDaily(of: date)
    }
    // Damaged, it cannot be resumed; the next one is practice.
    guard let stored, let game = try? stored.played() else { return nil }
    return (stored, game)
  }

  private mutating func beginning(
    _ request: NewGameRequest, _ hard: [WordCard]?, at moment: Moment
  ) throws -> GameBeginning {
    let options = request.options
    let scoring = options.scoring ?? store.scoring
    guard options.isDaily != true else {
      let date = DailyDate(epoch: moment.epoch)
      return GameBeginning(
        deal: try DailyDeal(date: date).deal(), scoring: scoring, daily: date,
        isRepeatedDaily: try store.use { tables throws(StoreError) in
          try tables.games.hasDaily(of: date)
        }, startedAt: moment)
    }
    return GameBeginning(
      deal: try deal(request, hard), scoring: scoring, players: options.players ?? [],
      isSeeded: options.seed != nil, startedAt: moment)
  }

  mutating func flip(_ card: Int, asBot: Bool, at moment: Moment) throws -> Transition {
    let bots = asBot ? game?.bots : nil
    guard let transition = try game?.flip(card, at: moment, asBot: asBot) else {
      throw NoGameError()
    }
    try save(bots: asBot && game?.bots != bots ? game?.bots : nil)
    return transition
  }

  mutating func conceal(at moment: Moment) throws -> Transition {
    guard let transition = try game?.conceal(at: moment) else { throw NoGameError() }
    try save()
    return transition
  }

  /// A change that cannot be saved does not happen.
  private mutating func save(bots: Bots? = nil) throws {
    guard let game, let entry = game.log.last else { return }
    let id = id
    do {
      try store.use { tables throws(StoreError) in
        try tables.games.add(
          entry, at: game.log.count - 1, to: id, bots: bots, winning: game.result)
      }
    } catch {
      self.game?.undoTransition()
      throw error
    }
    revision += 1
  }

  private mutating func deal(_ request: NewGameRequest, _ hard: [WordCard]?) throws -> Deal {
    let seed = request.options.seed ?? generator.next()
    if let hard {
      return try LibraryTheme(hard: hard, of: request.options.theme).deal(
        request.pairs, seed: seed, using: &generator)
    }
    if let name = request.options.theme {
      guard let theme = themes.theme(named: name) else { throw NoSuchThemeError(name: name) }
      return try theme.deal(request.pairs, seed: seed, using: &generator)
    }
    guard
      let theme = themes.drawable.randomTheme(excluding: game?.themeName, using: &generator)
    else { throw NoSuchThemeError(name: "") }
    return try theme.deal(request.pairs, seed: seed, using: &generator)
  }
}
