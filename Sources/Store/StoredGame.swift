package import MemoryGame

/// What is told of a game in the history.
package struct GameRecord: Equatable, Sendable {
  /// How far a game came.
  package enum State: String, Sendable {
    /// It is on.
    case playing
    /// All its pairs were found.
    case won
    /// Another was begun in its place.
    case abandoned
  }

  /// The game's number; numbers grow.
  package let id: UInt64
  /// The name of its theme.
  package let theme: String
  /// The number of pairs dealt.
  package let pairs: Int
  /// How far it came.
  package let state: State
  /// When it was dealt, in microseconds since 1970-01-01 UTC.
  package let startedAt: UInt64
  /// What became of it; nil while it is on.
  package let result: GameResult?
}

/// A game with its whole log, as it is read from the store.
package struct StoredGame: Equatable, Sendable {
  /// The game's number.
  package let id: UInt64
  /// The revision that its beginning brought.
  package let revision: UInt64
  /// What it follows from.
  package let beginning: GameBeginning
  /// Its transitions in order.
  package let log: [LogEntry]
  /// Its record.
  package let record: GameRecord
}
