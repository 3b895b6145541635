package import DBus

/// The signals of one transition, put together again.
package struct GameTransition: Sendable {
  /// Two cards that were a move.
  package struct Move: Sendable {
    /// The number of the card that was turned up first.
    package let first: UInt32
    /// The number of the other.
    package let second: UInt32
    /// What the move has scored.
    package let points: Int32
    /// The faces of a pair; nil for a mismatch.
    package let faces: (first: String, second: String)?
  }

  /// The cards that changed.
  package internal(set) var changes: [ChangedCard] = []
  /// The move that it completed, if any.
  package internal(set) var move: Move?
  /// How many cards were dealt, where it began a game.
  package internal(set) var dealtCards: UInt32?
  /// The result, where it ended the game.
  package internal(set) var result: FinalResult?

  /// Begins with no signal.
  package init() {}
}

/// Follows the game.
package typealias GameFollower = Follower<GameTransition>

extension GameTransition: SignalledTransition {
  /// `org.memorized.Memorize1.Game`.
  package static var interface: Interface<GameContract.Service> { GameContract.interface }
  /// `Revision`.
  package static var revision: Property<GameContract.Service, UInt64> { GameContract.revision }

  /// Subscribes to all signals of the game.
  ///
  /// - Parameters:
  ///   - service: Who sends them.
  ///   - note: Told the revision of each signal, and what it adds to its transition.
  /// - Returns: The subscriptions, which last until they are cancelled.
  package static func subscribe(
    to service: Proxy, note: @escaping (UInt64, (inout GameTransition) -> Void) -> Void
  ) -> [SubscriptionID] {
    [
      service.on(GameContract.gameStarted, of: interface) { revision, _, _, cards in
        note(revision) { $0.dealtCards = cards }
      },
      service.on(GameContract.cardsChanged, of: interface) { revision, changes in
        note(revision) { $0.changes = changes }
      },
      service.on(GameContract.matched, of: interface) {
        revision, first, second, firstFace, secondFace, points in
        note(revision) {
          $0.move = .init(
            first: first, second: second, points: points, faces: (firstFace, secondFace))
        }
      },
      service.on(GameContract.mismatched, of: interface) { revision, first, second, points in
        note(revision) {
          $0.move = .init(first: first, second: second, points: points, faces: nil)
        }
      },
      service.on(GameContract.gameWon, of: interface) { revision, _, result in
        note(revision) { $0.result = result }
      },
    ]
  }
}
