import DBus
package import MemoryGame

/// One transition, assembled from its signals.
package struct GameTransition: Sendable {
  package struct Move: Sendable {
    /// The number of the card that was turned up first.
    package let first: UInt32
    package let second: UInt32
    package let points: Int32
    /// The faces of a pair; nil for a mismatch.
    package let faces: (first: String, second: String)?
  }

  package internal(set) var changes: [BoardCard] = []
  package internal(set) var move: Move?
  /// The number of cards dealt, if it started a game.
  package internal(set) var dealtCards: UInt32?
  package internal(set) var result: FinalResult?

  package init() {}

  /// With other texts on the cards.
  package func withFaces(_ text: (String) -> String) -> GameTransition {
    var transition = self
    transition.changes = changes.map { $0.withFace(text) }
    transition.move = move.map { move in
      Move(
        first: move.first, second: move.second, points: move.points,
        faces: move.faces.map { (text($0.first), text($0.second)) })
    }
    return transition
  }

  /// The beginning of a game, for the service.
  package init(dealing game: Game) { dealtCards = UInt32(clamping: game.cardCount) }

  /// A transition and the game after it, for the service.
  package init(_ transition: Transition, _ game: Game) {
    changes = transition.changes
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

extension GameTransition: SignaledTransition {
  package typealias Source = GameContract

  package static var signals: [TransitionSignal<GameTransition>] {
    [
      .init(GameContract.gameStarted, \.dealtCards) { _, _, cards in cards },
      .init(GameContract.cardsChanged, \.changes) { $0 },
      .init(GameContract.matched, \.move) {
        Move(first: $0, second: $1, points: $4, faces: ($2, $3))
      },
      .init(GameContract.mismatched, \.move) {
        Move(first: $0, second: $1, points: $2, faces: nil)
      },
      .init(GameContract.gameWon, \.result) { _, result in result },
    ]
  }

  /// Deals or turns the cards; false for cards that the board does not have, and if there are none.
  package func apply(to state: inout GameState) -> Bool {
    if let dealtCards {
      // Check the number first: a foreign service's could take all memory.
      guard state.pairs <= Theme.maximumPairs, dealtCards == 2 * state.pairs else { return false }
      state.cards = Array(repeating: VisibleCard(.down, ""), count: Int(dealtCards))
      // In a resumed game some cards are not face down.
      return changes.isEmpty || state.turn(changes)
    }
    guard !changes.isEmpty, state.turn(changes) else { return false }
    let count = UInt32(clamping: state.cards.count)
    return move.map { $0.first < count && $0.second < count } ?? true
  }
}
