package import DBus

/// The interface `org.memorized.Memorize1.History`: the games that were played.
package enum HistoryContract {
  /// The service as its declarations see it.
  package typealias Service = any HistoryService

  /// Tells games, the newest first.
  package static let games = Method(
    "Games",
    """
    Tells games, the newest first; options are limit u (at most 500, else 50) and before t (an id). \
    Of each: \(PastGame.keyList), and of one that is over the result, as GameWon publishes it. \
    Error: StorageFailed.
    """,
    in: "options", out: "games"
  ) { (history: Service, options: [String: Value]) in try history.games(options) }

  /// Tells the transitions of a game that is over.
  package static let log = Method(
    "Log",
    """
    Tells the transitions of a game that is over: when, in microseconds since 1970; flip or conceal; \
    the card, 0 for a conceal; the points; the seconds since the first card of the move. Errors: \
    NoSuchGame, GameInProgress, StorageFailed, LimitsExceeded (more than 100000 transitions).
    """,
    in: "id", out: "transitions"
  ) { (history: Service, id: UInt64) in try history.log(id) }

  /// Tells all that a game that is over follows from, but its log.
  package static let beginning = Method(
    "Beginning",
    """
    Tells what the log of a game that is over is replayed on: \(Beginning.keyList). Of each pair: \
    first side, second side or empty, pronunciation. Errors: NoSuchGame, GameInProgress, \
    StorageFailed.
    """,
    in: "id", out: "beginning"
  ) { (history: Service, id: UInt64) in try history.beginning(id) }

  /// Replays a game and compares.
  package static let verify = Method(
    "Verify",
    """
    Replays a game and tells whether what is stored of it follows from its log. Errors: NoSuchGame, \
    GameInProgress, StorageFailed, LimitsExceeded (more than 100000 transitions).
    """,
    in: "id", out: "follows"
  ) { (history: Service, id: UInt64) in try history.verify(id) }

  /// Sums up all games.
  package static let statistics = Method(
    "Statistics",
    """
    Sums up all games: \(GameStatistics.keyList). The best of each theme, number of pairs and \
    scoring: \(GameStatistics.Best.keyList). Seeded and practice games count in games only, games by turns in \
    games and won; the scored daily deal counts for the streaks. Error: StorageFailed.
    """,
    out: "statistics"
  ) { (history: Service) in try history.statistics() }

  /// The property `Daily`.
  package static let daily = Property<Service, String>(
    "Daily", "Today's date, YYYY-MM-DD in UTC: the day of the daily deal.", .nothing
  ) { $0.daily }

  /// The property `DailyPlayed`.
  package static let dailyPlayed = Property<Service, Bool>(
    "DailyPlayed", "Whether the daily deal of today was begun already: the next one is practice.",
    .nothing
  ) { $0.dailyPlayed }

  /// The interface as a table.
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

/// What answers the interface `org.memorized.Memorize1.History`; ``HistoryContract`` says how.
package protocol HistoryService: AnyObject {
  /// Answers ``HistoryContract/games``.
  func games(_ options: [String: Value]) throws -> [PastGame]
  /// Answers ``HistoryContract/log``.
  func log(_ id: UInt64) throws -> [LoggedTransition]
  /// Answers ``HistoryContract/beginning``.
  func beginning(_ id: UInt64) throws -> Beginning
  /// Answers ``HistoryContract/verify``.
  func verify(_ id: UInt64) throws -> Bool
  /// Answers ``HistoryContract/statistics``.
  func statistics() throws -> GameStatistics
  /// See ``HistoryContract/daily``.
  var daily: String { get }
  /// See ``HistoryContract/dailyPlayed``.
  var dailyPlayed: Bool { get }
}
