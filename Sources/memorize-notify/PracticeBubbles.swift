internal import MemorizeBus
internal import MemoryGame

/// The outcome of the last question; the next bubble begins with it.
enum Outcome: Equatable {
  /// The answer is empty until it is known.
  case right(question: String, answer: String)
  case wrong(answer: String)
  case givenUp(question: String, answer: String)
  /// A call failed, for this reason.
  case refused(String)

  /// `✓ Right` and `はい = yes`, then the text with the mark alone.
  fileprivate var words: (title: String, text: String, line: String) {
    func words(_ mark: String, _ title: String, _ text: String) -> (String, String, String) {
      (mark + title, text, mark + text)
    }
    func pair(_ question: String, _ answer: String) -> String {
      answer.isEmpty ? question : "\(question) = \(answer)"
    }
    return switch self {
    case .right(let question, let answer): words("✓ ", "Right", pair(question, answer))
    case .wrong(let answer): words("✗ ", "Wrong", answer)
    case .givenUp(let question, let answer): words("✗ ", "Not known", pair(question, answer))
    case .refused(let reason): words("", "Not done", reason)
    }
  }
}

extension Bubble {
  /// `2/5: いいえ`, after the outcome of the last question.
  ///
  /// The choices are numbered in the body too: many servers show buttons only on demand, by other
  /// keys, or cut their labels. `answer` is the revealed one that waits for its grade, empty if it
  /// is not known.
  static func question(
    _ practice: PracticeState, _ asked: AskedQuestion, after outcome: Outcome? = nil,
    showsChoices: Bool = true, answer: String? = nil
  ) -> Bubble {
    let place = "\(practice.questionNumber)/\(practice.questions)"
    let said = practice.pronunciation.isEmpty ? "" : " [\(practice.pronunciation)]"
    let text = practice.question + said
    var lines: [String] = []
    if let answer, !answer.isEmpty { lines = ["Answer: \(answer)"] }
    if answer == nil, showsChoices { lines = numbered(practice.choices) }
    // Without the action that shows them they would stay hidden.
    let hidden = answer == nil && !showsChoices ? numbered(practice.choices) : []
    let progress = progress(practice.answered, of: practice.questions)
    let actions = actions(practice, asked, showsChoices: showsChoices, isRevealed: answer != nil)
    guard let outcome else {
      return Bubble(
        .question, title: "Question \(place)", text: text, summary: "\(place): \(text)",
        body: lines, progress: progress, actions: actions, bodyWithoutActions: hidden)
    }
    return Bubble(
      .question, title: outcome.words.title, text: outcome.words.text, summary: outcome.words.line,
      body: ["\(place): \(text)"] + lines, progress: progress, actions: actions,
      bodyWithoutActions: hidden)
  }

  /// `Well done, Ada: 3 of 5 at the first try`.
  static func result(
    _ practice: PracticeState, of name: String, at revision: UInt64, after outcome: Outcome?
  ) -> Bubble {
    let praise = name.isEmpty ? "Well done" : "Well done, \(name)"
    let score = "\(practice.firstTry) of \(practice.questions) at the first try"
    let wrong = practice.wrong == 0 ? "no mistake" : counted(practice.wrong, "mistake")
    return Bubble(
      .result, title: praise, text: score, summary: "\(praise): \(score)",
      body: (outcome.map { [$0.words.line] } ?? []) + ["\(practice.deck): \(wrong)"], progress: 100,
      actions: [.again(revision)])
  }

  static func reminder(due: UInt32, new: UInt32) -> Bubble {
    let verb = due == 1 ? "is" : "are"
    let cards = due == 0 ? "No card is due" : "\(counted(due, "card")) \(verb) due"
    return reminder("Time to practise", body: new == 0 ? "\(cards)." : "\(cards), \(new) new.")
  }

  /// Offers another try.
  static func noSession(_ reason: String) -> Bubble {
    reminder("No session was started", body: reason)
  }

  private static func reminder(_ summary: String, body: String) -> Bubble {
    Bubble(
      .reminder, title: summary, text: "", summary: summary, body: [body],
      actions: [.practise, .later])
  }

  private static func actions(
    _ practice: PracticeState, _ asked: AskedQuestion, showsChoices: Bool, isRevealed: Bool
  ) -> [Action] {
    if isRevealed { return Grade.allCases.map { .grade(asked, $0) } }
    switch practice.mode {
    case "typed": return [.reveal(asked), .practiseInTerminal]
    case "recall": return [.reveal(asked)]
    default:
      guard showsChoices else { return [.showChoices(asked)] }
      return zip(UInt32(0)..., labels(practice.choices)).map {
        .answer(asked, choice: $0, label: $1)
      }
    }
  }

  private static func numbered(_ choices: [String]) -> [String] {
    zip(1..., choices).map { "\($0). \($1)" }
  }

  /// A label that is cut begins with its number, to differ from the others.
  private static func labels(_ choices: [String]) -> [String] {
    zip(1..., choices).map { number, choice in
      choice.count <= longestLabel ? choice : "\(number). \(choice.prefix(longestLabel - 4))…"
    }
  }

  /// In characters.
  private static let longestLabel = 30
}
