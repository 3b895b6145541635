import BoardLayout
import DBus
import MemorizeBus

@testable import memorize

/// Games that no service deals, read as if one had.
enum Fake {
  static func game(
    revision: UInt64 = 1, state: String = "playing", theme: String = "T", icon: String = "I",
    cards: [(BoardCard.State, String)] = [], pairs: UInt32 = 1, matched: UInt32 = 0,
    score: Int32 = 0, flips: UInt32 = 0, moves: UInt32 = 0, regret: Double = 0,
    players: [String] = [], turn: UInt32 = 0
  ) throws -> GameView {
    let values: [String: Value] = [
      "Revision": Value(revision), "Id": Value(UInt64(1)), "State": Value(state),
      "Theme": Value(theme), "Icon": Value(icon), "Colors": Value(["#ff0000"]),
      "Pairs": Value(pairs), "MatchedPairs": Value(matched), "Score": Value(score),
      "Flips": Value(flips), "Moves": Value(moves), "Scoring": Value("classic"),
      "Seeded": Value(false), "Daily": Value(""), "StartedAt": Value(UInt64(1)),
      "LastFlipAt": Value(UInt64(1)), "Par": Value(1.0), "Regret": Value(regret),
      "Luck": Value(0.0), "Players": Value(players.map { PlayerScore($0, Int32(0)) }),
      "Turn": Value(turn),
      "Cards": Value(cards.map { CardOnShow($0.0.rawValue, $0.1) }),
    ]
    return try GameView(Properties(values: values))
  }

  /// Names as nobody should choose them.
  static let hostileNames = [
    "<b>&amp;</i>", "a\nb\r\u{0}c", "\u{1B}[2J\u{9B}31m", "%{F#f00}%{A1:rm -rf:}x%{A}", "\"\\\"}",
    "\u{202E}evil\u{2028}\u{2029}", "'\"><span foreground='red'>", "%%{{%{", "\u{FEFF}\u{FFFE}",
    "{state}", "日本語 👩‍👩‍👧‍👦", "&#0;&#x1b;", "\u{7F}\u{85}\u{1}", "",
  ]
}
