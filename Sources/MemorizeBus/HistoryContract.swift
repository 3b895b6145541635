package import DBus

/// The options of `Games`.
package struct GamesOptions: CallOptions {
  package var limit: UInt32?
  package var before: UInt64?

  package init() {}

  package static let unknownKey = "Games has no option"
  package static let table: [CallOption<GamesOptions>] = [
    CallOption("limit", \.limit),
    CallOption("before", \.before),
  ]
}

package enum HistoryContract {
  package typealias Service = any HistoryService

  /// The most games in one reply.
  package static let maximumGames: UInt32 = 500
  /// How many games a call without a limit asks for.
  package static let usualGames: UInt32 = 50
  /// The longest log that is sent or replayed, so that other calls do not wait for long.
  package static let maximumTransitions = 100_000

  package static let games = Method(
    "Games",
    """
    Tells games, the newest first; options are limit u (at most \(maximumGames), else \
    \(usualGames)) and before t (an id). Of each: \(PastGame.keyList), and of one that is over the result, as GameWon publishes it. \
    Error: StorageFailed.
    """,
    in: "options", out: "games"
  ) { (history: Service, options: [String: Value]) in try history.games(options) }

  package static let log = Method(
    "Log",
    """
    Tells the transitions of a game that is over: when, in microseconds since 1970; flip or conceal; \
    the card, 0 for a conceal; the points; the seconds since the first card of the move. Errors: \
    NoSuchGame, GameInProgress, StorageFailed, LimitsExceeded (more than \(maximumTransitions) transitions).
    """,
    in: "id", out: "transitions"
  ) { (history: Service, id: UInt64) in try history.log(id) }

  package static let beginning = Method(
    "Beginning",
    """
    Tells what the log of a game that is over is replayed on: \(Beginning.keyList). Of each pair: \
    first side, second side or empty, pronunciation. Errors: NoSuchGame, GameInProgress, \
    StorageFailed.
    """,
    in: "id", out: "beginning"
  ) { (history: Service, id: UInt64) in try history.beginning(id) }

  package static let verify = Method(
    "Verify",
    """
    Replays a game and tells whether what is stored of it follows from its log. Errors: NoSuchGame, \
    GameInProgress, StorageFailed, LimitsExceeded (more than \(maximumTransitions) transitions).
    """,
    in: "id", out: "follows"
  ) { (history: Service, id: UInt64) in try history.verify(id) }

  package static let statistics = Method(
    "Statistics",
    """
    Sums up all games: \(GameStatistics.keyList). The best of each theme, number of pairs and \
    scoring: \(GameStatistics.Best.keyList). Seeded and practice games count in games only, games by turns in \
    games and won; the scored daily deal counts for the streaks. Error: StorageFailed.
    """,
    out: "statistics"
  ) { (history: Service) in try history.statistics() }

  package static let daily = Property<Service, String>(
    "Daily", "Today's date, YYYY-MM-DD in UTC: the day of the daily deal.", .nothing
  ) { $0.daily }

  package static let dailyPlayed = Property<Service, Bool>(
    "DailyPlayed", "Whether the daily deal of today was begun already: the next one is practice.",
    .nothing
  ) { $0.dailyPlayed }

  package static let interface = Interface<Service>(
    "org.memorized.Memorize1.History", "The games that were played."
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
