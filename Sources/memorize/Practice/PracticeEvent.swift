import MemorizeBus
import MemoryGame
import Practice

/// The effect of a verb on the session, in words that all forms of output share.
struct PracticeEvent {
  let line: String
  /// The member of `--json`; none if the session's state says everything.
  let json: JSON

  private init(_ line: String, _ json: JSON = [:]) { (self.line, self.json) = (line, json) }

  static func started(_ practice: PracticeState) -> PracticeEvent {
    PracticeEvent("started: \(practice.deckName), \(counted(practice.questions, "question"))")
  }

  /// A right answer is the card's own text, beside which a forgiven spelling is named.
  static func answered(
    _ number: UInt32, _ question: String, _ answer: String, typed: String, isCorrect: Bool
  ) -> PracticeEvent {
    let response = about(number, question).with("answer", .string(answer))
    let forgiven = answer == typed ? "" : " (you wrote \(typed))"
    return PracticeEvent(
      isCorrect
        ? "right: \(question) = \(answer)\(forgiven)" : "wrong: \(question) is not “\(answer)”",
      ["response": response.with("correct", .boolean(isCorrect))])
  }

  static func revealed(_ number: UInt32, _ question: String, _ answer: String) -> PracticeEvent {
    PracticeEvent(
      "revealed: \(question) = \(answer)",
      ["revealed": about(number, question).with("answer", .string(answer))])
  }

  static func graded(_ number: UInt32, _ question: String, _ grade: Rating) -> PracticeEvent {
    PracticeEvent(
      "graded: \(question) \(grade.name)",
      ["graded": about(number, question).with("grade", .integer(grade.rawValue))])
  }

  static var undone: PracticeEvent { PracticeEvent("undone") }

  private static func about(_ number: UInt32, _ question: String) -> JSON {
    ["question_number": .integer(number), "question": .string(question)]
  }
}

extension Rating {
  /// A name or a number.
  init?(word: String) {
    guard let grade = Self.allCases.first(where: { [$0.name, "\($0.rawValue)"].contains(word) })
    else { return nil }
    self = grade
  }

  static var line: String {
    allCases.map(\.title).joined(separator: ", ")
  }
}
