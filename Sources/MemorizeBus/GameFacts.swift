/// What is published of the game but for its cards: the values of ``GameContract``'s properties, in
/// the bus' types and as they are where there is no game.
///
/// It is a class so that each of the properties is read without a copy of all.
package final class GameFacts {
  package var revision: UInt64 = 0
  package var id: UInt64 = 0
  package var state = "no-game"
  package var theme = ""
  package var icon = ""
  package var colors: [String] = []
  package var pairs: UInt32 = 0
  package var matchedPairs: UInt32 = 0
  package var score: Int32 = 0
  package var flips: UInt32 = 0
  package var moves: UInt32 = 0
  package var scoring = ""
  package var seeded = false
  package var daily = ""
  package var startedAt: UInt64 = 0
  package var lastFlipAt: UInt64 = 0
  package var par = 0.0
  package var regret = 0.0
  package var luck = 0.0
  package var players: [PlayerScore] = []
  package var turn: UInt32 = 0

  /// The facts where there is no game.
  package init() {}
}
