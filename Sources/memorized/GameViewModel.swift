internal import MemoryGame

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

  private let themes: Themes
  private var lastDaily: DailyDate?
  private var generator = SystemRandomNumberGenerator()

  init(themes: Themes) {
    self.themes = themes
  }

  /// Starts a game in place of the one there was.
  mutating func newGame(_ request: NewGameRequest, at moment: Moment) throws {
    let game: Game
    if request.isDaily {
      let date = DailyDate(epoch: moment.epoch)
      game = try Game(
        deal: DailyDeal(date: date).deal(), scoring: request.scoring, daily: date,
        isPractice: lastDaily == date, startedAt: moment)
      lastDaily = date
    } else {
      let theme = try theme(request.theme)
      let pairs = try request.pairs.number(for: theme, using: &generator)
      let seed = request.seed ?? generator.next()
      game = try Game(
        deal: Deal(theme: theme, pairs: pairs, seed: seed), scoring: request.scoring,
        players: request.players, isSeeded: request.seed != nil, startedAt: moment)
    }
    self.game = game
    id += 1
    revision += 1
  }

  /// Turns a card up.
  mutating func flip(_ card: Int, at moment: Moment) throws -> Transition {
    guard let transition = try game?.flip(card, at: moment) else { throw NoGame() }
    revision += 1
    return transition
  }

  /// Turns a mismatch on show down.
  mutating func conceal(at moment: Moment) throws -> Transition {
    guard let transition = try game?.conceal(at: moment) else { throw NoGame() }
    revision += 1
    return transition
  }

  private mutating func theme(_ name: String?) throws -> Theme {
    guard let name else {
      guard let theme = themes.randomTheme(excluding: game?.themeName, using: &generator) else {
        throw NoSuchTheme(name: "")
      }
      return theme
    }
    guard let theme = themes.theme(named: name) else { throw NoSuchTheme(name: name) }
    return theme
  }
}

/// There is no game to play.
struct NoGame: Error {}

/// There is no theme of the name.
struct NoSuchTheme: Error {
  let name: String
}
