/// Where the game is, finer than its `state`: what bars colour by.
enum GamePhase: String, CaseIterable {
  case noGame = "no-game"
  /// A move is to begin.
  case playing
  /// The first card of a move is up.
  case oneUp = "one-up"
  /// Two cards that do not match are up.
  case mismatch
  case won
  /// The service is not there.
  case offline
}

extension GameView {
  /// Where the game is.
  var phase: GamePhase {
    guard isThere else { return .noGame }
    guard state != "won" else { return .won }
    return switch up.count {
    case 0: .playing
    case 1: .oneUp
    default: .mismatch
    }
  }

  /// The name of the player whose turn it is; empty in a game without names and where it is over.
  var playerName: String {
    guard state == "playing", players.indices.contains(Int(turn)) else { return "" }
    return players[Int(turn)].name
  }
}
