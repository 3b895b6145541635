import MemorizeBus

/// One of the lines to choose from, beside a question or below it: a choice, a grade, a command.
struct PracticeEntry: Equatable {
  enum Action: Equatable {
    /// Answers with a choice, counted from 0.
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
  let label: String
  let action: Action
  /// Whether it was tried and is wrong.
  var isWrong = false
}

extension PracticeProgress {
  /// What can be chosen now.
  var entries: [PracticeEntry] {
    guard let facts else { return [] }
    switch (facts.state, facts.mode) {
    case ("asking", "typed"): return []
    case ("asking", "recall"):
      return [PracticeEntry(key: "r", label: "the answer", action: .reveal)]
    case ("asking", _) where !showsChoices:
      return [PracticeEntry(key: "c", label: "the choices", action: .showChoices)]
    case ("asking", _):
      return facts.choices.enumerated().map { index, choice in
        PracticeEntry(
          key: Self.key(index + 1), label: choice.harmless, action: .choose(UInt32(index)),
          isWrong: wrongAnswers.contains(choice))
      }
    case ("revealed", _):
      return GradeWords.words.enumerated().map { index, word in
        PracticeEntry(key: Self.key(index + 1), label: word, action: .grade(UInt32(index + 1)))
      }
    case ("finished", _):
      return [
        PracticeEntry(key: "n", label: "new session", action: .new),
        PracticeEntry(key: "R", label: "the same again", action: .restart),
      ]
    default: return [PracticeEntry(key: "n", label: "new session", action: .new)]
    }
  }

  /// Whether an answer is to be typed.
  var isTyped: Bool { facts?.state == "asking" && facts?.mode == "typed" }

  private static func key(_ number: Int) -> Character { "\(number)".first ?? "0" }
}
