import BoardLayout

/// The fields that `--json` has for a game; the README documents them.
extension GameView {
  /// The game without its cards, which may be many.
  var summary: JSON {
    [
      "revision": .integer(revision),
      "id": .integer(id),
      "state": .string(state),
      "theme": .string(theme),
      "icon": .string(icon),
      "colors": .strings(colors),
      "pairs": .integer(pairs),
      "matched_pairs": .integer(matchedPairs),
      "score": .integer(score),
      "flips": .integer(flips),
      "moves": .integer(moves),
      "scoring": .string(scoring),
      "seeded": .boolean(isSeeded),
      "daily": .string(daily),
      "started_at": .integer(startedAt),
      "last_flip_at": .integer(lastFlipAt),
      "par": .real(par),
      "regret": .real(regret),
      "luck": .real(luck),
      "players": .array(
        players.map { ["name": .string($0.name), "score": .integer($0.score)] }),
      "turn": .integer(turn),
    ]
  }

  /// The game and its cards.
  var json: JSON { summary.with("cards", .array(cards.map(\.json))) }
}

extension BoardCard {
  /// The card; face and name are empty where it is down.
  var json: JSON {
    [
      "number": .integer(number), "state": .string(state.rawValue), "face": .string(face),
      "name": .string(faceName(face)),
    ]
  }
}
