import MemorizeBus
import Practice

/// A line to choose from, beside a question or below it: a choice, a grade or a command.
struct PracticeEntry: Equatable {
  enum Action: Equatable {
    /// A choice, counted from 0.
    case choose(UInt32)
    /// From 1.
    case grade(UInt32)
    /// The command of its key.
    case command
  }

  let key: Character
  let label: String
  let action: Action
  /// Whether it was tried and is wrong.
  var isWrong = false
}

extension PracticeProgress {
  var entries: [PracticeEntry] {
    guard let session else { return [] }
    switch (session.state, session.mode) {
    case ("asking", "typed"): return []
    case ("asking", "recall"):
      return [PracticeEntry(key: "r", label: "the answer", action: .command)]
    case ("asking", _) where !showsChoices:
      return [PracticeEntry(key: "c", label: "the choices", action: .command)]
    case ("asking", _):
      return session.choices.enumerated().map { index, choice in
        PracticeEntry(
          key: Self.key(index + 1), label: choice.harmless, action: .choose(UInt32(index)),
          isWrong: wrongAnswers.contains(choice))
      }
    case ("revealed", _):
      return Rating.allCases.map { grade in
        PracticeEntry(
          key: Self.key(grade.rawValue), label: grade.label,
          action: .grade(UInt32(grade.rawValue)))
      }
    case ("finished", _):
      return [
        PracticeEntry(key: "n", label: "new session", action: .command),
        PracticeEntry(key: "R", label: "the same again", action: .command),
      ]
    default: return [PracticeEntry(key: "n", label: "new session", action: .command)]
    }
  }

  var isTyped: Bool { session?.state == "asking" && session?.mode == "typed" }

  private static func key(_ number: Int) -> Character { "\(number)".first ?? "0" }
}
