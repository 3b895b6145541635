import Glibc
import MemorizeBus
import PlainText

extension PracticeState {
  var summary: JSON { JSON(self, without: ["Question", "Pronunciation", "Choices", "Nearly"]) }

  func json(showsChoices: Bool) -> JSON { JSON(self, without: showsChoices ? [] : ["Choices"]) }

  /// `Japanese basics: 3/5, 2 right, 1 wrong, 2 on the first try; 4 due, 10 new`.
  var statusLine: String {
    guard isThere else {
      return "no session; \(waitingText): practise with “memorize practice”"
    }
    let place = isFinished ? "finished" : self.place
    return
      ("\(deckName): \(place), \(answered) right, \(wrong) wrong, \(firstTry) on the first try; "
      + waitingText).harmless
  }

  /// What can be practised in all decks.
  var waitingText: String { "\(due) due, \(new) new" }

  /// For the beginning of a line.
  var deckName: String { deck.isEmpty ? "all decks" : deck }

  /// When the next card is due: `in 3 hours`; nil if none is.
  var nextText: String? { nextText(at: UInt64(max(time(nil), 0))) }

  /// The same at a time, in seconds since 1970-01-01 UTC.
  func nextText(at now: UInt64) -> String? {
    let next = nextDue / 1_000_000
    return next > 0 ? "in " + roughTime(seconds: next - min(next, now)) : nil
  }

  /// `name` may be empty.
  func finishedLine(name: String) -> String {
    let (title, score) = praise(of: name)
    return "\(title): \(score)".harmless
  }

  var modeText: String { (mode + (direction == "backward" ? ", backward" : "")).harmless }
}

/// The current question, in lines for people or for scripts.
struct QuestionText {
  let practice: PracticeState
  /// Whether the choices are shown; if not, one recalls first and asks for them.
  let showsChoices: Bool
  /// Empty if the user has not set one.
  let name: String

  var text: String {
    guard practice.isOn else { return without }
    return "\(practice.place)  \(practice.spokenQuestion)".harmless + "\n" + rest
  }

  /// Fields separated by tabs, each line with its end: the question, then its choices.
  var plain: String {
    guard practice.isOn else { return without }
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
    if practice.state == "revealed" {
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
