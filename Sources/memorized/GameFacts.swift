internal import DBus
internal import MemorizeBus
internal import MemoryGame

// The facts are taken from the model once a transition: they are compared with those before
// property by property, and reading each of them out of the model would cost more than the flip.
extension GameFacts {
  /// Takes what stays the same for a whole game, and all else too.
  func begin(_ model: GameViewModel) {
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
  func update(_ model: GameViewModel) {
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
