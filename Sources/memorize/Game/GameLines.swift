import BoardLayout
import MemorizeBus
import MemorizeText
import MemoryGame
import Screens

/// The lines of `watch` for the game.
struct GameLines: WatchLines {
  static let printsUpdates = false

  let style: LineStyle<GamePlaceholder>
  /// The due count, for a format that shows it.
  var due: UInt32 = 0

  func lines(of news: GameNews) -> [String] {
    switch (style, news) {
    case (_, .absent): [style.offlineLine]
    case (.form(.text), .state(let game)): [game.statusLine]
    case (.form(.text), .transition(let transition, let game)):
      GameEvent(transition.shown(ofTheme: game.theme), game.shown).lines(game)
    case (.form(.plain), .state(let game)): [game.plainStatus]
    case (.form(.plain), .transition(let transition, let game)):
      GameEvent(transition, game).plainLines(game)
    case (.form(.json), .state(let game)): [event("state").with("game", game.json).text]
    case (.form(.json), .transition(let transition, let game)): [change(transition, game).text]
    case (.format(let format), .state(let game)), (.format(let format), .transition(_, let game)):
      [format.line(game, due: due)]
    case (_, .failure), (_, .update): []
    }
  }

  private func change(_ transition: GameTransition, _ game: GameState) -> JSON {
    event(GameEvent(transition, game).name)
      .with("revision", .integer(game.revision))
      .with("cards", .array(transition.changes.map(\.json)))
      .with("first", transition.move.map { .integer($0.first) })
      .with("second", transition.move.map { .integer($0.second) })
      .with("points", transition.move.map { .integer($0.points) })
      .with("result", transition.result.map { JSON($0) })
      .with("game", game.summary)
  }

  private func event(_ name: String) -> JSON { ["event": .string(name)] }
}

extension GameState {
  /// Without the cards, which may be many.
  var summary: JSON { JSON(self) }

  var json: JSON { summary.with("cards", .array(board.map(\.json))) }
}

extension BoardCard {
  /// Face and name are empty if the card is face down.
  var json: JSON { JSON(self).with("name", .string(faceName(face))) }
}
