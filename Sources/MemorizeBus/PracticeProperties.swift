public import DBus

// The properties and signals of the interface `org.memorized.Memorize1.Practice`.
extension PracticeContract {
  /// The property `Revision`.
  public static let revision = Property<Service, UInt64>(
    "Revision", "Grows by one with each transition of the session; survives restarts.", .value
  ) { $0.facts.revision }

  /// The property `State`.
  public static let state = Property<Service, String>(
    "State", "idle, asking, revealed (the answer was told and waits for its grade) or finished.",
    .value
  ) { $0.facts.state }

  /// The property `Deck`.
  public static let deck = Property<Service, String>(
    "Deck", "The name of the deck; empty without a session.", .value
  ) { $0.facts.deck }

  /// The property `Mode`.
  public static let mode = Property<Service, String>(
    "Mode", "choices, typed or recall; empty without a session.", .value
  ) { $0.facts.mode }

  /// The property `Direction`.
  public static let direction = Property<Service, String>(
    "Direction", "forward or backward; empty without a session.", .value
  ) { $0.facts.direction }

  /// The property `QuestionNumber`.
  public static let questionNumber = Property<Service, UInt32>(
    "QuestionNumber", "The number of the question that is asked, from 1; 0 where none is.", .value
  ) { $0.facts.questionNumber }

  /// The property `Question`.
  public static let question = Property<Service, String>(
    "Question", "The side that is asked.", .value
  ) { $0.facts.question }

  /// The property `Pronunciation`.
  public static let pronunciation = Property<Service, String>(
    "Pronunciation", "How the question is said; empty where nothing is told.", .value
  ) { $0.facts.pronunciation }

  /// The property `Choices`.
  public static let choices = Property<Service, [String]>(
    "Choices", "The answers to choose from, one of them right; none in other modes.", .value
  ) { $0.facts.choices }

  /// The property `Questions`.
  public static let questions = Property<Service, UInt32>(
    "Questions", "How many questions the session has.", .value
  ) { $0.facts.questions }

  /// The property `Answered`.
  public static let answered = Property<Service, UInt32>(
    "Answered", "How many questions were answered right.", .value
  ) { $0.facts.answered }

  /// The property `Wrong`.
  public static let wrong = Property<Service, UInt32>(
    "Wrong", "How many responses were wrong.", .value
  ) { $0.facts.wrong }

  /// The property `FirstTry`.
  public static let firstTry = Property<Service, UInt32>(
    "FirstTry", "How many questions were right at the first response.", .value
  ) { $0.facts.firstTry }

  /// The property `Due`.
  public static let due = Property<Service, UInt32>(
    "Due", "How many cards of all decks are due; one may be so in both directions.", .value
  ) { $0.facts.due }

  /// The property `New`.
  public static let new = Property<Service, UInt32>(
    "New", "How many cards of all decks were never answered, up to what today still allows.", .value
  ) { $0.facts.new }

  /// A question is asked.
  public static let questionAsked = Signal<UInt64, UInt32, String, String, [String]>(
    "QuestionAsked", "A question is asked; choices is empty in the modes typed and recall.",
    "revision", "number", "question", "pronunciation", "choices")

  /// A question was answered.
  public static let answerGiven = Signal<UInt64, UInt32, Bool, String, String>(
    "AnswerGiven",
    "A question was answered, by the answer that is told; empty where it was given up or graded.",
    "revision", "number", "correct", "question", "answer")

  /// All questions were answered.
  public static let sessionFinished = Signal<UInt64, [String: Value]>(
    "SessionFinished",
    "All questions were answered: questions u, wrong u, first-try u, deck s.", "revision", "result")

  /// The day's session has not been done by the time that was set.
  public static let reminderDue = Signal<UInt32, UInt32>(
    "ReminderDue", "It is time for the daily session, which has not been done today.", "due", "new")
}

/// What the properties of ``PracticeContract`` tell; without a session texts are empty and numbers 0.
public struct PracticeFacts: Equatable, Sendable {
  /// See ``PracticeContract/revision``.
  public var revision: UInt64 = 0
  /// See ``PracticeContract/state``.
  public var state = "idle"
  /// See ``PracticeContract/deck``.
  public var deck = ""
  /// See ``PracticeContract/mode``.
  public var mode = ""
  /// See ``PracticeContract/direction``.
  public var direction = ""
  /// See ``PracticeContract/questionNumber``.
  public var questionNumber: UInt32 = 0
  /// See ``PracticeContract/question``.
  public var question = ""
  /// See ``PracticeContract/pronunciation``.
  public var pronunciation = ""
  /// See ``PracticeContract/choices``.
  public var choices: [String] = []
  /// See ``PracticeContract/questions``.
  public var questions: UInt32 = 0
  /// See ``PracticeContract/answered``.
  public var answered: UInt32 = 0
  /// See ``PracticeContract/wrong``.
  public var wrong: UInt32 = 0
  /// See ``PracticeContract/firstTry``.
  public var firstTry: UInt32 = 0
  /// See ``PracticeContract/due``.
  public var due: UInt32 = 0
  /// See ``PracticeContract/new``.
  public var new: UInt32 = 0

  /// Tells that there is no session.
  public init() {}
}
