import BoardLayout
import MemorizeBus
import MemoryGame

extension GameState {
  /// The game without its cards, which may be many.
  var summary: JSON { JSON(self) }

  /// The game and its cards.
  var json: JSON { summary.with("cards", .array(board.map(\.json))) }
}

extension BoardCard {
  /// The card; face and name are empty where it is down.
  var json: JSON {
    [
      "number": .integer(number), "state": .string(state.rawValue), "face": .string(face),
      "name": .string(faceName(face)),
    ]
  }
}
