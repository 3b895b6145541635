import MemorizeBus

extension PastGame {
  var json: JSON { JSON(self).with("result", result.map { JSON($0) }) }

  /// Number, time, theme, pairs, state, score, moves, regret and grade; the last four are empty
  /// while the game is on.
  var texts: [String] {
    [String(id), LocalTime.text(of: startedAt), theme.harmless, String(pairs), state]
      + (result.map {
        [String($0.score), String($0.moves), $0.regret.tenths, $0.grade.harmless]
      } ?? ["", "", "", ""])
  }
}
