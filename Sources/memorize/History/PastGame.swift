import DBus

/// A game as the history tells it.
struct PastGame {
  let id: UInt64
  let theme: String
  let pairs: UInt32
  /// `playing`, `won` or `abandoned`.
  let state: String
  let startedAt: UInt64
  /// The result of a game that is over.
  let result: FinalResult?

  /// Reads one entry.
  ///
  /// - Throws: `UnknownProperty` where a key is missing or of another type.
  init(_ entry: [String: Value]) throws(BusError) {
    let fields = Fields(entry)
    id = try fields.read("id")
    theme = try fields.read("theme")
    pairs = try fields.read("pairs")
    state = try fields.read("state")
    startedAt = try fields.read("started-at")
    guard ["playing", "won", "abandoned"].contains(state) else { throw ProgramError.unfitting }
    result = state == "playing" ? nil : try FinalResult(entry)
  }

  /// The game as `--json` tells it.
  var json: JSON {
    let game: JSON = [
      "id": .integer(id), "theme": .string(theme), "pairs": .integer(pairs),
      "state": .string(state), "started_at": .integer(startedAt),
    ]
    return game.with("result", result?.json)
  }

  /// Number, time, theme, pairs, state, score, moves, regret and grade; the last four are empty
  /// while the game is on.
  var fields: [String] {
    [String(id), LocalTime.text(of: startedAt), theme.harmless, String(pairs), state]
      + (result.map {
        [String($0.score), String($0.moves), $0.regret.tenths, $0.grade.harmless]
      } ?? ["", "", "", ""])
  }
}
