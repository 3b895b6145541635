import MemorizeBus
import PlainText

enum GamePlaceholder: String, Placeholder {
  case state, theme, icon, matched, pairs, score, flips, moves, up, turn, regret, daily, due

  static let states = BarPhase.allCases.filter { $0 != .offline }.map(\.rawValue)
  static let barHelp = english("no-game, playing, one-up, mismatch, won or offline")
  static let templateHelp = english(
    """
    {state}, {theme}, {icon}, {matched}, {pairs}, {score}, {flips}, {moves}, {up} (the face-up \
    cards, such as “7 👻, 2 🦇”), {turn} (whose turn it is), {regret} (the moves lost to \
    forgetting), {daily} (the date of a daily game) and {due} (the number of due cards in all \
    decks). {state} is one of the words above except offline. {up?text|other} prints text if the \
    value is neither empty nor 0, otherwise other, which may be omitted; {state=won?text|other} \
    compares.
    """)

  static func barItem(of subject: (game: GameState, due: UInt32)) -> BarItem {
    BarItem(subject.game)
  }

  func value(in subject: (game: GameState, due: UInt32)) -> String {
    let game = subject.game
    return switch self {
    case .state: game.barPhase.rawValue
    case .theme: game.theme
    case .icon: game.icon
    case .matched: String(game.matchedPairs)
    case .pairs: String(game.pairs)
    case .score: String(game.score)
    case .flips: String(game.flips)
    case .moves: String(game.moves)
    case .up: game.up.text
    case .turn: game.playerName
    case .regret: game.regret.tenths
    case .daily: game.daily
    case .due: String(subject.due)
    }
  }
}

typealias GameFormat = LineFormat<GamePlaceholder>

extension LineFormat<GamePlaceholder> {
  var asksForDue: Bool { shows(.due) }

  /// Without the line's end.
  func line(_ game: GameState, due: UInt32 = 0) -> String { line((game, due)) }
}

/// Finer than the game's `state`, for bars.
enum BarPhase: String, CaseIterable {
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
  var barPhase: BarPhase {
    guard exists else { return .noGame }
    guard phase != .won else { return .won }
    return switch up.count {
    case 0: .playing
    case 1: .oneUp
    default: .mismatch
    }
  }
}
