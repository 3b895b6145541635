import MemorizeBus

/// The effect of a verb on the session, in words that all forms of output share.
enum PracticeEvent {
  case started
  case answered(number: UInt32, question: String, answer: String, isCorrect: Bool)
  case revealed(number: UInt32, question: String, answer: String)
  case graded(number: UInt32, question: String, Grade)
  case undone

  enum Grade: UInt32, CaseIterable {
    case again = 1
    case hard, good, easy

    /// As people type it.
    var name: String { "\(self)" }

    /// A name or a number.
    init?(word: String) {
      guard let grade = Self.allCases.first(where: { [$0.name, "\($0.rawValue)"].contains(word) })
      else { return nil }
      self = grade
    }

    var meaning: String {
      switch self {
      case .again: "not"
      case .hard: "with effort"
      case .good: "well"
      case .easy: "at once"
      }
    }

    static var line: String {
      allCases.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: ", ")
    }
  }

  func line(_ practice: PracticeState) -> String {
    switch self {
    case .started: practice.startedLine
    case .answered(_, let question, let answer, true): "right: \(question) = \(answer)".harmless
    case .answered(_, let question, let answer, false):
      "wrong: \(question) is not “\(answer)”".harmless
    case .revealed(_, let question, let answer): "revealed: \(question) = \(answer)".harmless
    case .graded(_, let question, let grade): "graded: \(question) \(grade.name)".harmless
    case .undone: "undone"
    }
  }

  /// The member of `--json`; nil if the session's state says everything.
  var json: (name: String, value: JSON)? {
    func about(_ number: UInt32, _ question: String) -> JSON {
      ["question_number": .integer(number), "question": .string(question)]
    }
    switch self {
    case .started, .undone: return nil
    case .answered(let number, let question, let answer, let isCorrect):
      return (
        "response",
        about(number, question).with("answer", .string(answer)).with("correct", .boolean(isCorrect))
      )
    case .revealed(let number, let question, let answer):
      return ("revealed", about(number, question).with("answer", .string(answer)))
    case .graded(let number, let question, let grade):
      return ("graded", about(number, question).with("grade", .integer(grade.rawValue)))
    }
  }
}
