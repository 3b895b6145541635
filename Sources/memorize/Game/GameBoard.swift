import BoardLayout
import MemorizeBus
import MemoryGame

extension GameState {
  /// The cards as the board shows them.
  var board: [BoardCard] {
    cards.enumerated().map { BoardCard(number: $0, state: $1.state, face: $1.face) }
  }

  /// The cards that are up and not matched.
  var up: [BoardCard] { board.filter { $0.state == .up } }

  /// The number of the first card of a move that has begun.
  var marked: Int? {
    let up = up
    return up.count == 1 ? up.first?.number : nil
  }
}

extension BoardCard {
  init(_ change: ChangedCard) {
    self.init(number: Int(change.number), state: change.state, face: change.face)
  }
}
