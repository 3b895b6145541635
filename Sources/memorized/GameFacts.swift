internal import DBus
internal import MemorizeBus
internal import MemoryGame

/// What the bus is told of the game, in the bus' types, taken from the model once a transition.
///
/// A transition is compared with the one before property by property; reading each of them out of
/// the model would cost more than the flip.
struct GameFacts {
  private(set) var revision: UInt64 = 0
  private(set) var id: UInt64 = 0
  private(set) var state = "no-game"
  private(set) var theme = ""
  private(set) var icon = ""
  private(set) var colors: [String] = []
  private(set) var pairs: UInt32 = 0
  private(set) var matchedPairs: UInt32 = 0
  private(set) var score: Int32 = 0
  private(set) var flips: UInt32 = 0
  private(set) var moves: UInt32 = 0
  private(set) var scoring = ""
  private(set) var seeded = false
  private(set) var daily = ""
  private(set) var startedAt: UInt64 = 0
  private(set) var lastFlipAt: UInt64 = 0
  private(set) var par = 0.0
  private(set) var regret = 0.0
  private(set) var luck = 0.0
  private(set) var players: [PlayerScore] = []
  private(set) var turn: UInt32 = 0

  /// Takes what stays the same for a whole game, and all else too.
  mutating func begin(_ model: GameViewModel) {
    guard let game = model.game else { return }
    id = model.id
    theme = game.themeName
    icon = game.icon
    colors = game.colors
    pairs = UInt32(clamping: game.pairs)
    scoring = game.scoring.rawValue
    seeded = game.isSeeded
    daily = game.daily?.text ?? ""
    startedAt = game.startedAt.epoch
    par = game.par
    update(model)
  }

  /// Takes what a flip or a Conceal can change.
  mutating func update(_ model: GameViewModel) {
    guard let game = model.game else { return }
    revision = model.revision
    state = game.isWon ? "won" : "playing"
    matchedPairs = UInt32(clamping: game.matchedPairs)
    score = Int32(clamping: game.score)
    flips = UInt32(clamping: game.flips)
    moves = UInt32(clamping: game.moves)
    lastFlipAt = game.lastFlipAt?.epoch ?? 0
    regret = game.regret
    luck = game.luck
    turn = UInt32(clamping: game.turn)
    if !players.isEmpty || !game.players.isEmpty {
      players = game.players.map { PlayerScore($0.name, Int32(clamping: $0.score)) }
    }
  }
}
