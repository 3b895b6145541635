import MemorizeBus
import MemoryGame

/// A finished game that is played back from its log, transition by transition.
struct ReplayedGame {
  private let record: RecordedGame
  private let entries: [LogEntry]
  private var game: Game
  private(set) var place = 0
  /// The game as it stands.
  private(set) var view = GameState()

  /// Begins again; throws if the game does not follow from its log.
  init(_ record: RecordedGame) throws(ProgramError) {
    self.record = record
    game = try record.checked()
    entries = record.transitions.map(\.entry)
    view.begin(game, id: record.id, revision: 0)
  }

  var beginning: GameTransition { GameTransition(dealing: game) }

  /// Whether nothing is left of the log.
  var isOver: Bool { place == entries.count }

  /// Whether the game was given up.
  var isAbandoned: Bool { isOver && !game.isWon }

  /// The time to the next transition by the clock on the wall; none before the first, when there is
  /// nothing to look at yet.
  var pause: Duration {
    guard place > 0, !isOver else { return .zero }
    let (now, next) = (entries[place - 1].at.epoch, entries[place].at.epoch)
    return .microseconds(Int64(clamping: next > now ? next - now : 0))
  }

  /// Plays the next transition, if one is left.
  mutating func next() -> GameTransition? {
    // All of it has been played before, as it was checked.
    guard !isOver, let played = try? Replay.step(entries[place], at: place, in: &game) else {
      return nil
    }
    place += 1
    let transition = GameTransition(played, game)
    view.update(game, revision: UInt64(place))
    _ = view.turn(transition.changes)
    return transition
  }

  /// The result as it was replayed so far.
  var result: FinalResult { FinalResult(game.abandoned()) }

  /// The line of a game that was given up.
  var abandonedLine: String {
    "abandoned: score \(game.score), \(counted(game.moves, "move"))"
  }
}
