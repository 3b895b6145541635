import MemorizeBus

extension QuizState.Outcome {
  /// The outcome in a line, as `✓ はい = yes`; of a wrong answer to a question that is asked on, that.
  func text(isASCII: Bool) -> String {
    let mark =
      switch (isASCII, isCorrect) {
      case (false, true): "✓ "
      case (false, false): "✗ "
      case (true, true): "right: "
      case (true, false): "wrong: "
      }
    guard let answer else { return mark + question.harmless }
    return mark + (isOpen ? answer : "\(question) = \(answer)").harmless
  }
}

extension PracticeFacts {
  /// What is said at the end: how many questions were right at the first try.
  func praise(of name: String) -> String {
    let address = name.isEmpty ? "" : ", \(name.harmless)"
    return "Well done\(address): \(firstTry) of \(questions) at the first try"
  }

  /// How many are due, in words.
  var dueText: String { "\(due) due" }
}

/// How well an answer was remembered, from 1.
enum QuizGrade {
  /// The words for the grades, in their order.
  static let words = ["not", "with effort", "well", "at once"]

  /// All of them in a line.
  static var line: String {
    words.enumerated().map { "\($0 + 1) \($1)" }.joined(separator: ", ")
  }
}
