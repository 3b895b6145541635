public import DBus

/// What answers the interface `org.memorized.Memorize1.Game`; ``GameContract`` says what each means.
public protocol GameService: AnyObject {
  /// Answers ``GameContract/newGame``.
  func newGame(_ options: [String: Value]) throws -> (UInt64, UInt64)
  /// Answers ``GameContract/flip``.
  func flip(_ card: UInt32) throws -> (String, Int32, UInt64, [ChangedCard])
  /// Answers ``GameContract/conceal``.
  func conceal() throws -> UInt64

  /// See ``GameContract/revision``.
  var revision: UInt64 { get }
  /// See ``GameContract/id``.
  var id: UInt64 { get }
  /// See ``GameContract/state``.
  var state: String { get }
  /// See ``GameContract/theme``.
  var theme: String { get }
  /// See ``GameContract/icon``.
  var icon: String { get }
  /// See ``GameContract/colors``.
  var colors: [String] { get }
  /// See ``GameContract/pairs``.
  var pairs: UInt32 { get }
  /// See ``GameContract/matchedPairs``.
  var matchedPairs: UInt32 { get }
  /// See ``GameContract/score``.
  var score: Int32 { get }
  /// See ``GameContract/flips``.
  var flips: UInt32 { get }
  /// See ``GameContract/moves``.
  var moves: UInt32 { get }
  /// See ``GameContract/scoring``.
  var scoring: String { get }
  /// See ``GameContract/seeded``.
  var seeded: Bool { get }
  /// See ``GameContract/daily``.
  var daily: String { get }
  /// See ``GameContract/startedAt``.
  var startedAt: UInt64 { get }
  /// See ``GameContract/lastFlipAt``.
  var lastFlipAt: UInt64 { get }
  /// See ``GameContract/par``.
  var par: Double { get }
  /// See ``GameContract/regret``.
  var regret: Double { get }
  /// See ``GameContract/luck``.
  var luck: Double { get }
  /// See ``GameContract/players``.
  var players: [PlayerScore] { get }
  /// See ``GameContract/turn``.
  var turn: UInt32 { get }
  /// See ``GameContract/cards``.
  var cards: [CardOnShow] { get }
}
