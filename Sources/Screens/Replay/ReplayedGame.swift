package import MemorizeBus
import MemoryGame
import PlainText
import Translation

/// A finished game, played back from its log transition by transition.
package struct ReplayedGame {
  private let id: UInt64
  private let start: Game
  private let entries: [LogEntry]
  private var game: Game
  package private(set) var place = 0
  package private(set) var view = GameState()

  /// Throws if the game does not match its log.
  package init(_ record: RecordedGame) throws(ProgramError) {
    self.init(record.id, try record.checked(), record.transitions)
  }

  /// A game that the service has just finished.
  init(
    _ id: UInt64, _ beginning: Beginning, _ transitions: [LoggedTransition]
  ) throws(ProgramError) {
    self.init(id, try beginning.game(), transitions)
  }

  private init(_ id: UInt64, _ start: Game, _ transitions: [LoggedTransition]) {
    (self.id, self.start, game) = (id, start, start)
    entries = transitions.map(\.entry)
    restart()
  }

  /// Goes back to the deal.
  mutating func restart() {
    (game, place, view) = (start, 0, GameState())
    view.begin(game, id: id, revision: 0)
  }

  /// The moves that forgetting cost.
  var costlyMoves: [CostlyMove] { (try? Replay.costlyMoves(in: entries, on: start)) ?? [] }

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
    tr(
      game.moves, "abandoned: score {score}, 1 move", "abandoned: score {score}, {n} moves",
      ["score": game.score])
  }

  package var plainAbandonment: String {
    "abandoned: score \(game.score), \(counted(game.moves, "move"))"
  }
}
