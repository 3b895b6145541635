package import DBus
internal import PlainText
package import Practice

/// The options of `Start`.
package struct StartOptions: CallOptions {
  package var deck: String?
  package var questions: UInt32?
  package var direction: Direction?
  package var mode: PracticeMode?
  package var isDue: Bool?
  package var isUnsolicited: Bool?
  package var isHard: Bool?

  package init() {}

  package static func refusal(ofKey key: String) -> String {
    english("Start has no option “\(key)”.")
  }
  package static let table: [CallOption<StartOptions>] = [
    CallOption("deck", \.deck),
    CallOption("questions", \.questions),
    CallOption("direction", \.direction),
    CallOption("mode", \.mode),
    CallOption("due", \.isDue),
    CallOption("unasked", \.isUnsolicited),
    CallOption("hard", \.isHard),
  ]
}

package enum PracticeContract: Contract {
  package typealias Service = any PracticeService
  package typealias State = PracticeState

  package static let start = Method(
    interface, "Start",
    """
    Starts a session; the current one ends, and its answers stay saved. All options may be left \
    out: deck s (default: the last one used, initially Japanese basics; with due or hard, all decks), \
    questions u (\(SessionOptions.questionRange.text), default: the setting; with due or hard, 0 means \
    all, at most \(Session.maximumDue)), direction s (forward, backward; default: forward; \
    with due or hard, both), mode s (choices, typed, recall), due b (asks only about due cards, then \
    new ones), hard b (asks only about hard cards, due or not: those forgotten \
    \(Schedule.hardLapses) times or more), unasked b (the user did not ask for it: does not end another session whose questions \
    are asked, and ends, as with Stop, when nobody has responded for two minutes, the caller leaves \
    the bus, or the service restarts). A deck that came with the program or the system offers its \
    new cards to sessions over all decks once it was named here, or one of its cards was answered. \
    Errors: NoSuchDeck, DeckTooSmall (also for a suspended deck), NothingDue, TooFewHardCards, \
    SessionInProgress (with unasked), InvalidArgs, StorageFailed.
    """,
    in: "options"
  ) { (practice: Service, options: [String: Value]) in try practice.start(options) }

  package static let answer = Method(
    interface, "Answer",
    """
    Answers the question that has this number; choices are counted from 0. After a right answer \
    the next question is asked; after a wrong one the same question stays. Errors: NoSession, \
    SessionFinished, QuestionChanged, NoSuchChoice, StorageFailed.
    """,
    in: "question", "choice", out: "correct"
  ) { (practice: Service, question: UInt32, choice: UInt32) in
    try practice.answer(question, choice: choice)
  }

  package static let answerText = Method(
    interface, "AnswerText",
    """
    Answers the question that has this number with text; case and outer punctuation are ignored, \
    some alternatives of several are enough, and what stands in round brackets, and the “to” of an \
    English verb, may be left out, unless that is the answer of another card. If the first side is \
    the answer, so is its pronunciation. \
    If only accents differ, the setting Accents decides: by default the answer is not correct yet, \
    Nearly is the card's, and the same question stays. Errors: NoSession, SessionFinished, QuestionChanged, NotTyped (the mode is recall), \
    InvalidArgs (the text cannot be an answer), StorageFailed.
    """,
    in: "question", "answer", out: "correct"
  ) { (practice: Service, question: UInt32, answer: String) in
    try practice.answer(question, text: answer)
  }

  package static let reveal = Method(
    interface, "Reveal",
    """
    Returns the answer. This counts as wrong and moves the question to the end, except in recall \
    mode: there, Grade follows, and revealing the answer again changes nothing. Errors: NoSession, \
    SessionFinished, QuestionChanged, StorageFailed.
    """,
    in: "question", out: "answer"
  ) { (practice: Service, question: UInt32) in try practice.reveal(question) }

  package static let grade = Method(
    interface, "Grade",
    """
    Grades an answer that was revealed in recall mode: 1 again (not remembered), 2 hard, 3 good, 4 \
    easy. Errors: NoSession, SessionFinished, QuestionChanged, NotRevealed, InvalidArgs (any other \
    grade), StorageFailed.
    """,
    in: "question", "grade"
  ) { (practice: Service, question: UInt32, grade: UInt32) in
    try practice.grade(question, grade)
  }

  package static let undo = Method(
    interface, "Undo",
    """
    Undoes the last response of the session and its effect on the schedule. Errors: NothingToUndo, \
    StorageFailed.
    """
  ) { (practice: Service) in try practice.undo() }

  package static let restart = Method(
    interface, "Restart",
    """
    Starts a session with the deck, direction, mode and number of questions of the current or \
    finished one. If nothing is due any more, it draws from all cards of the deck; after a session \
    over all decks it asks the same questions again. Errors: NoSession, StorageFailed.
    """
  ) { (practice: Service) in try practice.restart() }

  package static let stop = Method(
    interface, "Stop", "Ends the session; its answers stay saved. Errors: NoSession, StorageFailed."
  ) { (practice: Service) in try practice.stop() }

  package static let decks = Method(
    interface, "Decks",
    """
    Returns the decks, in the order in which their new cards are asked: \(DeckSummary.keyList). Error: \
    StorageFailed.
    """,
    out: "decks"
  ) { (practice: Service) in try practice.decks() }

  package static let statistics = Method(
    interface, "Statistics",
    """
    Returns statistics of all reviews. In total: answers u (the first answer to each question of a \
    session), reviewed u (those to cards known from an earlier day), recalled u (how many of those \
    were right), retrievability d (the mean chance that a card is remembered now; -1 if no card \
    was answered). By day, in local time: ahead au (reviews due today, including overdue ones, \
    and on each of the next \(PracticeStatistics.coveredDays - 1) days), days a(suu) (date, \
    reviewed and recalled for each of the last \(PracticeStatistics.coveredDays) days that had \
    any), streak u (days in a row, up to today or yesterday, on which a session was finished). \
    Error: StorageFailed.
    """,
    out: "statistics"
  ) { (practice: Service) in try practice.statistics() }

  package static let reviews = Method(
    interface, "Reviews",
    """
    Returns rows of the log of reviews after one that is known, 0 for none, in the order in which \
    they were logged: id, card, direction, rating from 1 to 4, time (microseconds since 1970-01-01 \
    UTC) and the milliseconds from the question to the answer. A rating of 0 stands for what was \
    known of a card before its reviews were logged. At most \(maximumReviews) are returned at a \
    time. Error: StorageFailed.
    """,
    in: "after", "limit", out: "reviews"
  ) { (practice: Service, after: UInt64, limit: UInt32) in
    try practice.reviews(after: after, limit: limit)
  }

  package static let reviewColumns = Method(
    interface, "ReviewColumns",
    """
    Returns the same rows as Reviews by columns, for programs that read all of them: numbers, cards, \
    whether they were asked backward, ratings, times, milliseconds, and the local days on which they \
    were made, counted from 1970-01-01, from which intervals are reckoned, and the days that were \
    chosen for the next review, 0 for none. Error: StorageFailed.
    """,
    in: "after", "limit", out: "ids", "cards", "backward", "ratings", "times", "took", "days",
    "chosen"
  ) { (practice: Service, after: UInt64, limit: UInt32) in
    try practice.reviewColumns(after: after, limit: limit).wire
  }

  /// The most rows that `Reviews` returns.
  package static let maximumReviews: UInt32 = 5_000

  package static let rebuild = Method(
    interface, "Rebuild",
    """
    Computes the schedules of all cards from the log of reviews, and returns how many there are \
    and how many of those that are kept differ. Unless it is only a check, replaces those. Error: \
    StorageFailed.
    """,
    in: "check", out: "schedules", "different"
  ) { (practice: Service, reply: Reply<UInt32, UInt32>, isCheck: Bool) in
    practice.rebuild(isCheck: isCheck, reply)
  }

  package static let reviewDays = Method(
    interface, "ReviewDays",
    """
    Returns how many answers the log has of each local day, counted from 1970-01-01, that has any, in \
    their order. Error: StorageFailed.
    """,
    out: "days", "answers"
  ) { (practice: Service) in try practice.reviewDays() }

  package static let schedules = Method(
    interface, "Schedules",
    """
    Returns the schedules of a deck's cards, or of all with an empty name, by columns, after a card that \
    is known, 0 for none, in the order of their numbers: cards, whether they are asked backward, \
    stabilities, difficulties, the local days of the last review and of the next, counted from \
    1970-01-01, and whether sessions ask the card. It looks at as many cards as the limit, at most \
    \(maximumReviews); next is the last of these, 0 after all. Errors: NoSuchDeck, StorageFailed.
    """,
    in: "deck", "after", "limit",
    out: "cards", "backward", "stabilities", "difficulties", "reviewed", "due", "asked", "next"
  ) { (practice: Service, deck: String, after: UInt64, limit: UInt32) in
    try practice.schedules(ofDeck: deck, after: after, limit: limit).wire
  }

  package static let planBreak = Method(
    interface, "PlanBreak",
    """
    Plans a break, as 2026-12-24..2027-01-02 or one date: the cards that fall due in it move to days \
    before or after it, as far as FSRS lets them, and no later review is put into it, until parameters or \
    retention change: planned once more, it moves cards again; there is no reminder and no question through the day in it. Returns how many cards have moved, how many wait \
    until its end, and how many fewer of those are likely to be remembered then. Errors: InvalidArgs \
    (no dates; it ends before it begins, lasts more than \(PlannedBreak.maximumDays) days, is over, or \
    shares a day with another), StorageFailed.
    """,
    in: "break", out: "moved", "left", "lost"
  ) { (practice: Service, reply: Reply<UInt32, UInt32, Double>, text: String) in
    try practice.planBreak(text, reply)
  }

  package static let removeBreak = Method(
    interface, "RemoveBreak",
    """
    Removes a planned break; cards keep the days to which it moved them. Errors: InvalidArgs, \
    StorageFailed.
    """,
    in: "break"
  ) { (practice: Service, text: String) in try practice.removeBreak(text) }

  package static let backlog = Method(
    interface, "Backlog",
    """
    Returns how many cards can be asked today, how many wait for another day because of MostReviews, \
    and the date, as 2026-12-09, on which none waits any more if MostReviews are practiced every day: \
    empty if none waits, or if that takes more than a year. Error: StorageFailed.
    """,
    out: "today", "waiting", "done"
  ) { (practice: Service, reply: Reply<UInt32, UInt32, String>) in practice.backlog(reply) }

  package static let questionAsked = Signal<UInt64, UInt32, String, String, [String]>(
    interface, "QuestionAsked",
    """
    A question is asked; choices is empty in typed and recall mode, and pronunciation with the \
    setting Reading with-answer.
    """,
    "revision", "number", "question", "pronunciation", "choices")

  package static let answerGiven = Signal<UInt64, UInt32, Bool, String, String>(
    interface, "AnswerGiven",
    "A question was answered. The answer is the text on the card if it was right, otherwise the "
      + "one given, also if it was nearly right; it is empty if the answer was revealed or graded as not remembered.",
    "revision", "number", "correct", "question", "answer")

  package static let sessionFinished = Signal<UInt64, SessionSummary>(
    interface, "SessionFinished",
    "All questions have been answered. The result: \(SessionSummary.keyList).", "revision",
    "result")

  package static let reminderDue = Signal<UInt32, UInt32>(
    interface, "ReminderDue", "It is time for today's session, which has not been done yet.", "due",
    "new")

  package static let questionDue = Signal<UInt32>(
    interface, "QuestionDue",
    """
    It is time for one question: cards are due, no session is on, and it is not in the quiet hours.
    """, "due")

  package static let interface: Interface<Service> = Interface(
    "org.memorized.Memorize1.Practice", "Practice sessions with word cards, and due cards."
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
    reviews
    reviewColumns
    rebuild
    reviewDays
    schedules
    planBreak
    removeBreak
    backlog
    PracticeState.properties { $0.published }
    questionAsked
    answerGiven
    sessionFinished
    reminderDue
    questionDue
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
  func reviews(after id: UInt64, limit: UInt32) throws -> [ReviewRow]
  func reviewColumns(after id: UInt64, limit: UInt32) throws -> ReviewColumns
  func rebuild(isCheck: Bool, _ reply: Reply<UInt32, UInt32>)
  func reviewDays() throws -> ([Int32], [UInt32])
  func schedules(ofDeck deck: String, after id: UInt64, limit: UInt32) throws -> ScheduleColumns
  func planBreak(_ text: String, _ reply: Reply<UInt32, UInt32, Double>) throws
  func removeBreak(_ text: String) throws
  func backlog(_ reply: Reply<UInt32, UInt32, String>)
  var published: Published<PracticeState> { get }
}
