import MemorizeBus
import MemorizeText
import PlainText
import Screens
import Translation

enum PracticePlaceholder: String, Placeholder {
  case state, deck, mode, direction, question, pronunciation
  case number, questions, answered, wrong
  case firstTry = "first-try"
  case due, new

  static let states = PracticeState.Phase.allCases.map(\.rawValue)
  static let barHelp = english(
    """
    due, none, asking (a question is waiting for an answer) or offline, and the text is the number \
    of due cards, such as “12 due”, and during a session its progress; without either it is empty, \
    and the bar hides it
    """)
  static let templateHelp = english(
    """
    {state} (idle, asking, revealed or finished), {deck}, {mode}, {direction}, {question}, \
    {pronunciation}, {number} (the place of the question in the session, from 1), {questions}, \
    {answered}, {wrong}, {first-try}, {due} and {new}. {due?text|other} prints text if the value \
    is neither empty nor 0, otherwise other, which may be omitted; {state=asking?text|other} \
    compares.
    """)

  static func barItem(of practice: PracticeState) -> BarItem { BarItem(practice) }

  func value(in practice: PracticeState) -> String {
    switch self {
    case .state: practice.state.text
    case .deck: practice.exists ? practice.plainDeck : ""
    case .mode: practice.mode.text
    case .direction: practice.direction.text
    case .question: practice.question
    case .pronunciation: practice.pronunciation
    case .number: String(practice.position)
    case .questions: String(practice.questions)
    case .answered: String(practice.answered)
    case .wrong: String(practice.wrong)
    case .firstTry: String(practice.firstTry)
    case .due: String(practice.due)
    case .new: String(practice.new)
    }
  }
}

extension BarItem {
  /// What can be asked today, and a session's progress while a question waits; no text if that is
  /// nothing, so that the bar hides it.
  init(_ practice: PracticeState) {
    let due = tr(practice.ready, "1 due", "{n} due")
    let (state, color): (String, String?) =
      practice.isInProgress
      ? ("asking", "#57ab5a") : practice.ready > 0 ? ("due", "#d79921") : ("none", nil)
    self.init(
      state: state, color: color,
      text: practice.isInProgress
        ? [practice.place, due].listText : practice.ready > 0 ? due : "",
      shortText: practice.isInProgress || practice.ready > 0 ? due : "",
      percentage: practice.exists
        ? Int(practice.answered.percent(of: practice.questions) ?? 0) : 0,
      tooltip: practice.tooltip)
  }
}

extension PracticeState {
  /// As many facts as `statusLine` has, in the order of the line for scripts.
  fileprivate var tooltip: String {
    let waiting = [tr(due, "1 due", "{n} due"), tr(new, "1 new", "{n} new")].listText
    guard exists else {
      return tr(
        "no session; {waiting}: practice with “memorize practice”", ["waiting": waiting])
    }
    let facts = [
      isFinished ? tr("finished", context: "state") : place,
      tr(answered, "1 right", "{n} right"), tr(wrong, "1 wrong", "{n} wrong"),
      tr(firstTry, "1 on the first try", "{n} on the first try"),
    ]
    return tr(
      "{deck}: {facts}; {waiting}",
      ["deck": deckName, "facts": facts.listText, "waiting": waiting]
    ).harmless
  }
}
