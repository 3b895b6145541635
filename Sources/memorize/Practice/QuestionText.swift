import MemorizeBus

/// The question that is asked, in lines for people or for scripts.
struct QuestionText {
  /// The session.
  let practice: PracticeState
  /// Whether the choices are shown, or left to be asked for, so that one recalls first.
  let showsChoices: Bool
  /// Who practises, if known.
  let name: String

  /// The lines for people, each with its end.
  var text: String {
    guard practice.isOn else { return without }
    let sound = practice.pronunciation.isEmpty ? "" : " [\(practice.pronunciation)]"
    let place = "\(practice.questionNumber)/\(practice.questions)"
    return ["\(place)  \(practice.question)\(sound)".harmless, rest].joined(separator: "\n")
  }

  /// Lines of fields with tabs between, each with its end: the question, then its choices.
  var plain: String {
    guard practice.isOn else { return without }
    let question = [
      "question", String(practice.questionNumber), String(practice.questions), practice.question,
      practice.pronunciation, practice.mode, practice.state,
    ]
    return ([question] + numbered.map { ["choice", $0.number, $0.text] })
      .map { $0.map(\.harmless).joined(separator: "\t") + "\n" }.joined()
  }

  /// The line if no question is asked.
  private var without: String {
    practice.isFinished
      ? practice.finishedLine(name: name) + "\n"
      : "no session: start one with “memorize practice start”\n"
  }

  /// What stands below the question.
  private var rest: String {
    if practice.state == "revealed" {
      return
        "The answer was told: say how well you knew it by “memorize practice grade”, or see it "
        + "again by “memorize practice reveal”.\n"
    }
    guard practice.choices.isEmpty || showsChoices else {
      return "\(practice.choices.count) choices: see them by “memorize practice show --choices”.\n"
    }
    return numbered.map { "  \($0.number)  \($0.text)".harmless + "\n" }.joined()
  }

  /// The choices as people count them.
  var numbered: [(number: String, text: String)] {
    guard showsChoices else { return [] }
    return practice.choices.enumerated().map { (String($0 + 1), $1) }
  }
}
