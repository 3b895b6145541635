import ArgumentParser
import DBus
import MemorizeBus
import MemorizeText
import PlainText
import Practice
import Screens

struct QuestionOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Act only if this is the number of the current question.",
      valueName: "number"))
  var question: UInt32?

  /// The question's number, and its text if it is the current one.
  func asked(in practice: PracticeState) -> (number: UInt32, text: String) {
    let number = question ?? practice.questionNumber
    return (number, number == practice.questionNumber ? practice.question : "")
  }
}

struct PracticeAnswerVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "answer", abstract: "Answer the question and print the next one.",
    discussion: """
      In choices mode the answer is the number of a choice, starting at 1, or its exact text; in \
      typed mode it is what you type. Put -- before an answer that begins with -. After a wrong \
      answer the same question stays, and after one that is right but for its accents, which are \
      then shown. The exit status is 0 for right and wrong answers.

      Without --question, the current question is looked up first; if it has changed by the \
      time the answer arrives, the answer is refused. A script that has shown a question should \
      pass its number.
      """)
  static let examples = ["memorize practice answer 2", "memorize practice answer good morning"]

  @Argument(help: ArgumentHelp("The number of a choice, or a text.", valueName: "answer"))
  var words: [String]

  @OptionGroup var question: QuestionOption
  @OptionGroup var choices: ChoicesOption
  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let practice = try connection.practice()
    let asked = question.asked(in: practice)
    let isMeant = practice.isInProgress && asked.number == practice.questionNumber
    var text = words.joined(separator: " ")
    // The service rejects an answer to another question, whatever the choice.
    var choice: UInt32? = isMeant ? nil : .max
    if isMeant, practice.mode.known == .choices {
      let place = try Self.place(of: text, in: practice)
      (choice, text) = (UInt32(place), practice.choices[place])
    } else {
      text = practice.toldAnswer(text)
    }
    let typed = text
    // Before it replies, the service publishes a right answer as the card spells it.
    connection.service.on(PracticeContract.answerGiven) {
      _, number, isCorrect, _, answer in
      if isCorrect, number == asked.number { text = answer }
    }
    let (isCorrect, after) =
      if let choice {
        try connection.practice(after: PracticeContract.answer, asked.number, choice)
      } else {
        try connection.practice(after: PracticeContract.answerText, asked.number, typed)
      }
    guard !options.isQuiet else { return }
    try connection.print(
      .answered(
        asked.number, asked.text, text, typed: typed, isCorrect: isCorrect,
        ofDeck: practice.askedDeck, after: after, reading: after.answerReading(to: practice)),
      after, choices)
  }

  /// The index of a choice, given as a number from 1 or as its text.
  private static func place(
    of text: String, in practice: PracticeState
  ) throws(ProgramError) -> Int {
    let choices = practice.choices
    if let number = Int(digits: text), choices.indices.contains(number - 1) { return number - 1 }
    if let place = choices.firstIndex(of: text) ?? practice.shown.choices.firstIndex(of: text) {
      return place
    }
    throw ProgramError(
      .refused, name: "NoSuchChoice",
      english(
        "The question has no choice “\(text)”: give a number from 1 to \(choices.count), or the exact "
          + "text of a choice."))
  }
}

struct PracticeRevealVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "reveal",
    abstract: "Reveal the answer, then print the current question.",
    discussion: """
      This counts as wrong and moves the question to the end. In recall mode it does neither: you \
      then grade how well you remembered the answer, with “practice grade”.
      """)
  static let examples = ["memorize practice reveal", "memorize practice reveal --question 3"]

  @OptionGroup var question: QuestionOption
  @OptionGroup var choices: ChoicesOption
  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let practice = try connection.practice()
    let asked = question.asked(in: practice)
    let (answer, after) = try connection.practice(after: PracticeContract.reveal, asked.number)
    // A question that waits for its grade is printed with it.
    let reading = after.phase == .revealed ? "" : after.answerReading(to: practice)
    try connection.print(
      .revealed(
        asked.number, asked.text, answer, ofDeck: practice.askedDeck, after: after,
        reading: reading), after, choices)
  }
}

struct PracticeGradeVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "grade", abstract: "Grade how well you remembered a revealed answer.",
    discussion: """
      1 or again: not at all; the question moves to the end. 2 or hard: with effort. 3 or good: \
      well. 4 or easy: at once. Only in recall mode.
      """)
  static let examples = ["memorize practice grade good", "memorize practice grade 1"]

  @Argument(
    help: ArgumentHelp("1 to 4, or again, hard, good or easy.", valueName: "grade"),
    completion: .list(Rating.allCases.map(\.name)),
    transform: Rating.init(argument:))
  var grade: Rating

  @OptionGroup var question: QuestionOption
  @OptionGroup var choices: ChoicesOption
  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let practice = try connection.practice()
    let asked = question.asked(in: practice)
    try connection.perform(
      PracticeContract.grade, asked.number, UInt32(grade.rawValue), choices: choices
    ) { .graded(asked.number, asked.text, grade, ofDeck: practice.askedDeck, after: $0) }
  }
}

extension Rating {
  /// From a name or a number.
  init(argument: String) throws {
    guard
      let grade = Self.allCases.first(where: { [$0.name, "\($0.rawValue)"].contains(argument) })
    else {
      throw ValidationError(
        english("The grades are 1 or again, 2 or hard, 3 or good, 4 or easy."))
    }
    self = grade
  }
}

struct PracticeUndoVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Undo the last response and print the question.",
    discussion: "This also restores the card's previous due date.")
  static let examples = ["memorize practice undo", "memorize practice undo --quiet"]

  @OptionGroup var choices: ChoicesOption
  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    try ServiceConnection(options).perform(PracticeContract.undo, choices: choices) { _ in .undone }
  }
}
