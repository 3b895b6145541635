import BoardLayout
import MemorizeBus
import MemoryGame
import Screens

extension GameState {
  /// Without the cards, which may be many.
  var summary: JSON { JSON(self) }

  var json: JSON { summary.with("cards", .array(board.map(\.json))) }
}

extension BoardCard {
  /// Face and name are empty if the card is face down.
  var json: JSON { JSON(self).with("name", .string(faceName(face))) }
}
