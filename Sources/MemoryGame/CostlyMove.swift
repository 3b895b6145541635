/// A completed move that perfect memory would have made otherwise.
package struct CostlyMove: Hashable, Sendable {
  /// A card whose face was known when another one would have been better, or it was the better one.
  package struct Known: Hashable, Sendable {
    package let card: Int
    package let face: String
    /// How many moves before it was last up; 1 or more.
    package let age: Int
    /// Whether perfect memory would have turned it up, since it is the first card's mate; otherwise
    /// it was turned up in vain, instead of a card that nobody had seen.
    package let isMate: Bool
  }

  /// Counted from 1.
  package let number: Int
  /// Whose move it was; nil in a solo game.
  package let player: String?
  package let first: Int
  package let second: Int
  /// In moves.
  package let regret: Double
  /// For one of its cards or for both, in their order.
  package let known: [Known]
  /// The number of log entries up to its end.
  package let end: Int
}

extension Replay {
  /// Returns the moves with regret of a log that is played on a game at its start.
  ///
  /// They name the faces of cards that are face down: call it only for a game that is over.
  package static func costlyMoves(
    in log: [LogEntry], on game: Game
  ) throws(ReplayError) -> [CostlyMove] {
    var game = game
    var costly: [CostlyMove] = []
    /// The number of the last move in which a card was up.
    var seen: [Int: Int] = [:]
    for (index, entry) in log.enumerated() {
      let before = game.position.counts
      guard let move = try step(entry, at: index, in: &game).move,
        case .firstUp(let open) = before.state
      else { continue }
      let now = game.position.counts
      defer { for card in [move.first, move.second] { seen[card] = now.moves } }
      guard now.grading.regret > before.grading.regret else { continue }
      func known(_ card: Int, isMate: Bool = false) -> CostlyMove.Known? {
        seen[card].map {
          CostlyMove.Known(
            card: card, face: game.deal.faces[card].text, age: now.moves - $0, isMate: isMate)
        }
      }
      var cards: [CostlyMove.Known?] = []
      // A known card whose mate is not teaches nothing, neither first nor second; no other choice
      // but leaving a known mate where it lies is ever a loss.
      if open.grading.regret > before.grading.regret { cards.append(known(move.first)) }
      if now.grading.regret > open.grading.regret {
        cards.append(
          known(Int(game.deal.mates[move.first]), isMate: true) ?? known(move.second))
      }
      costly.append(
        CostlyMove(
          number: now.moves,
          player: game.players.isEmpty ? nil : game.players[before.player].name,
          first: move.first, second: move.second,
          regret: now.grading.regret - before.grading.regret, known: cards.compactMap(\.self),
          end: index + 1))
    }
    return costly
  }
}
