public import MemoryGame

/// What is told of a game in the history.
public struct GameRecord: Equatable, Sendable {
  /// How far a game came.
  public enum State: String, Sendable {
    /// It is on.
    case playing
    /// All its pairs were found.
    case won
    /// Another was begun in its place.
    case abandoned
  }

  /// The game's number; numbers grow.
  public let id: UInt64
  /// The name of its theme.
  public let theme: String
  /// The number of pairs dealt.
  public let pairs: Int
  /// How far it came.
  public let state: State
  /// When it was dealt, in microseconds since 1970-01-01 UTC.
  public let startedAt: UInt64
  /// What became of it; nil while it is on.
  public let result: GameResult?
}

/// A game with its whole log, as it is read from the store.
public struct StoredGame: Equatable, Sendable {
  /// The game's number.
  public let id: UInt64
  /// The revision that its beginning brought.
  public let revision: UInt64
  /// What it follows from.
  public let beginning: GameBeginning
  /// Its transitions in order.
  public let log: [LogEntry]
  /// Its record.
  public let record: GameRecord
}
