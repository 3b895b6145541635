/// The history of a card; its face is in the deal.
struct CardRecord: Equatable, Sendable {
  var state = CardState.down
  /// True once it was face up and is face down again.
  var isSeen = false
  /// True once it was face up.
  var isKnown = false
}

/// A move whose first card is face up.
struct OpenMove: Equatable, Sendable {
  let first: Int
  let kind: FirstCard
  let begunAt: Moment
  /// The counts at the move's start.
  let known: KnownCounts
  /// Includes this move's first card; published when the move completes.
  let grading: Grading
}

enum Turn: Equatable, Sendable {
  case nothingUp
  case firstUp(OpenMove)
  case mismatchUp(Int, Int)
}

/// The part of a game's position that does not grow with the board.
struct CardCounts: Equatable, Sendable {
  var state = Turn.nothingUp
  var matchedPairs = 0
  var score = 0
  var flips = 0
  var moves = 0
  /// Whose turn it is: an index into the players.
  var player = 0
  /// The players for whom a bot turned a card up, by their indices as bits; the first in a solo game.
  var bots: UInt8 = 0
  var known: KnownCounts
  var grading = Grading()
  var firstFlipAt: Moment?
  var lastFlipAt: Moment?
}

/// Everything in a game that a transition changes.
struct Position: Equatable, Sendable {
  var cards: [CardRecord]
  var players: [Player]
  var counts: CardCounts
  var log: [LogEntry] = []
}

/// The values that a transition overwrote, for undoing it.
struct UndoRecord: Sendable {
  let counts: CardCounts
  /// The score of the player whose turn it was.
  let playerScore: Int?
  var cards: [(number: Int, record: CardRecord)] = []
}
