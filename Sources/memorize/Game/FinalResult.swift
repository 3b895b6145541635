import MemorizeBus

extension FinalResult {
  /// The result in one line.
  var line: String {
    let who = winners.isEmpty ? "won" : "won by " + winners.joined(separator: " and ")
    let graded = grade == "none" ? "" : ", grade \(grade)"
    return
      (who + ": score \(score), \(moves) moves, par \(par.tenths), regret \(regret.tenths), "
      + "luck \(luck.tenths)" + graded).harmless
  }
}

extension Double {
  /// The number to one place; there is no `-0.0` among them.
  var tenths: String {
    let rounded = (self * 10).rounded() / 10
    return rounded == 0 ? "0.0" : "\(rounded)"
  }
}
