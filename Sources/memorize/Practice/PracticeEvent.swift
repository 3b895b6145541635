import MemorizeBus
import PlainText
import Practice
import Screens

/// The effect of a verb on the session, in words that all forms of output share.
struct PracticeEvent {
  let line: String
  /// The member of `--json`; none if the session's state says everything.
  let json: JSON

  private init(_ line: String, _ json: JSON = [:]) { (self.line, self.json) = (line, json) }

  static func started(_ practice: PracticeState) -> PracticeEvent {
    PracticeEvent("started: \(practice.deckName), \(counted(practice.questions, "question"))")
  }

  /// A right answer is the card's own text, beside which a forgiven spelling is named; `nearly` is that
  /// text if the answer differs from it only in accents.
  static func answered(
    _ number: UInt32, _ question: String, _ answer: String, typed: String, isCorrect: Bool,
    nearly: String = ""
  ) -> PracticeEvent {
    let json: JSON = [
      "response": response(number, question, answer, isCorrect: isCorrect, nearly: nearly)
    ]
    guard nearly.isEmpty else {
      return PracticeEvent(
        "nearly: \(question) = \(nearly) (you wrote \(typed)); once more", json)
    }
    let forgiven = answer == typed ? "" : " (you wrote \(typed))"
    return PracticeEvent(
      isCorrect
        ? "right: \(question) = \(answer)\(forgiven)" : "wrong: \(question) is not “\(answer)”",
      json)
  }

  static func response(
    _ number: UInt32, _ question: String, _ answer: String, isCorrect: Bool, nearly: String
  ) -> JSON {
    about(number, question).with("answer", .string(answer)).with("correct", .boolean(isCorrect))
      .with("nearly", nearly.isEmpty ? nil : .string(nearly))
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
}
