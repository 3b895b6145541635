import MemorizeBus
import MemorizeText
import PlainText
import Practice

/// An answered question that is still on the screen: until a key is pressed if it was missed or has
/// something to read, otherwise for `highlightTime`.
struct AnsweredQuestion {
  /// The session while it was asked.
  var asked: PracticeState
  /// The card's own text; empty until it is known.
  var answer: String
  /// The last text that was typed; empty if none is known.
  let typed: String
  /// Whether there was a wrong answer, or the right one was revealed.
  let isMissed: Bool
  /// The whole sentence of a gap, and the card's note; empty for most cards.
  var sentence = ""
  var note = ""
  /// How the card is read, unless that stood with the question.
  var reading = ""
  /// The path of the answer's picture.
  var picture = ""

  /// Whether it stays until a key is pressed: there is something to read.
  var isKept: Bool { isMissed || !(sentence + note + picture).isEmpty }

  /// Beside the answer, if that is the first side.
  var answerReading: String { asked.direction == .backward ? reading : "" }

  /// Where the typed text differs from the card's.
  var difference: TypingDifference? {
    typed.isEmpty || answer.isEmpty ? nil : TypingDifference(of: typed, from: answer)
  }

  /// Choices that can no longer be chosen, with the right one marked.
  var entries: [PracticeEntry] {
    asked.choices.enumerated().map { index, choice in
      let isRight = choice == answer
      return PracticeEntry(
        key: PracticeEntry.key(index + 1),
        label: (isRight ? choice.read(answerReading) : choice).harmless, action: .none,
        isWrong: asked.wrongChoices.contains(UInt32(index)), isRight: isRight)
    }
  }
}

extension PracticeScene {
  /// Below the question; after the answer also if it was not told before, unless it is how the answer
  /// is read.
  func shownPronunciation(_ session: PracticeState) -> String {
    session.pronunciation.isEmpty && session.direction == .forward
      ? told.reading : session.pronunciation
  }

  /// What is told with an answer on the screen.
  var told: (sentence: String, note: String, picture: String, reading: String) {
    if let answered {
      return (answered.sentence, answered.note, answered.picture, answered.reading)
    }
    guard let session = progress.session, session.phase == .revealed else {
      return ("", "", "", "")
    }
    return (
      session.sentence, session.note, session.answerMedia?.picture ?? "", session.revealedReading
    )
  }

  /// The answer below the card: revealed, or to a question that was answered by typing.
  var shownAnswer: String {
    if let answered {
      return answered.asked.mode.known == .typed
        ? answered.answer.read(answered.answerReading).harmless : ""
    }
    guard let session = progress.session, session.phase == .revealed,
      let answer = session.edited(edited)?.answer ?? progress.revealedAnswer
    else { return "" }
    return (session.direction == .backward ? answer.read(told.reading) : answer).harmless
  }
}

/// The responses that this screen has seen in a session, for the list of missed cards.
struct SessionLog {
  private var responses: [PracticeTransition.Response] = []
  /// The answers of the cards by the numbers of their questions.
  private var answers: [UInt32: String] = [:]
  /// What stands for the questions without text.
  private var marks: [UInt32: String] = [:]
  /// The questions of cards that were edited since.
  private var corrected: [UInt32: String] = [:]

  /// Each card with a wrong response, in the order in which they were missed; an answer is empty
  /// if this screen has never seen it.
  var missed: [(question: String, answer: String)] {
    var seen: Set<UInt32> = []
    return responses.filter { !$0.isCorrect && seen.insert($0.number).inserted }.map {
      let question = corrected[$0.number] ?? $0.question
      return (question.isEmpty ? marks[$0.number] ?? "" : question, answers[$0.number] ?? "")
    }
  }

  mutating func record(
    _ transition: PracticeTransition, from before: PracticeState?, to after: PracticeState
  ) {
    if before?.session != after.session { self = SessionLog() }
    if let response = transition.response {
      responses.append(response)
      if response.question.isEmpty { marks[response.number] = before?.questionMark }
      let answer = response.isCorrect ? response.answer : after.nearly
      learn(answer, of: response.number)
    } else if before?.session == after.session, before?.phase != .revealed, let before,
      before.answered + before.wrong > after.answered + after.wrong
        || !before.nearly.isEmpty && after.nearly.isEmpty
    {
      // Somebody has undone a response.
      _ = responses.popLast()
    }
  }

  /// Takes over the texts of an edited card.
  mutating func correct(_ question: String, _ answer: String, of number: UInt32) {
    (corrected[number], answers[number]) = (question, answer)
  }

  mutating func learn(_ answer: String, of question: UInt32) {
    if !answer.isEmpty { answers[question] = answer }
  }
}
