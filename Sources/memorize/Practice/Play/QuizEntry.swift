import MemorizeBus

/// What can be chosen below a question or beside it: a choice, a grade, or something to do.
struct QuizEntry: Equatable {
  /// What it does.
  enum Action: Equatable {
    /// Answers by the choice of a number, from 0.
    case choose(UInt32)
    case showChoices
    case reveal
    /// Grades, from 1.
    case grade(UInt32)
    case new
    case restart
  }

  /// The key that chooses it.
  let key: Character
  /// What it says.
  let label: String
  /// What it does.
  let action: Action
  /// Whether it was tried and is wrong.
  var isWrong = false
}

extension QuizState {
  /// What can be chosen now.
  var entries: [QuizEntry] {
    guard let facts else { return [] }
    switch (facts.state, facts.mode) {
    case ("asking", "typed"): return []
    case ("asking", "recall"): return [QuizEntry(key: "r", label: "the answer", action: .reveal)]
    case ("asking", _) where !showsChoices:
      return [QuizEntry(key: "c", label: "the choices", action: .showChoices)]
    case ("asking", _):
      return facts.choices.enumerated().map { index, choice in
        QuizEntry(
          key: Self.key(index + 1), label: choice.harmless, action: .choose(UInt32(index)),
          isWrong: wrongAnswers.contains(choice))
      }
    case ("revealed", _):
      return QuizGrade.words.enumerated().map { index, word in
        QuizEntry(key: Self.key(index + 1), label: word, action: .grade(UInt32(index + 1)))
      }
    case ("finished", _):
      return [
        QuizEntry(key: "n", label: "new session", action: .new),
        QuizEntry(key: "R", label: "the same again", action: .restart),
      ]
    default: return [QuizEntry(key: "n", label: "new session", action: .new)]
    }
  }

  /// Whether an answer is to be typed.
  var isTyped: Bool { facts?.state == "asking" && facts?.mode == "typed" }

  private static func key(_ number: Int) -> Character { "\(number)".first ?? "0" }
}
