import ArgumentParser
import DBus
import MemorizeBus

/// The verb `practice grade`.
struct PracticeGradeVerb: Verb, Request {
  static let configuration = CommandConfiguration(
    commandName: "grade", abstract: "Says how well an answer that was revealed was remembered.",
    discussion: """
      1 or again: not; such a question moves to the end. 2 or hard: with effort. 3 or good: well. 4 \
      or easy: at once. It is for the mode recall.
      """)

  @ArgumentParser.Argument(
    help: ArgumentHelp("1 to 4, or again, hard, good or easy.", valueName: "grade"),
    transform: PracticeEvent.Grade.init(argument:))
  var grade: PracticeEvent.Grade

  @OptionGroup var question: QuestionOption
  @OptionGroup var choices: ChoicesOption
  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let practice = try connection.practice()
    let number = question.question ?? practice.questionNumber
    let (_, after) = try connection.changePractice {
      $0.call(
        PracticeContract.grade, of: PracticeContract.interface, number, grade.rawValue,
        completion: $1)
    }
    guard !options.isQuiet else { return }
    let event = PracticeEvent.graded(
      number: number, question: practice.question(numbered: number), grade)
    try connection.tell(event, after, options, wantsChoices: choices.choices)
  }
}

extension PracticeEvent.Grade {
  /// Takes a grade.
  ///
  /// - Throws: `ValidationError` that lists them.
  init(argument: String) throws {
    guard let grade = Self(word: argument) else {
      let names = Self.allCases.map { "\($0.rawValue) or \($0.name)" }.joined(separator: ", ")
      throw ValidationError("A grade is one of these: \(names).")
    }
    self = grade
  }
}
