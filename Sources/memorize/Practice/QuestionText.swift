import MemorizeBus
import PlainText
import Screens

extension PracticeState {
  var summary: JSON { JSON(self, without: ["Question", "Pronunciation", "Choices", "Nearly"]) }

  func json(showsChoices: Bool) -> JSON { JSON(self, without: showsChoices ? [] : ["Choices"]) }
}

/// The current question, in lines for people or for scripts.
struct QuestionText {
  let practice: PracticeState
  /// Whether the choices are shown; if not, one recalls first and asks for them.
  let showsChoices: Bool
  /// Empty if the user has not set one.
  let name: String

  var text: String {
    guard practice.isInProgress else { return without }
    return "\(practice.place)  \(practice.spokenQuestion)".harmless + "\n" + rest
  }

  /// Fields separated by tabs, each line with its end: the question, then its choices.
  var plain: String {
    guard practice.isInProgress else { return without }
    let question = [
      "question", String(practice.questionNumber), String(practice.questions), practice.question,
      practice.pronunciation, practice.mode, practice.state,
    ]
    return ([question] + numbered.map { ["choice", $0.number, $0.text] }).tabbed
  }

  /// If no question is asked.
  private var without: String {
    practice.isFinished
      ? practice.finishedLine(name: name) + "\n"
      : "no session: start one with “memorize practice”\n"
  }

  private var rest: String {
    if practice.phase == .revealed {
      return
        "The answer has been revealed. Grade how well you knew it with “memorize practice grade”, "
        + "or print it again with “memorize practice reveal”.\n"
    }
    if !practice.nearly.isEmpty {
      return "Nearly: the answer is \(practice.nearly); write it once more.".harmless + "\n"
    }
    guard showsChoices else {
      return
        "\(practice.choices.count) choices: see them with “memorize practice show --choices”.\n"
    }
    return numbered.map { "  \($0.number)  \($0.text)".harmless }.lines
  }

  var numbered: [(number: String, text: String)] {
    guard showsChoices else { return [] }
    return practice.choices.enumerated().map { (String($0 + 1), $1) }
  }
}
