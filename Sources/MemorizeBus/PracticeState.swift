internal import Glibc
package import Practice

/// The published practice session: the properties of ``PracticeContract``, for the service and its
/// clients.
///
/// Without a session, texts are empty and numbers are 0.
package struct PracticeState: RevisedRecord {
  package var revision: UInt64 = 0
  /// Identifies the session; 0 if there was none yet, or an older service does not publish it.
  package var session: UInt64 = 0
  package var state = Word(Phase.idle)
  /// Empty without a session, and in one over all decks.
  package var deck = ""
  package var mode = Word<PracticeMode>()
  package var direction = Word<Direction>()
  /// The deck of the question.
  package var questionDeck = ""
  package var questionNumber: UInt32 = 0
  /// The number of the question's card; 0 without a question, and from an older service.
  package var card: UInt64 = 0
  package var question = ""
  package var pronunciation = ""
  package var choices: [String] = []
  /// The indices of those that were answered wrong.
  package var wrongChoices: [UInt32] = []
  /// The answer that was nearly given, and is asked for once more.
  package var nearly = ""
  /// Where the last typed answer differs from the right one, if it was wrong but near.
  package var differences: [UInt32] = []
  /// Nil if the side that is asked has only text.
  package var questionMedia: MediaPaths?
  package var questionLanguage = ""
  /// Of the question that was answered or revealed last; nil, or empty, until it is.
  package var answerMedia: MediaPaths?
  package var answerLanguage = ""
  package var answerPronunciation = ""
  package var note = ""
  package var sentence = ""
  /// How often the card of the last response was forgotten, if that marked it as hard; else 0.
  package var lapsesMarked: UInt32 = 0
  /// Of the deck of the question or session.
  package var colors: [String] = []
  /// When the card was last reviewed in this direction before the session asked it, in microseconds
  /// since 1970-01-01 UTC; 0 if never.
  package var lastReviewed: UInt64 = 0
  /// In days; 0 for a new card, and negative without a question.
  package var stability = -1.0
  /// Seconds until the next review for the grades 1 to 4.
  package var intervals: [UInt64] = []
  package var questions: UInt32 = 0
  package var answered: UInt32 = 0
  package var wrong: UInt32 = 0
  package var firstTry: UInt32 = 0
  package var due: UInt32 = 0
  /// How many of the due ones rest until tomorrow, because a sibling comes before them.
  package var resting: UInt32 = 0
  /// How many of the due ones wait for another day, because a day has at most so many reviews.
  package var waiting: UInt32 = 0
  package var new: UInt32 = 0
  /// In microseconds since 1970-01-01 UTC; 0 if none falls due.
  package var nextDue: UInt64 = 0
  /// Days in a row, up to today or yesterday, on which a session was finished.
  package var streak: UInt32 = 0
  package var isFinishedToday = false
  package var breaks: [String] = []

  package init() {}

  package static let fields: [Field<PracticeState>] = [
    Field(
      "Revision", \.revision,
      "Increases by one with each transition of the session; survives restarts."),
    Field(
      "State", \.state,
      "idle, asking, revealed (the answer is shown and waits for a grade) or finished."),
    Field(
      "Deck", \.deck,
      "The name of the deck; empty without a session, and in a session over all decks."),
    Field("Mode", \.mode, "choices, typed or recall; empty without a session.", mayBeEmpty: true),
    Field(
      "Direction", \.direction,
      "The direction of the current question, forward or backward; may be empty without one.",
      mayBeEmpty: true),
    Field(
      "QuestionNumber", \.questionNumber,
      "The number of the current question, from 1; 0 if there is none."),
    Field("Question", \.question, "The side of the card that is shown as the question."),
    Field(
      "Pronunciation", \.pronunciation,
      "How the question is pronounced; may be empty, and is with the setting Reading with-answer."),
    Field(
      "Choices", \.choices, "The answers to choose from, one of them right; empty in other modes."),
    Field("Questions", \.questions, "The number of questions in the session."),
    Field("Answered", \.answered, "The number of questions answered right."),
    Field("Wrong", \.wrong, "The number of wrong responses."),
    Field("FirstTry", \.firstTry, "The number of questions answered right on the first try."),
    Field(
      "Due", \.due,
      "The number of due cards in all decks; a card may count once in each direction."),
    Field(
      "New", \.new,
      "The number of cards never answered, in all decks that offer new ones; at most what is left of "
        + "today's limit."),
    Field(
      "Resting", \.resting,
      """
      How many of the due ones rest until the next day: the other direction of a card, or another gap \
      of its sentence, was answered today or comes before.
      """, isOptional: true),
    Field(
      "Waiting", \.waiting,
      "How many of the due ones wait for another day, because of the setting MostReviews.",
      isOptional: true),
    Field(
      "Session", \.session,
      "The number of the current or last session, greater for each new one; 0 before the first.",
      isOptional: true),
    Field(
      "QuestionDeck", \.questionDeck, "The deck of the current question; empty without one.",
      isOptional: true),
    Field(
      "Card", \.card,
      "The number of the card of the current question, as in Decks; 0 without a question.",
      isOptional: true),
    Field(
      "Intervals", \.intervals,
      "Seconds until the next review for each of the grades 1 to 4, once an answer is revealed in "
        + "recall mode; empty otherwise, and if the grade changes no schedule.",
      isOptional: true),
    Field(
      "Nearly", \.nearly,
      """
      The answer to the current question, after one was typed that differs from it only in accents, \
      until the next response; empty otherwise.
      """, isOptional: true),
    Field(
      "NextDue", \.nextDue,
      "When the next card falls due, in microseconds since 1970-01-01 UTC, not counting cards that "
        + "are already due; 0 if there is none.",
      isOptional: true),
    Field(
      "Differences", \.differences,
      """
      Where the answer typed last to the current question differs from the right one, if it was \
      wrong but near, in typed mode: the indices of its characters, from 0, and where one is missing \
      the index at which it should be; empty otherwise.
      """, isOptional: true),
    Field(
      "QuestionMedia", \.questionMedia,
      "What the side that is asked has beside its text: \(MediaPaths.keyList). Empty without.",
      isOptional: true),
    Field(
      "QuestionLanguage", \.questionLanguage,
      "The language of the question as its deck names it, a BCP 47 tag; empty if unknown.",
      isOptional: true),
    Field(
      "AnswerMedia", \.answerMedia,
      """
      What the other side has beside its text: \(MediaPaths.keyList). It is that of the question \
      whose answer is revealed, or was answered right or given up last; empty while that question, or \
      its card, is asked.
      """, isOptional: true),
    Field(
      "AnswerLanguage", \.answerLanguage, "The language of that answer; empty if unknown.",
      isOptional: true),
    Field(
      "AnswerPronunciation", \.answerPronunciation,
      """
      How that card is pronounced, whichever side was asked; empty if unknown, and for a gap.
      """, isOptional: true),
    Field(
      "WrongChoices", \.wrongChoices,
      """
      The choices of the current question that were answered wrong: their indices, from 0, ascending.
      """, isOptional: true),
    Field(
      "Note", \.note, "The note of that card, such as an example; empty without.",
      isOptional: true),
    Field(
      "Sentence", \.sentence,
      "The whole sentence of that gap, with what the gap held in brackets; empty for other cards.",
      isOptional: true),
    Field(
      "LapsesMarked", \.lapsesMarked,
      """
      How often the card of the last response was forgotten, if that response marked it as hard: the \
      \(Schedule.hardLapses)th time and after every fourth; else 0.
      """, isOptional: true),
    Field(
      "Colors", \.colors,
      "The colors of the deck of the question, else of that of the session, #rrggbb; two or more "
        + "make a gradient. Empty without a deck.",
      .color, isOptional: true),
    Field(
      "LastReviewed", \.lastReviewed,
      """
      When the card of the question was last reviewed in this direction before the session asked it, \
      in microseconds since 1970-01-01 UTC; 0 if never, and without a question.
      """, isOptional: true),
    Field(
      "Stability", \.stability,
      """
      The days after which the chance that the card of the question is remembered falls to 90 %, as \
      known after that review; 0 if there was none; without a question -1 on the bus and null in JSON.
      """, form: .nullIfNegative, isOptional: true),
    Field(
      "Streak", \.streak,
      "Local days in a row, up to today or yesterday, on which a session was finished.",
      isOptional: true),
    Field(
      "FinishedToday", \.isFinishedToday,
      "Whether a session was finished today; if not, the streak ends with this day.",
      isOptional: true),
    Field(
      "Breaks", \.breaks, "The planned breaks, as 2026-12-24..2027-01-02, by their days.",
      isOptional: true),
  ]

  package mutating func limit() {
    deck = deck.bounded
    question = question.bounded
    pronunciation = pronunciation.bounded
    nearly = nearly.bounded
    questionLanguage = questionLanguage.bounded
    answerLanguage = answerLanguage.bounded
    answerPronunciation = answerPronunciation.bounded
    note = note.bounded(to: WordCard.maximumNoteBytes)
    sentence = sentence.bounded
    choices = choices.prefix(9).map(\.bounded)
    wrongChoices = wrongChoices.filter { $0 < choices.count }
    differences = Array(differences.prefix(WordCard.maximumBytes))
  }

  /// The values of `State`.
  package enum Phase: String, Sendable, CaseIterable {
    case idle
    case asking
    /// The answer is shown and waits for a grade.
    case revealed
    case finished
  }

  package var phase: Phase? { state.known }

  /// Whether there is a session, even a finished one.
  package var exists: Bool { phase != .idle }
  package var isFinished: Bool { phase == .finished }
  /// Whether a question has to be answered or graded.
  package var isInProgress: Bool { phase == .asking || phase == .revealed }

  /// How many due ones can be asked today.
  package var ready: UInt32 {
    UInt32(clamping: max(Int64(due) - Int64(resting) - Int64(waiting), 0))
  }

  /// How many questions a session over all decks is offered with: 0, all of them, unless so many wait
  /// that they would frighten.
  package var portion: UInt32 { UInt64(ready) + UInt64(new) > 30 ? 20 : 0 }

  /// Whether the streak ends today unless a session is finished.
  package var isStreakEnding: Bool { streak > 0 && !isFinishedToday }

  /// `3/5`; after the last question `5/5`.
  package var place: String { "\(position)/\(questions)" }

  /// From 1; unlike the number of the question it does not go back when a missed one is asked again.
  package var position: Int { min(Int(answered) + (isInProgress ? 1 : 0), Int(questions)) }

  /// Whether the question was missed earlier in the session.
  package var isAskedAgain: Bool { isInProgress && questionNumber <= answered }

  /// How many questions were missed, without the current one while it is asked for the first time.
  package var missed: Int {
    let seen =
      !isInProgress ? Int(answered) : isAskedAgain ? Int(questions) : Int(questionNumber) - 1
    return max(seen - Int(firstTry), 0)
  }

  /// The seconds from a time, in seconds since 1970-01-01 UTC, until the next card is due; nil if none
  /// is going to be.
  package func wait(from now: UInt64) -> UInt64? {
    let next = nextDue / 1_000_000
    return next > 0 ? next - min(next, now) : nil
  }

  /// The same from now.
  package var wait: UInt64? { wait(from: UInt64(max(time(nil), 0))) }
}

extension String {
  /// The text, cut if it is longer than a card's side.
  var bounded: String { bounded(to: WordCard.maximumBytes) }

  fileprivate func bounded(to bytes: Int) -> String {
    guard utf8.count > bytes else { return self }
    // Within a character, the index means its beginning.
    return String(self[..<utf8.index(startIndex, offsetBy: bytes)])
  }
}
