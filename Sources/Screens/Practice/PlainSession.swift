package import MemorizeBus
import MemorizeText
import PlainText
import Practice

// What scripts read of practice: a contract, the same in every language. What people read is in
// `PracticeText.swift`.
extension PracticeState {
  /// `Japanese basics: 3/5, 2 right, 1 wrong, 2 on the first try; 4 due, 10 new`.
  package var plainStatus: String {
    guard exists else {
      return "no session; \(plainWaiting): practice with “memorize practice”"
    }
    return """
      \(plainDeck): \(isFinished ? "finished" : place), \(answered) right, \(wrong) wrong, \
      \(firstTry) on the first try; \(plainWaiting)
      """.harmless
  }

  package var plainStart: String { "started: \(plainDeck), \(counted(questions, "question"))" }

  /// What can be practiced in all decks.
  package var plainWaiting: String { "\(due) due, \(new) new" }

  package var plainNothingDue: String {
    "Nothing is due." + (wait.map { " The next card is due in \(roughTime(seconds: $0))." } ?? "")
  }

  package var plainDeck: String { deck.isEmpty ? "all decks" : deck }

  /// `name` may be empty.
  package func plainEnd(of name: String) -> String {
    "Well done\(name.isEmpty ? "" : ", " + name): \(firstTry) of \(questions) on the first try"
      .harmless
  }

  /// What is told with an answer.
  package func plainTold(reading: String) -> [String] {
    PracticeLines.read(reading)
      + (sentence.isEmpty ? [] : ["sentence: \(sentence.harmless)"])
      + (note.isEmpty ? [] : ["note: \(note.harmless)"])
  }

  /// `はい [hai]`, and `[picture]` for a side with one, which a line of text cannot show.
  fileprivate var plainQuestion: String {
    [question, pronunciation.inBrackets, plainMark].filter { !$0.isEmpty }.joined(separator: " ")
  }

  private var plainMark: String {
    guard let questionMedia else { return "" }
    if !questionMedia.picture.isEmpty { return "[picture]" }
    return question.isEmpty ? "[sound]" : ""
  }

  fileprivate var plainMode: String {
    (mode.text + (direction == .backward ? ", backward" : "")).harmless
  }
}

extension PracticeProgress.Outcome {
  fileprivate var plainLine: String {
    (isCorrect ? "right: " : nearly.isEmpty ? "wrong: " : "nearly: ") + plainText.harmless
  }

  fileprivate var plainText: String {
    if !nearly.isEmpty { return nearly + (answer.isEmpty ? "" : ", not \(answer)") + "; once more" }
    let texts = (isOpen ? [answer] : [question, answer]).filter { !$0.isEmpty }
    return texts.joined(separator: " = ")
  }
}

extension Rating {
  static var plainList: String {
    allCases.map { "\($0.rawValue) \($0.name.prefix(1).uppercased())\($0.name.dropFirst())" }
      .joined(separator: ", ")
  }
}

/// The lines of the dialogue.
struct PracticeLines {
  let progress: PracticeProgress

  var summary: [String] {
    guard let session = progress.session else { return [] }
    if session.isInProgress { return ["\(session.plainDeck): \(session.plainMode)"] }
    return session.isFinished ? [session.plainEnd(of: progress.userName)] : Self.none
  }

  var question: [String] {
    guard let session = progress.session, session.isInProgress else { return [] }
    let line = "\(session.place): \(session.plainQuestion)".harmless
    if session.phase == .revealed {
      let answer = progress.revealedAnswer ?? ""
      return [line] + (answer.isEmpty ? [] : [Self.answer(answer)]) + revealedTold + [Self.grades]
    }
    return [line] + (progress.showsChoices && !session.choices.isEmpty ? choices : [])
  }

  var choices: [String] {
    guard let session = progress.session, session.isInProgress else { return Self.none }
    guard !session.choices.isEmpty else { return ["there are no choices"] }
    return session.choices.enumerated().map { index, choice in
      let mark = session.wrongChoices.contains(UInt32(index)) ? " (wrong)" : ""
      return "\(index + 1) \(choice.harmless)\(mark)"
    }
  }

  var score: [String] {
    guard let session = progress.session, session.exists else { return Self.none }
    return [
      "\(session.answered) of \(session.questions) right, "
        + "\(session.firstTry) on the first try, \(session.wrong) wrong, \(session.due) due"
    ]
  }

  func outcome(of transition: PracticeTransition) -> [String] {
    guard transition.response != nil, let outcome = progress.outcome else { return [] }
    guard outcome.isCorrect, !outcome.isOpen else { return [outcome.plainLine] }
    return [outcome.plainLine] + (progress.session?.plainTold(reading: outcome.reading) ?? [])
  }

  /// The revealed answer, with the grades if it waits for one.
  func revealed(_ answer: String, _ question: UInt32) -> [String] {
    if progress.revealedAnswer != nil {
      return [Self.answer(answer)] + revealedTold + [Self.grades]
    }
    // The next question may already be asked.
    let outcome = progress.outcome.flatMap { $0.number == question ? $0 : nil }
    return [Self.answer(outcome?.plainText ?? answer)] + Self.read(outcome?.reading ?? "")
  }

  fileprivate static func read(_ reading: String) -> [String] {
    reading.isEmpty ? [] : ["reading: \(reading.harmless)"]
  }

  private var revealedTold: [String] {
    progress.session.map { $0.plainTold(reading: $0.revealedReading) } ?? []
  }

  private static func answer(_ text: String) -> String { "answer: \(text.harmless)" }

  private static let grades = "grade: \(Rating.plainList)"
  private static let none = ["no session: “new” starts one"]
}
