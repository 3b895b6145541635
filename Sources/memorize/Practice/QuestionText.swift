import MemorizeBus
import MemorizeText
import PlainText
import Screens
import Translation

extension PracticeState {
  var summary: JSON {
    JSON(
      self,
      without: [
        "Question", "Pronunciation", "Choices", "WrongChoices", "Nearly", "Differences",
        "LastReviewed", "Stability", "QuestionMedia", "QuestionLanguage", "AnswerMedia",
        "AnswerLanguage", "AnswerPronunciation", "Note", "Sentence",
      ])
  }

  func json(showsChoices: Bool) -> JSON {
    JSON(self, without: showsChoices ? [] : ["Choices", "WrongChoices"])
  }
}

/// The current question, in lines for people or for scripts.
struct QuestionText {
  let practice: PracticeState
  /// Whether the choices are shown; if not, one recalls first and asks for them.
  let showsChoices: Bool
  /// Empty if the user has not set one.
  let name: String

  var text: String {
    if practice.isFinished {
      let streak =
        practice.streak > 0
        ? [PracticeText.streak(practice.streak, isEnding: practice.isStreakEnding)] : []
      return ([practice.finishedLine(name: name)] + streak).lines
    }
    guard practice.isInProgress else { return PracticeText.noSession + "\n" }
    let shown = QuestionText(practice: practice.shown, showsChoices: showsChoices, name: name)
    return "\(practice.place)  \(shown.practice.questionText)".harmless + "\n" + shown.rest
  }

  private var rest: String {
    if practice.phase == .revealed {
      let reading = practice.revealedReading.inBrackets
      return ([reading].filter { !$0.isEmpty } + [PracticeText.revealedQuestion]).lines
    }
    if !practice.nearly.isEmpty { return PracticeText.nearly(practice.nearly).harmless + "\n" }
    guard showsChoices else { return PracticeText.hidden(choices: practice.choices.count) + "\n" }
    // Translators: after a choice that was answered wrong.
    let wrong = tr("(wrong)")
    return numbered.map {
      "  \($0.number)  \($0.text)".harmless + ($0.isWrong ? "  " + wrong : "")
    }.lines
  }

  /// Fields separated by tabs, each line with its end: the question, then its choices, or how its
  /// revealed answer is read.
  var plain: String {
    if practice.isFinished { return practice.plainEnd(of: name) + "\n" }
    guard practice.isInProgress else { return "no session: start one with “memorize practice”\n" }
    let question = [
      "question", String(practice.questionNumber), String(practice.questions), practice.question,
      practice.pronunciation, practice.mode.text, practice.state.text,
    ]
    let choices = numbered.map {
      ["choice", $0.number, $0.text] + ($0.isWrong ? ["wrong"] : [])
    }
    let reading = practice.revealedReading
    return ([question] + choices + (reading.isEmpty ? [] : [["reading", reading]])).tabbed
  }

  var numbered: [(number: String, text: String, isWrong: Bool)] {
    guard showsChoices else { return [] }
    return practice.choices.enumerated().map {
      (String($0 + 1), $1, practice.wrongChoices.contains(UInt32($0)))
    }
  }
}
