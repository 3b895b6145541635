import MemorizeBus

extension FinalResult {
  /// Reads what `--json` has printed.
  init(_ fields: JSONFields) throws(JSONFields.Fault) {
    self.init()
    score = try fields.integer("score")
    flips = try fields.integer("flips")
    moves = try fields.integer("moves")
    par = try fields.real("par")
    regret = try fields.real("regret")
    luck = try fields.real("luck")
    grade = try fields.text("grade")
    seconds = try fields.real("seconds")
    theme = try fields.text("theme")
    pairs = try fields.integer("pairs")
    seed = try fields.digits("seed")
    isSeeded = try fields.truth("seeded")
    daily = try fields.text("daily")
    isPractice = try fields.truth("practice")
    winners = try fields.texts("winners")
  }

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
