package import DBus
internal import MemoryGame
internal import PlainText

/// The options of `Games`.
package struct GamesOptions: CallOptions {
  package var limit: UInt32?
  package var before: UInt64?
  package var id: UInt64?

  package init() {}

  package static func refusal(ofKey key: String) -> String {
    english("Games has no option “\(key)”.")
  }
  package static let table: [CallOption<GamesOptions>] = [
    CallOption("limit", \.limit),
    CallOption("before", \.before),
    CallOption("id", \.id),
  ]
}

package enum HistoryContract {
  package typealias Service = any HistoryService

  /// The most games in one reply.
  package static let maximumGames: UInt32 = 500
  /// The number of games for a call without a limit.
  package static let usualGames: UInt32 = 50
  package static let maximumTransitions = Replay.maximumLength

  package static let games = Method(
    interface, "Games",
    """
    Returns games, newest first. Options: limit u (at most \(maximumGames), default \(usualGames)), \
    before t (only games that began before the one with this id), and id t (only this game). Ids say \
    nothing about time: those of games from other machines come late. Each game has \(PastGame.keyList), and once it is \
    finished also the result, as GameWon publishes it. Error: StorageFailed.
    """,
    in: "options", out: "games"
  ) { (history: Service, options: [String: Value]) in try history.games(options) }

  package static let log = Method(
    interface, "Log",
    """
    Returns the transitions of a finished game: the time, in microseconds since 1970; flip or \
    conceal; the card, 0 for a conceal; the points; the seconds since the first card of the move. \
    Errors: NoSuchGame, GameInProgress, StorageFailed, LimitsExceeded (more than \
    \(maximumTransitions) transitions).
    """,
    in: "id", out: "transitions"
  ) { (history: Service, id: UInt64) in try history.log(id) }

  package static let beginning = Method(
    interface, "Beginning",
    """
    Returns the beginning of a finished game, for replaying its log: \(Beginning.keyList). \
    Each pair has a first side, a second side (or empty) and a pronunciation. Errors: NoSuchGame, \
    GameInProgress, StorageFailed.
    """,
    in: "id", out: "beginning"
  ) { (history: Service, id: UInt64) in try history.beginning(id) }

  package static let verify = Method(
    interface, "Verify",
    """
    Replays a game and returns whether its stored result matches its log. Errors: NoSuchGame, \
    GameInProgress, StorageFailed, LimitsExceeded (more than \(maximumTransitions) transitions).
    """,
    in: "id", out: "follows"
  ) { (history: Service, id: UInt64) in try history.verify(id) }

  package static let statistics = Method(
    interface, "Statistics",
    """
    Returns statistics of all games: \(GameStatistics.keyList). best has the best game for each \
    theme, number of pairs and scoring: \(GameStatistics.Best.keyList). Seeded games, including \
    daily games, games with several players and solo games in which a bot played count only in \
    games and won; ranked is the number of all other games won. duels are the games of people \
    against bots, duels-won those that a person won. A streak is a number of days in a row whose first daily game was won by a \
    person. \
    Error: StorageFailed.
    """,
    out: "statistics"
  ) { (history: Service) in try history.statistics() }

  package static let daily = Property<Service, String>(
    "Daily", "Today's date in UTC, as YYYY-MM-DD: the day of the daily game.", .nothing
  ) { $0.daily }

  package static let dailyPlayed = Property<Service, Bool>(
    "DailyPlayed",
    "Whether today's daily game has been started; once it is won, later ones do not count.",
    .nothing
  ) { $0.dailyPlayed }

  package static let interface: Interface<Service> = Interface(
    "org.memorized.Memorize1.History", "The history of games."
  ) {
    games
    log
    beginning
    verify
    statistics
    daily
    dailyPlayed
  }
}

package protocol HistoryService: AnyObject {
  func games(_ options: [String: Value]) throws -> [PastGame]
  func log(_ id: UInt64) throws -> [LoggedTransition]
  func beginning(_ id: UInt64) throws -> Beginning
  func verify(_ id: UInt64) throws -> Bool
  func statistics() throws -> GameStatistics
  var daily: String { get }
  var dailyPlayed: Bool { get }
}
