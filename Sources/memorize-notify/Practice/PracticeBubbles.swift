internal import MemorizeBus
internal import MemorizeText
internal import Practice
internal import Translation

/// The beginning of a question's or a result's bubble: the outcome of the last response, or the
/// reason why a call failed.
struct Heading: Equatable {
  let title: String
  let text: String
  /// The text with the outcome's mark.
  let line: String
  /// Below it, the note of the card.
  var told: [String] = []

  init(_ outcome: PracticeProgress.Outcome) {
    title = outcome.title
    text = outcome.text
    line = outcome.mark + text
    told = outcome.isOpen || outcome.note.isEmpty ? [] : [outcome.note]
  }

  var lines: [String] { [line] + told }

  init(refusal reason: String) {
    (title, text, line) = (tr("Failed", context: "title"), reason, reason)
  }
}

extension Bubble {
  /// The question alone is the title; its pronunciation, the heading and the choices follow, and the
  /// deck is small below them.
  ///
  /// Choices and grades are in the body too, with their numbers: many servers show buttons only on demand, use other
  /// keys for them, or cut their labels. `answer` is the revealed one that has to be graded, empty
  /// if it is not known; `recalled` is what the user has typed.
  static func question(
    _ practice: PracticeState, _ asked: AskedQuestion, after heading: Heading? = nil,
    showsChoices: Bool = true, answer: String? = nil, recalled: String? = nil
  ) -> Bubble {
    var lines: [String] = []
    if let answer {
      lines =
        (answer.isEmpty ? [] : [tr("Answer: {answer}", ["answer": answer])])
        + practice.told(reading: practice.revealedReading)
      if let recalled {
        // Translators: what the user has typed, below the right answer.
        lines.append(tr("You: {answer}", ["answer": recalled]))
      }
      lines.append(Rating.allCases.map { practice.text(of: $0) }.joined(separator: " · "))
    }
    if answer == nil, showsChoices { lines = numbered(practice) }
    // Without an action to show them, they would stay hidden.
    let hidden = answer == nil && !showsChoices ? numbered(practice) : []
    let progress = practice.answered.percent(of: practice.questions)
    let actions = actions(practice, asked, showsChoices: showsChoices, isRevealed: answer != nil)
    let above = ([practice.pronunciation] + (heading?.lines ?? [])).filter { !$0.isEmpty }
    // Translators: {place} is “3/5”.
    let title = tr("Question {place}", ["place": practice.place])
    let picture = practice.questionMedia?.picture ?? ""
    // A picture stands beside the text.
    let question = practice.question.isEmpty && !picture.isEmpty ? title : practice.shownQuestion
    return Bubble(
      .question, title: title, text: question, summary: question, body: above + lines,
      note: practice.questionPlace, progress: progress, actions: actions,
      bodyWithoutActions: hidden, picture: picture)
  }

  /// `Well done, Ada: 3 of 5 on the first try`.
  static func result(
    _ practice: PracticeState, of name: String, at revision: UInt64, after heading: Heading?
  ) -> Bubble {
    Bubble(
      .result, title: PracticeState.praise(of: name), text: practice.scoreText,
      summary: practice.finishedLine(name: name),
      body: (heading?.lines ?? []) + [practice.wrongText], progress: 100,
      actions: [.again(revision)])
  }

  /// The outcome of a single question, and how many more cards are due.
  static func answered(_ practice: PracticeState, after heading: Heading?) -> Bubble {
    Bubble(
      .result, title: heading?.title ?? "", text: heading?.text ?? "",
      summary: heading?.line ?? tr("Answered", context: "title"),
      body: (heading?.told ?? []) + [
        practice.ready == 0 ? tr("No more cards are due.") : practice.moreText(at: 0) ?? ""
      ],
      actions: practice.ready == 0 ? [] : [.practice])
  }

  static func reminder(due: UInt32, new: UInt32) -> Bubble {
    reminder(tr("Time to practice"), body: PracticeState.reminderText(due: due, new: new))
  }

  /// Offers another try.
  static func noSession(_ reason: String) -> Bubble {
    reminder(tr("No session was started"), body: reason)
  }

  /// `wait`, in seconds, is nil if no card is going to fall due.
  static func nothingDue(wait: UInt64?) -> Bubble {
    let title = tr("Nothing is due", context: "title")
    return Bubble(
      .nothingDue, title: title, text: "", summary: title,
      body: [wait.map(PracticeState.nextDueText) ?? tr("No cards are waiting to be reviewed.")],
      actions: [.practiceAnyway])
  }

  static func merged(_ decks: MergedDecks) -> Bubble {
    let title = tr("Decks were merged")
    return Bubble(.merged, title: title, text: "", summary: title, body: [decks.text])
  }

  private static func reminder(_ summary: String, body: String) -> Bubble {
    Bubble(
      .reminder, title: summary, text: "", summary: summary, body: [body],
      actions: [.practice, .later])
  }

  private static func actions(
    _ practice: PracticeState, _ asked: AskedQuestion, showsChoices: Bool, isRevealed: Bool
  ) -> [Action] {
    if isRevealed {
      return Rating.allCases.map { .grade(asked, $0, label: practice.text(of: $0)) }
        + [.stop(asked)]
    }
    // Some desktops show only the first three.
    let answers: [Action] =
      switch practice.mode.known {
      case .typed: [.reply(asked, ""), .practiceInTerminal]
      case .recall: [.reply(asked, "")]
      case .choices, nil:
        showsChoices
          ? zip(UInt32(0)..., labels(practice.choices)).filter {
            !practice.wrongChoices.contains($0.0)
          }.map { .answer(asked, choice: $0, label: $1) } : [.showChoices(asked)]
      }
    return answers + [.reveal(asked), .stop(asked)]
  }

  /// On one line if they are short: mako shows four lines at first, and would hide the last choice.
  ///
  /// Those that were wrong are left out; the others keep their numbers.
  private static func numbered(_ practice: PracticeState) -> [String] {
    let lines = zip(UInt32(0)..., practice.choices).filter {
      !practice.wrongChoices.contains($0.0)
    }.map { "\($0 + 1). \($1)" }
    let line = lines.joined(separator: " · ")
    return line.count <= maximumLineLength ? [line].filter { !$0.isEmpty } : lines
  }

  /// A cut label begins with its number, so that it differs from the others.
  private static func labels(_ choices: [String]) -> [String] {
    zip(1..., choices).map { number, choice in
      choice.count <= maximumLabelLength
        ? choice : "\(number). \(choice.prefix(maximumLabelLength - 4))…"
    }
  }

  /// In characters.
  private static let maximumLabelLength = 30
  private static let maximumLineLength = 36
}
