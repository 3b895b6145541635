import BoardLayout
import MemorizeBus
import MemoryGame

/// A finished game that is played back from its log, transition by transition.
struct ReplayedGame {
  /// What one transition did.
  struct Step {
    let happening: Happening
    /// The cards that changed.
    let changes: [BoardCard]
    /// The two cards of the move that it completed, and its points.
    let move: Move?
    /// The result, if it ended the game.
    let result: FinalResult?
    /// The number of the card that was turned up; nil for a conceal.
    let card: Int?
  }

  let record: RecordedGame
  private var game: Game
  private let entries: [LogEntry]
  private(set) var place = 0

  /// Begins again; throws if the game does not follow from its log.
  init(_ record: RecordedGame) throws(ProgramError) {
    self.record = record
    game = try record.checked()
    entries = record.transitions.map(\.entry)
  }

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
  mutating func next() -> Step? {
    guard !isOver else { return nil }
    let entry = entries[place]
    // All of it has been played before, as it was checked.
    guard let transition = try? Replay.step(entry, at: place, in: &game) else { return nil }
    place += 1
    let result = game.result.map { FinalResult($0) }
    return Step(
      happening: Happening(transition, result: result),
      changes: transition.changes.map { BoardCard($0.number, $0.card) }, move: transition.move,
      result: result, card: entry.kind == .flip ? entry.card : nil)
  }

  /// The game as it stands.
  var view: GameState {
    var state = GameState()
    state.begin(game, id: record.id, revision: UInt64(place))
    return state
  }

  /// The game as it stands, without its cards.
  var summary: GameState { view }

  /// The result as it was replayed so far.
  var result: FinalResult { FinalResult(game.abandoned()) }

  /// The line of a game that was given up.
  var abandonedLine: String {
    "abandoned: score \(game.score), \(game.moves) move\(game.moves == 1 ? "" : "s")"
  }
}

extension Happening {
  /// What a transition did that was played again.
  fileprivate init(_ transition: MemoryGame.Transition, result: FinalResult?) {
    let changes = transition.changes.map { BoardCard($0.number, $0.card) }
    let both = transition.move.map { move in
      [(move.first, move.firstFace), (move.second, move.secondFace)].map { number, face in
        BoardCard(
          number: number, state: transition.outcome == .mismatched ? .up : .matched, face: face)
      }
    }
    switch (transition.outcome, both) {
    case (.won, let cards?): self = .won(cards, result)
    case (.matched, let cards?): self = .matched(cards)
    case (.mismatched, let cards?): self = .mismatched(first: cards[0], second: cards[1])
    default:
      let up = changes.first { $0.state == .up }
      self = up.map { .turnedUp($0) } ?? .concealed
    }
  }
}

extension BoardCard {
  /// Takes a card of a game that is played here.
  fileprivate init(_ number: Int, _ card: VisibleCard) {
    self.init(number: number, state: State(card.state), face: card.face)
  }
}
