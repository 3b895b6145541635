public import DBus

/// The signals of one transition, put together again.
public struct GameTransition: Sendable {
  /// Two cards that were a move.
  public struct Move: Sendable {
    /// The number of the card that was turned up first.
    public let first: UInt32
    /// The number of the other.
    public let second: UInt32
    /// What the move has scored.
    public let points: Int32
    /// The faces of a pair; nil for a mismatch.
    public let faces: (first: String, second: String)?
  }

  /// The cards that changed.
  public internal(set) var changes: [ChangedCard] = []
  /// The move that it completed, if any.
  public internal(set) var move: Move?
  /// How many cards were dealt, where it began a game.
  public internal(set) var dealtCards: UInt32?
  /// The result, where it ended the game.
  public internal(set) var result: [String: Value]?
}
