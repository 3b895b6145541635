import MemorizeBus
import MemorizeText
import PlainText
import Practice
import Translation

/// A button below a question: a choice, a grade or a command.
struct PracticeEntry: Equatable {
  enum Action: Equatable {
    /// A choice, counted from 0.
    case choose(UInt32)
    /// From 1.
    case grade(UInt32)
    case command(PracticeScene.Action)
    /// It has been tried, or the question is over.
    case none
  }

  let key: Character
  /// The key in words; empty if it is shown as it is.
  var keyName = ""
  let label: String
  /// Shown after the label if there is room.
  var note = ""
  let action: Action
  /// Whether it has been tried.
  var isWrong = false
  /// Whether it is known to be right.
  var isRight = false

  var shownKey: String { keyName.isEmpty ? String(key) : keyName }

  static func key(_ number: Int) -> Character { "\(number)".first ?? "0" }
}

extension PracticeProgress {
  var entries: [PracticeEntry] {
    guard let session else { return [] }
    switch (session.phase, session.mode.known) {
    case (.asking, .typed): return []
    case (.asking, .recall):
      return [
        PracticeEntry(
          key: "r", keyName: "Enter", label: tr("Show answer", context: "button"),
          action: .command(.reveal))
      ]
    case (.asking, _) where !showsChoices:
      return [
        PracticeEntry(
          key: "c", label: tr("Show choices", context: "button"), action: .command(.showChoices))
      ]
    case (.asking, _):
      return session.choices.enumerated().map { index, choice in
        let isWrong = session.wrongChoices.contains(UInt32(index))
        return PracticeEntry(
          key: PracticeEntry.key(index + 1), label: choice.harmless,
          action: isWrong ? .none : .choose(UInt32(index)), isWrong: isWrong)
      }
    case (.revealed, _):
      return Rating.allCases.map { grade in
        let index = grade.rawValue - 1
        let next = session.intervals.indices.contains(index) ? session.intervals[index] : nil
        return PracticeEntry(
          key: PracticeEntry.key(grade.rawValue), label: grade.label,
          note: next.map(Self.interval) ?? "", action: .grade(UInt32(grade.rawValue)))
      }
    case (.finished, _):
      return [
        Self.newSession,
        PracticeEntry(
          key: "R", label: tr("Repeat session", context: "button"), action: .command(.restart)),
      ]
    case (.idle, _), (nil, _): return [Self.newSession]
    }
  }

  private static var newSession: PracticeEntry {
    PracticeEntry(
      key: "n", label: tr("New session", context: "button"), action: .command(.newSession))
  }

  private static func interval(seconds: UInt64) -> String {
    // Times that would be rounded to one day.
    (84_600..<129_600).contains(seconds)
      ? tr("tomorrow", context: "time") : RoughTime(seconds: seconds).text
  }

  var acceptsText: Bool { session?.phase == .asking && session?.mode.known == .typed }
}
