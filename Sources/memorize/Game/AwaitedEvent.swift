import ArgumentParser
import MemorizeBus

/// What `wait` waits for.
enum AwaitedEvent: String, ExpressibleByArgument, CaseIterable {
  /// A pair was found, maybe the last.
  case matched
  case mismatched, won, started
  /// Anything has happened.
  case changed

  /// Whether what happened is it.
  func isMet(by happening: Happening) -> Bool {
    switch (self, happening) {
    case (.changed, _), (.started, .started), (.won, .won), (.matched, .matched), (.matched, .won),
      (.mismatched, .mismatched):
      true
    default: false
    }
  }

  /// Whether the game shows for certain that it happened after a revision.
  ///
  /// A state does not hold all of its past: of a game that may have begun before, only the last
  /// transition can be known. A revision above the game's is one of a service that has begun again
  /// since, so that all of the game came after it.
  func isKnown(from game: GameState, since revision: UInt64) -> Bool {
    guard game.revision != revision else { return false }
    let isNew = game.hasStarted(after: game.revision < revision ? 0 : revision)
    switch self {
    case .changed: return true
    // Nothing but a new game changes one that is won, so the last transition was that.
    case .won: return game.state == "won"
    case .started: return isNew
    case .matched:
      return game.state == "won" || game.hasJustMatched || (isNew && game.matchedPairs > 0)
    // Two cards that are up were the last transition too.
    case .mismatched: return game.phase == .mismatch || (isNew && game.misses > 0)
    }
  }
}

extension GameState {
  /// The moves that found no pair.
  fileprivate var misses: UInt64 { UInt64(moves) - UInt64(min(matchedPairs, moves)) }

  /// Whether the game certainly began after a revision.
  ///
  /// Since it began each flip was a step of the revision, and so was each Conceal: how many there
  /// were is not published, but none came without a mismatch, and one that is on show has had none.
  fileprivate func hasStarted(after revision: UInt64) -> Bool {
    guard isThere else { return false }
    let concealed = misses - (phase == .mismatch ? min(misses, 1) : 0)
    let steps = UInt64(flips) + concealed
    return self.revision > steps && self.revision - steps > revision
  }

  /// Whether the last transition certainly found a pair: no card is up, and no move has failed that
  /// might have been turned down.
  fileprivate var hasJustMatched: Bool { phase == .playing && matchedPairs > 0 && misses == 0 }
}
