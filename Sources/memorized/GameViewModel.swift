internal import MemorizeBus
internal import MemoryGame
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

  /// The number of unfit themes that the random draw may try.
  private static let maximumUnfit = 16

  private let themes: ThemeLibrary
  private let store: Store
  private var beginning: GameBeginning?
  private var generator = SystemRandomNumberGenerator()

  init(themes: ThemeLibrary, store: Store) {
    self.themes = themes
    self.store = store
  }

  /// Restores the game of a store that was just opened, or saves the current one in a store without
  /// a game; returns whether the game or its number has changed.
  mutating func restore(_ opened: Store.Opened) throws(StoreError) -> Bool {
    if let (stored, found) = opened.last {
      guard found != game || stored.record.id != id else { return false }
      (game, beginning, id) = (found, stored.beginning, stored.record.id)
      revision = stored.revision + UInt64(stored.log.count)
      return true
    }
    guard let game, let beginning else { return false }
    let before = id
    let (first, known) = (revision - UInt64(game.log.count), opened.isNew ? id : nil)
    id = try store.use { tables throws(StoreError) in
      try tables.games.begin(game, beginning, revision: first, id: known)
    }
    return id != before
  }

  mutating func newGame(_ request: NewGameRequest, at moment: Moment) throws {
    let beginning = try beginning(request, at: moment)
    let begun = try Game(beginning)
    let ended: (UInt64, GameResult)? = game.flatMap { $0.isWon ? nil : (id, $0.abandoned()) }
    let next = revision + 1
    id = try store.use { tables throws(StoreError) in
      try tables.games.begin(begun, beginning, revision: next, ending: ended)
    }
    game = begun
    self.beginning = beginning
    revision += 1
  }

  private mutating func beginning(
    _ request: NewGameRequest, at moment: Moment
  ) throws -> GameBeginning {
    let options = request.options
    let scoring = options.scoring ?? store.scoring
    guard options.isDaily != true else {
      let date = DailyDate(epoch: moment.epoch)
      return GameBeginning(
        deal: try DailyDeal(date: date).deal(), scoring: scoring, daily: date,
        isPractice: try store.use { tables throws(StoreError) in
          try tables.games.hasDaily(of: date)
        }, startedAt: moment)
    }
    return GameBeginning(
      deal: try deal(request), scoring: scoring, players: options.players ?? [],
      isSeeded: options.seed != nil, startedAt: moment)
  }

  mutating func flip(_ card: Int, at moment: Moment) throws -> Transition {
    guard let transition = try game?.flip(card, at: moment) else { throw NoGame() }
    try save()
    return transition
  }

  mutating func conceal(at moment: Moment) throws -> Transition {
    guard let transition = try game?.conceal(at: moment) else { throw NoGame() }
    try save()
    return transition
  }

  /// A change that cannot be saved does not happen.
  private mutating func save() throws {
    guard let game, let entry = game.log.last else { return }
    let id = id
    do {
      try store.use { tables throws(StoreError) in
        try tables.games.add(entry, at: game.log.count - 1, to: id, winning: game.result)
      }
    } catch {
      self.game?.takeBack()
      throw error
    }
    revision += 1
  }

  private mutating func deal(_ request: NewGameRequest) throws -> Deal {
    let seed = request.options.seed ?? generator.next()
    if let name = request.options.theme {
      guard let theme = themes.theme(named: name) else { throw NoSuchTheme(name: name) }
      return try theme.deal(request.pairs, seed: seed, using: &generator)
    }
    var unfit: Set<String> = []
    while true {
      // Trying every theme would take too long; the program's own can always be dealt.
      let source = unfit.count < Self.maximumUnfit ? themes.drawable : .program
      guard
        let theme = source.randomTheme(
          excluding: game?.themeName, leavingOut: unfit, using: &generator)
      else { throw NoSuchTheme(name: "") }
      do throws(DealRefusal) {
        return try theme.deal(request.pairs, seed: seed, using: &generator)
      } catch {
        guard case .tooManySharedSides = error else { throw error }
        unfit.insert(theme.name)
      }
    }
  }
}

struct NoGame: Error {}

struct NoSuchTheme: Error {
  let name: String
}
