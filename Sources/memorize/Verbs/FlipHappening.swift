import BoardLayout
import MemorizeBus

extension Happening {
  /// What a flip came to.
  ///
  /// - Parameters:
  ///   - outcome: the service's word for it.
  ///   - number: the card that was flipped.
  ///   - changed: the cards that changed.
  ///   - before: the game before it, where that is known.
  ///   - now: the game as it was read after it.
  ///   - result: the result, where it ended the game.
  init(
    _ outcome: String, _ number: Int, _ changed: [BoardCard], before: GameView?, now: GameView,
    result: FinalResult?
  ) {
    let card = changed.first { $0.number == number }
    switch (outcome, card) {
    case ("turned-up", let card?): self = .turnedUp(card)
    case ("matched", _): self = .matched(changed)
    case ("won", _): self = .won(changed, result)
    case ("mismatched", let card?):
      // Where somebody else was quicker than our reading, the card may be down again.
      let first = (now.cards + (before?.cards ?? [])).first {
        $0.state == .up && $0.number != number
      }
      self = .mismatched(first: first, second: card)
    default: self = .other(outcome)
    }
  }
}
