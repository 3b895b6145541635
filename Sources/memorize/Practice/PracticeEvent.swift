import MemorizeBus

/// What a verb has done to the session, in words that all forms of output share.
enum PracticeEvent {
  /// A session was started, or started anew.
  case started
  /// A question was answered.
  case answered(number: UInt32, question: String, answer: String, isCorrect: Bool)
  /// The answer to a question was told.
  case revealed(number: UInt32, question: String, answer: String)
  /// An answer that was told was graded.
  case graded(number: UInt32, question: String, Grade)
  /// The last response was taken back.
  case undone

  /// How well an answer was remembered.
  enum Grade: UInt32, CaseIterable {
    case again = 1
    case hard, good, easy

    /// The name that people type.
    var name: String { "\(self)" }

    /// Takes a name, or a number from 1 to 4.
    init?(word: String) {
      guard let grade = Self.allCases.first(where: { [$0.name, "\($0.rawValue)"].contains(word) })
      else { return nil }
      self = grade
    }
  }

  /// The line, without its end.
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

  /// Its name and what `--json` tells of it; nil where the session after it says all.
  var json: (name: String, value: JSON)? {
    switch self {
    case .started, .undone: nil
    case .answered(let number, let question, let answer, let isCorrect):
      (
        "response",
        [
          "question_number": .integer(number), "question": .string(question),
          "answer": .string(answer), "correct": .boolean(isCorrect),
        ]
      )
    case .revealed(let number, let question, let answer):
      (
        "revealed",
        [
          "question_number": .integer(number), "question": .string(question),
          "answer": .string(answer),
        ]
      )
    case .graded(let number, let question, let grade):
      (
        "graded",
        [
          "question_number": .integer(number), "question": .string(question),
          "grade": .integer(grade.rawValue),
        ]
      )
    }
  }
}
