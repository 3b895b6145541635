import MemorizeBus

extension PracticeState {
  /// The side that is asked by a question's number; empty where another one is asked.
  func question(numbered number: UInt32) -> String { number == questionNumber ? question : "" }

  /// The session as `--json` prints it, without its question.
  var summary: JSON { JSON(self, without: ["Question", "Pronunciation", "Choices"]) }

  /// The session and its question, with or without the choices.
  func json(showsChoices: Bool) -> JSON {
    JSON(self, without: showsChoices ? [] : ["Choices"])
  }
}

// The session in words.
extension PracticeState {
  /// `Japanese basics: 3/5, 2 answered, 1 wrong, 2 at the first try; 4 due, 10 new`.
  var statusLine: String {
    let waiting = "\(due) due, \(new) new"
    guard isThere else { return "no session; \(waiting): start one with “memorize practice start”" }
    let place = isFinished ? "finished" : "\(questionNumber)/\(questions)"
    return
      ("\(deck): \(place), \(answered) answered, \(wrong) wrong, \(firstTry) at the first try; "
      + waiting).harmless
  }

  /// What is said when a session begins.
  var startedLine: String {
    "started: \(deck), \(questions) question\(questions == 1 ? "" : "s")".harmless
  }

  /// What is said when all questions were answered.
  ///
  /// - Parameter name: who practises; empty where nobody has said so.
  /// - Returns: the sentence.
  func finishedLine(name: String) -> String {
    let who = name.isEmpty ? "" : ", " + name
    return "Well done\(who): \(firstTry) of \(questions) at the first try".harmless
  }
}
