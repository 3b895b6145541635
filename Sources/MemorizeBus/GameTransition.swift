package import DBus
package import MemoryGame

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

  package init() {}

  /// The beginning of a game that is played here.
  package init(dealing game: Game) { dealtCards = UInt32(clamping: game.cardCount) }

  /// A transition of a game that is played here, and the game after it.
  package init(_ transition: Transition, _ game: Game) {
    changes = transition.changes.map { ChangedCard($0) }
    move = transition.move.map {
      Move(
        first: UInt32(clamping: $0.first), second: UInt32(clamping: $0.second),
        points: Int32(clamping: $0.points),
        faces: transition.outcome == .mismatched ? nil : ($0.firstFace, $0.secondFace))
    }
    result = game.result.map { FinalResult($0) }
  }
}

package typealias GameFollower = Follower<GameTransition>

extension GameTransition: SignalledTransition {
  package typealias Source = GameContract

  package static var revision: any KeyPath<GameState, UInt64> & Sendable { \.revision }

  package static func subscribe(
    to service: Proxy, note: @escaping (UInt64, (inout GameTransition) -> Void) -> Void
  ) -> [SubscriptionID] {
    let interface = GameContract.interface
    return [
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

  /// Deals or turns the cards; false for cards that the board does not have, and for no card at all.
  package func apply(to state: inout GameState) -> Bool {
    if let dealtCards {
      // A number alone is not to be believed: one of a foreign service may take all memory.
      guard state.pairs <= Theme.maximumPairs, dealtCards == 2 * state.pairs else { return false }
      state.cards = Array(repeating: CardOnShow(.down, ""), count: Int(dealtCards))
      return true
    }
    guard !changes.isEmpty, state.turn(changes) else { return false }
    let count = UInt32(clamping: state.cards.count)
    return move.map { $0.first < count && $0.second < count } ?? true
  }
}
