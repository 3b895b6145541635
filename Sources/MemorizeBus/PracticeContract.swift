package import DBus
package import Practice

/// The options of `Start`.
package struct StartOptions: CallOptions {
  package var deck: String?
  package var questions: UInt32?
  package var direction: Direction?
  package var mode: PracticeMode?
  package var isDue: Bool?

  package init() {}

  package static let unknownKey = "Start has no option"
  package static let table: [CallOption<StartOptions>] = [
    CallOption("deck", \.deck),
    CallOption("questions", \.questions),
    CallOption("direction", \.direction),
    CallOption("mode", \.mode),
    CallOption("due", \.isDue),
  ]
}

package enum PracticeContract: Contract {
  package typealias Service = any PracticeService
  package typealias State = PracticeState

  package static let start = Method(
    "Start",
    """
    Starts a session in place of the one that is on, whose answers stay. Options, all of which may \
    be left out: deck s (else the last one, else Japanese basics), questions u \
    (\(PracticeSettings.questionRange.text), else the setting), direction s (forward, backward), mode s (choices, typed, recall), due b (only cards \
    that are due, then new ones). Errors: NoSuchDeck, DeckTooSmall, NothingDue, InvalidArgs, \
    StorageFailed.
    """,
    in: "options"
  ) { (practice: Service, options: [String: Value]) in try practice.start(options) }

  package static let answer = Method(
    "Answer",
    """
    Answers the question of that number by a choice, counted from 0. A right answer brings the next \
    question; after a wrong one the same stays. Errors: NoSession, SessionFinished, \
    QuestionChanged, NoSuchChoice, StorageFailed.
    """,
    in: "question", "choice", out: "correct"
  ) { (practice: Service, question: UInt32, choice: UInt32) in
    try practice.answer(question, choice: choice)
  }

  package static let answerText = Method(
    "AnswerText",
    """
    Answers the question of that number by a text, which is compared without case, accents and outer \
    punctuation. Errors: NoSession, SessionFinished, QuestionChanged, InvalidArgs (a text that can \
    be no answer; a session in the mode recall), StorageFailed.
    """,
    in: "question", "answer", out: "correct"
  ) { (practice: Service, question: UInt32, answer: String) in
    try practice.answer(question, text: answer)
  }

  package static let reveal = Method(
    "Reveal",
    """
    Tells the answer. That counts as wrong and moves the question to the end, but in the mode recall, \
    where Grade follows; told again there it changes nothing. Errors: NoSession, SessionFinished, \
    QuestionChanged, StorageFailed.
    """,
    in: "question", out: "answer"
  ) { (practice: Service, question: UInt32) in try practice.reveal(question) }

  package static let grade = Method(
    "Grade",
    """
    Says how well an answer that was revealed in the mode recall was remembered: 1 not, 2 with \
    effort, 3 well, 4 at once. Errors: NoSession, SessionFinished, QuestionChanged, InvalidArgs \
    (another number; nothing was revealed), StorageFailed.
    """,
    in: "question", "grade"
  ) { (practice: Service, question: UInt32, grade: UInt32) in
    try practice.grade(question, grade)
  }

  package static let undo = Method(
    "Undo",
    """
    Takes the last response of the session back, with what it did to the schedule. Errors: \
    NothingToUndo, StorageFailed.
    """
  ) { (practice: Service) in try practice.undo() }

  package static let restart = Method(
    "Restart",
    """
    Starts a session with the deck, direction, mode and number of the one that is on or finished; \
    where nothing is due any more, with all cards. Errors: NoSession, StorageFailed.
    """
  ) { (practice: Service) in try practice.restart() }

  package static let stop = Method(
    "Stop", "Ends the session; its answers stay. Errors: NoSession, StorageFailed."
  ) { (practice: Service) in try practice.stop() }

  package static let decks = Method(
    "Decks",
    """
    Tells the decks: \(DeckSummary.keyList). New are cards never answered, up to today's allowance. \
    Error: StorageFailed.
    """,
    out: "decks"
  ) { (practice: Service) in try practice.decks() }

  package static let statistics = Method(
    "Statistics",
    """
    Sums up all reviews. Of all days: answers u (first answers of a session), reviewed u (those of a \
    card known from an earlier day), recalled u (those of them that were right), retrievability d \
    (the mean chance that a card is remembered now; -1 without any). Of local days: ahead au \
    (reviews that fall due today, with what is overdue, and on the \(PracticeStatistics.coveredDays - 1) days \
    after), days a(suu) (date, reviewed and recalled of those of the last \
    \(PracticeStatistics.coveredDays) days that had any). Error: StorageFailed.
    """,
    out: "statistics"
  ) { (practice: Service) in try practice.statistics() }

  package static let questionAsked = Signal<UInt64, UInt32, String, String, [String]>(
    "QuestionAsked", "A question is asked; choices is empty in the modes typed and recall.",
    "revision", "number", "question", "pronunciation", "choices")

  package static let answerGiven = Signal<UInt64, UInt32, Bool, String, String>(
    "AnswerGiven",
    "A question was answered, by the answer that is told; empty where it was given up or graded.",
    "revision", "number", "correct", "question", "answer")

  package static let sessionFinished = Signal<UInt64, SessionSummary>(
    "SessionFinished",
    "All questions were answered: \(SessionSummary.keyList).", "revision", "result")

  package static let reminderDue = Signal<UInt32, UInt32>(
    "ReminderDue", "It is time for the daily session, which has not been done today.", "due", "new")

  package static let interface = Interface<Service>(
    "org.memorized.Memorize1.Practice", "Questions and answers, and what is due."
  ) {
    start
    answer
    answerText
    reveal
    grade
    undo
    restart
    stop
    decks
    statistics
    PracticeState.properties { $0.published }
    questionAsked
    answerGiven
    sessionFinished
    reminderDue
  }
}

package protocol PracticeService: AnyObject {
  func start(_ options: [String: Value]) throws
  func answer(_ question: UInt32, choice: UInt32) throws -> Bool
  func answer(_ question: UInt32, text: String) throws -> Bool
  func reveal(_ question: UInt32) throws -> String
  func grade(_ question: UInt32, _ grade: UInt32) throws
  func undo() throws
  func restart() throws
  func stop() throws
  func decks() throws -> [DeckSummary]
  func statistics() throws -> PracticeStatistics
  var published: Published<PracticeState> { get }
}
