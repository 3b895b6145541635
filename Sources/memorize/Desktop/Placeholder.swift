import BoardLayout
import MemorizeBus
import MemoryGame

enum Placeholder: String, CaseIterable {
  case state, theme, icon, matched, pairs, score, flips, moves, up, turn, regret, daily, due

  /// Safe to print; empty if there is none.
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
      case .daily: game.daily
      case .due: String(due)
      }
    return value.harmless
  }

  /// For messages.
  static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

/// Finer than the game's `state`, for bars.
enum GamePhase: String, CaseIterable {
  case noGame = "no-game"
  /// A move is about to begin.
  case playing
  /// The first card of a move is face up.
  case oneUp = "one-up"
  /// Two cards that do not match are face up.
  case mismatch
  case won
  /// There is no service.
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

  /// The unmatched cards that are face up: `7 👻, 2 🦇`.
  var upText: String { up.map { "\($0.number) \($0.face)" }.joined(separator: ", ") }

  /// The player to move; empty in a game without names or a finished one.
  var playerName: String {
    guard state == "playing", players.indices.contains(Int(turn)) else { return "" }
    return players[Int(turn)].name
  }
}
