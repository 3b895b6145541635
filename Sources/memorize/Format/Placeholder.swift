import BoardLayout

/// What a template can tell of a game, and of what is due.
enum Placeholder: String, CaseIterable {
  case state, theme, icon, matched, pairs, score, flips, moves, up, turn, regret, due

  /// The value in a game, safe to print; empty where there is none.
  ///
  /// - Parameters:
  ///   - game: the game, or no game.
  ///   - due: how many cards are due to be practised.
  /// - Returns: the value.
  func value(in game: GameView, due: UInt32) -> String {
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

extension GameView {
  /// The cards that are up and not matched, as `7 👻, 2 🦇`.
  var upText: String { up.map { "\($0.number) \($0.face)" }.joined(separator: ", ") }
}
