import BoardLayout
import MemorizeBus

/// A value that a template can show.
enum Placeholder: String, CaseIterable {
  case state, theme, icon, matched, pairs, score, flips, moves, up, turn, regret, due

  /// The value in a game, safe to print; empty if there is none.
  func value(in game: GameState, due: UInt32) -> String {
    let value =
      switch self {
      case .state: game.phase.rawValue
      case .theme: game.theme
      case .icon: game.icon
      case .matched: String(game.matchedPairs)
      case .pairs: String(game.pairs)
      case .score: String(game.score)
      case .flips: String(game.flips)
      case .moves: String(game.moves)
      case .up: game.upText
      case .turn: game.playerName
      case .regret: game.regret.tenths
      case .due: String(due)
      }
    return value.harmless
  }

  /// The names for a message.
  static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

/// The state of a game for bars, finer than its `state`.
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

extension GameState {
  var phase: GamePhase {
    guard isThere else { return .noGame }
    guard state != "won" else { return .won }
    return switch up.count {
    case 0: .playing
    case 1: .oneUp
    default: .mismatch
    }
  }

  /// The cards that are up and not matched, as `7 👻, 2 🦇`.
  var upText: String { up.map { "\($0.number) \($0.face)" }.joined(separator: ", ") }

  /// The name of the player whose turn it is; empty in a game without names, or one that is over.
  var playerName: String {
    guard state == "playing", players.indices.contains(Int(turn)) else { return "" }
    return players[Int(turn)].name
  }
}
