internal import MemoryGame
internal import Store

/// The one game that is on, and what counts across games: the model that all views show.
///
/// It knows no bus: what it answers says what changed, and the service publishes that.
struct GameViewModel {
  /// The game, won or not; nil before the first.
  private(set) var game: Game?
  /// Grows by one with each transition.
  private(set) var revision: UInt64 = 0
  /// The number of the game.
  private(set) var id: UInt64 = 0

  /// How many themes chance may pick in vain.
  private static let patience = 16

  private let themes: any ThemeSource
  private let keeper: GameKeeper
  private var beginning: GameBeginning?
  private var generator = SystemRandomNumberGenerator()

  init(themes: some ThemeSource, keeper: GameKeeper) {
    self.themes = themes
    self.keeper = keeper
  }

  /// Makes sure that games can be kept; where it becomes so only now, takes up the game that was
  /// left, or keeps the one that is on.
  ///
  /// - Parameters:
  ///   - patience: how long another daemon may still have the store.
  ///   - silently: whether nothing is logged where it cannot be opened.
  /// - Returns: whether a game was taken up, or the one that is on has got another number.
  /// - Throws: `StoreError`.
  mutating func restore(patience: Duration = .zero, silently: Bool = false) throws -> Bool {
    guard !keeper.isOpen else { return false }
    let isTakenUp = try takeUp(keeper.open(patience: patience, silently: silently))
    keeper.onOpen?()
    return isTakenUp
  }

  private mutating func takeUp(_ last: (stored: StoredGame, game: Game)?) throws -> Bool {
    if let game, let beginning {
      guard last?.game != game else { return false }
      return try keepAnew(game, beginning, insteadOf: last)
    }
    guard let (stored, found) = last else { return false }
    (game, beginning, id) = (found, stored.beginning, stored.id)
    revision = stored.revision + UInt64(stored.log.count)
    return true
  }

  /// Keeps the game that is on in another database than it was in, as where that was damaged.
  ///
  /// - Returns: whether it has got another number by that.
  private mutating func keepAnew(
    _ game: Game, _ beginning: GameBeginning, insteadOf last: (stored: StoredGame, game: Game)?
  ) throws -> Bool {
    let left = last.flatMap { $0.stored.record.state == .playing ? $0 : nil }
    do {
      let before = id
      id = try keeper.add(
        game, beginning, id: id, revision: revision - UInt64(game.log.count),
        ending: left.map { ($0.stored.id, $0.game.abandoned()) })
      return id != before
    } catch {
      keeper.letGo()
      throw error
    }
  }

  /// Starts a game in place of the one there was.
  mutating func newGame(_ request: NewGameRequest, at moment: Moment) throws {
    let beginning = try beginning(request, at: moment)
    let begun = try Game(beginning)
    let ended: (UInt64, GameResult)? = game.flatMap { $0.isWon ? nil : (id, $0.abandoned()) }
    id = try keeper.begin(beginning, pairs: begun.pairs, revision: revision + 1, ending: ended)
    game = begun
    self.beginning = beginning
    revision += 1
  }

  private mutating func beginning(
    _ request: NewGameRequest, at moment: Moment
  ) throws -> GameBeginning {
    let scoring = request.scoring ?? keeper.defaultScoring
    guard !request.isDaily else {
      let date = DailyDate(epoch: moment.epoch)
      return GameBeginning(
        deal: try DailyDeal(date: date).deal(), scoring: scoring, daily: date,
        isPractice: try keeper.hasDaily(of: date), startedAt: moment)
    }
    return GameBeginning(
      deal: try deal(request), scoring: scoring, players: request.players,
      isSeeded: request.seed != nil, startedAt: moment)
  }

  /// Turns a card up.
  mutating func flip(_ card: Int, at moment: Moment) throws -> Transition {
    guard let transition = try game?.flip(card, at: moment) else { throw NoGame() }
    try keep()
    return transition
  }

  /// Turns a mismatch on show down.
  mutating func conceal(at moment: Moment) throws -> Transition {
    guard let transition = try game?.conceal(at: moment) else { throw NoGame() }
    try keep()
    return transition
  }

  /// What cannot be kept has not happened.
  private mutating func keep() throws {
    guard let game else { return }
    do {
      try keeper.add(lastOf: game, to: id)
    } catch {
      self.game?.takeBack()
      throw error
    }
    revision += 1
  }

  private mutating func deal(_ request: NewGameRequest) throws -> Deal {
    let seed = request.seed ?? generator.next()
    if let name = request.theme {
      guard let theme = themes.theme(named: name) else { throw NoSuchTheme(name: name) }
      return try theme.deal(request.pairs, seed: seed, using: &generator)
    }
    var unfit: Set<String> = []
    while true {
      // Nobody should wait while all that cannot be dealt is tried: the program's own can be.
      let source = unfit.count < Self.patience ? themes.current : .program
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

/// There is no game to play.
struct NoGame: Error {}

/// There is no theme of the name.
struct NoSuchTheme: Error {
  let name: String
}
