import BoardLayout
import MemorizeBus
import MemoryGame
import TestSupport

@testable import Screens
@testable import memorize

/// Games that no service deals, as if one had published them.
enum Fake {
  static func game(
    revision: UInt64 = 1, state: String = "playing", theme: String = "T", icon: String = "I",
    cards: [(CardState, String)] = [], pairs: UInt32 = 1, matched: UInt32 = 0,
    score: Int32 = 0, flips: UInt32 = 0, moves: UInt32 = 0, regret: Double = 0,
    players: [String] = [], turn: UInt32 = 0
  ) -> GameState {
    var game = GameState()
    (game.revision, game.id, game.state) = (revision, 1, Word(text: state))
    (game.theme, game.icon, game.colors) = (theme, icon, ["#ff0000"])
    (game.pairs, game.matchedPairs, game.score) = (pairs, matched, score)
    (game.flips, game.moves, game.scoring) = (flips, moves, "classic")
    (game.startedAt, game.lastFlipAt, game.par, game.regret) = (1, 1, 1, regret)
    (game.players, game.turn) = (players.map { PlayerScore($0, 0) }, turn)
    game.cards = cards.map { VisibleCard($0.0, $0.1) }
    return game
  }

  /// The worst possible names.
  static let hostileNames = [
    "<b>&amp;</i>", "a\nb\r\u{0}c", "\u{1B}[2J\u{9B}31m", "%{F#f00}%{A1:rm -rf:}x%{A}", "\"\\\"}",
    "\u{202E}evil\u{2028}\u{2029}", "'\"><span foreground='red'>", "%%{{%{", "\u{FEFF}\u{FFFE}",
    "{state}", "日本語 👩‍👩‍👧‍👦", "&#0;&#x1b;", "\u{7F}\u{85}\u{1}", "",
  ]
}
