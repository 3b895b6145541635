package import MemorizeBus
import MemorizeText
import MemoryGame
import PlainText

/// A finished game, played back from its log transition by transition.
package struct ReplayedGame {
  private let record: RecordedGame
  private let entries: [LogEntry]
  private var game: Game
  package private(set) var place = 0
  package private(set) var view = GameState()

  /// Throws if the game does not match its log.
  package init(_ record: RecordedGame) throws(ProgramError) {
    self.record = record
    game = try record.checked()
    entries = record.transitions.map(\.entry)
    view.begin(game, id: record.id, revision: 0)
  }

  package var beginning: GameTransition { GameTransition(dealing: game) }

  package var isOver: Bool { place == entries.count }

  package var isAbandoned: Bool { isOver && !game.isWon }

  /// Wall time until the next transition; zero before the first, when there is nothing to see yet.
  package var pause: Duration {
    guard place > 0, !isOver else { return .zero }
    let (now, next) = (entries[place - 1].at.epoch, entries[place].at.epoch)
    return .microseconds(Int64(clamping: next > now ? next - now : 0))
  }

  /// Plays the next transition; nil if there is none.
  package mutating func next() -> GameTransition? {
    // The check has played it, so this cannot fail.
    guard !isOver, let played = try? Replay.step(entries[place], at: place, in: &game) else {
      return nil
    }
    place += 1
    let transition = GameTransition(played, game)
    view.update(game, revision: UInt64(place))
    _ = view.turn(transition.changes)
    return transition
  }

  /// The result so far.
  package var result: FinalResult { FinalResult(game.finalResult()) }

  package var abandonedLine: String {
    "abandoned: score \(game.score), \(movesText(game.moves))"
  }

  package var plainAbandonment: String {
    "abandoned: score \(game.score), \(counted(game.moves, "move"))"
  }
}
