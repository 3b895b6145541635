import DBus
import MemorizeBus

/// The practice session as the service publishes it.
struct PracticeView {
  let revision: UInt64
  /// `idle`, `asking`, `revealed` or `finished`.
  let state: String
  let deck: String
  let mode: String
  let direction: String
  let questionNumber: UInt32
  let question: String
  let pronunciation: String
  let choices: [String]
  let questions: UInt32
  let answered: UInt32
  let wrong: UInt32
  let firstTry: UInt32
  /// How many cards of all decks are due.
  let due: UInt32
  /// How many cards of all decks were never answered, up to what today allows.
  let new: UInt32

  /// Reads the answer of GetAll.
  ///
  /// - Throws: `UnknownProperty` where one is missing or of another type.
  init(_ properties: Properties<PracticeContract.Service>) throws(BusError) {
    func read<T: BusType>(_ property: Property<PracticeContract.Service, T>) throws(BusError) -> T {
      guard let value = properties[property] else { throw ProgramError.unfitting }
      return value
    }
    revision = try read(PracticeContract.revision)
    state = try read(PracticeContract.state)
    deck = try read(PracticeContract.deck)
    mode = try read(PracticeContract.mode)
    direction = try read(PracticeContract.direction)
    questionNumber = try read(PracticeContract.questionNumber)
    question = try read(PracticeContract.question)
    pronunciation = try read(PracticeContract.pronunciation)
    choices = try read(PracticeContract.choices)
    questions = try read(PracticeContract.questions)
    answered = try read(PracticeContract.answered)
    wrong = try read(PracticeContract.wrong)
    firstTry = try read(PracticeContract.firstTry)
    due = try read(PracticeContract.due)
    new = try read(PracticeContract.new)
  }

  /// Whether there is a session, be it finished.
  var isThere: Bool { state != "idle" }
  /// Whether all questions were answered.
  var isFinished: Bool { state == "finished" }
  /// Whether a question is asked, be its answer revealed.
  var isAsking: Bool { isThere && !isFinished }

  /// The side that is asked by a question's number; empty where another one is asked.
  func question(numbered number: UInt32) -> String { number == questionNumber ? question : "" }

  /// The session as `--json` tells it, without its question.
  var summary: JSON {
    [
      "revision": .integer(revision), "state": .string(state), "deck": .string(deck),
      "mode": .string(mode), "direction": .string(direction),
      "question_number": .integer(questionNumber), "questions": .integer(questions),
      "answered": .integer(answered), "wrong": .integer(wrong), "first_try": .integer(firstTry),
      "due": .integer(due), "new": .integer(new),
    ]
  }

  /// The session and its question.
  ///
  /// - Parameter showsChoices: whether the choices are told with it.
  /// - Returns: what `--json` tells.
  func json(showsChoices: Bool) -> JSON {
    summary.with("question", .string(question))
      .with("pronunciation", .string(pronunciation))
      .with("choices", showsChoices ? .strings(choices) : nil)
  }
}

// The session in words.
extension PracticeView {
  /// `Japanese basics: 3/5, 2 answered, 1 wrong, 2 at the first try; 4 due, 10 new`.
  var statusLine: String {
    let waiting = "\(due) due, \(new) new"
    guard isThere else { return "no session; \(waiting): start one with “memorize practice start”" }
    let place = isFinished ? "finished" : "\(questionNumber)/\(questions)"
    return
      ("\(deck): \(place), \(answered) answered, \(wrong) wrong, \(firstTry) at the first try; "
      + waiting).harmless
  }

  /// What is said when a session begins.
  var startedLine: String {
    "started: \(deck), \(questions) question\(questions == 1 ? "" : "s")".harmless
  }

  /// What is said when all questions were answered.
  ///
  /// - Parameter name: who practises; empty where nobody has said so.
  /// - Returns: the sentence.
  func finishedLine(name: String) -> String {
    let who = name.isEmpty ? "" : ", " + name
    return "Well done\(who): \(firstTry) of \(questions) at the first try".harmless
  }
}
