package import DBus

// The properties and signals of the interface `org.memorized.Memorize1.Practice`.
extension PracticeContract {
  /// The property `Revision`.
  package static let revision = Property<Service, UInt64>(
    "Revision", "Grows by one with each transition of the session; survives restarts.", .value
  ) { $0.facts.revision }

  /// The property `State`.
  package static let state = Property<Service, String>(
    "State", "idle, asking, revealed (the answer was told and waits for its grade) or finished.",
    .value
  ) { $0.facts.state }

  /// The property `Deck`.
  package static let deck = Property<Service, String>(
    "Deck", "The name of the deck; empty without a session.", .value
  ) { $0.facts.deck }

  /// The property `Mode`.
  package static let mode = Property<Service, String>(
    "Mode", "choices, typed or recall; empty without a session.", .value
  ) { $0.facts.mode }

  /// The property `Direction`.
  package static let direction = Property<Service, String>(
    "Direction", "forward or backward; empty without a session.", .value
  ) { $0.facts.direction }

  /// The property `QuestionNumber`.
  package static let questionNumber = Property<Service, UInt32>(
    "QuestionNumber", "The number of the question that is asked, from 1; 0 where none is.", .value
  ) { $0.facts.questionNumber }

  /// The property `Question`.
  package static let question = Property<Service, String>(
    "Question", "The side that is asked.", .value
  ) { $0.facts.question }

  /// The property `Pronunciation`.
  package static let pronunciation = Property<Service, String>(
    "Pronunciation", "How the question is said; empty where nothing is told.", .value
  ) { $0.facts.pronunciation }

  /// The property `Choices`.
  package static let choices = Property<Service, [String]>(
    "Choices", "The answers to choose from, one of them right; none in other modes.", .value
  ) { $0.facts.choices }

  /// The property `Questions`.
  package static let questions = Property<Service, UInt32>(
    "Questions", "How many questions the session has.", .value
  ) { $0.facts.questions }

  /// The property `Answered`.
  package static let answered = Property<Service, UInt32>(
    "Answered", "How many questions were answered right.", .value
  ) { $0.facts.answered }

  /// The property `Wrong`.
  package static let wrong = Property<Service, UInt32>(
    "Wrong", "How many responses were wrong.", .value
  ) { $0.facts.wrong }

  /// The property `FirstTry`.
  package static let firstTry = Property<Service, UInt32>(
    "FirstTry", "How many questions were right at the first response.", .value
  ) { $0.facts.firstTry }

  /// The property `Due`.
  package static let due = Property<Service, UInt32>(
    "Due", "How many cards of all decks are due; one may be so in both directions.", .value
  ) { $0.facts.due }

  /// The property `New`.
  package static let new = Property<Service, UInt32>(
    "New", "How many cards of all decks were never answered, up to what today still allows.", .value
  ) { $0.facts.new }

  /// A question is asked.
  package static let questionAsked = Signal<UInt64, UInt32, String, String, [String]>(
    "QuestionAsked", "A question is asked; choices is empty in the modes typed and recall.",
    "revision", "number", "question", "pronunciation", "choices")

  /// A question was answered.
  package static let answerGiven = Signal<UInt64, UInt32, Bool, String, String>(
    "AnswerGiven",
    "A question was answered, by the answer that is told; empty where it was given up or graded.",
    "revision", "number", "correct", "question", "answer")

  /// All questions were answered.
  package static let sessionFinished = Signal<UInt64, SessionSummary>(
    "SessionFinished",
    "All questions were answered: \(SessionSummary.keyList).", "revision", "result")

  /// The day's session has not been done by the time that was set.
  package static let reminderDue = Signal<UInt32, UInt32>(
    "ReminderDue", "It is time for the daily session, which has not been done today.", "due", "new")
}

/// What the properties of ``PracticeContract`` tell; without a session texts are empty and numbers 0.
package struct PracticeFacts: Equatable, Sendable {
  /// See ``PracticeContract/revision``.
  package var revision: UInt64 = 0
  /// See ``PracticeContract/state``.
  package var state = "idle"
  /// See ``PracticeContract/deck``.
  package var deck = ""
  /// See ``PracticeContract/mode``.
  package var mode = ""
  /// See ``PracticeContract/direction``.
  package var direction = ""
  /// See ``PracticeContract/questionNumber``.
  package var questionNumber: UInt32 = 0
  /// See ``PracticeContract/question``.
  package var question = ""
  /// See ``PracticeContract/pronunciation``.
  package var pronunciation = ""
  /// See ``PracticeContract/choices``.
  package var choices: [String] = []
  /// See ``PracticeContract/questions``.
  package var questions: UInt32 = 0
  /// See ``PracticeContract/answered``.
  package var answered: UInt32 = 0
  /// See ``PracticeContract/wrong``.
  package var wrong: UInt32 = 0
  /// See ``PracticeContract/firstTry``.
  package var firstTry: UInt32 = 0
  /// See ``PracticeContract/due``.
  package var due: UInt32 = 0
  /// See ``PracticeContract/new``.
  package var new: UInt32 = 0

  /// Tells that there is no session.
  package init() {}
}
