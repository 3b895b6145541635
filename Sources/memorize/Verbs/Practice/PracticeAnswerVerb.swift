import ArgumentParser

/// The verb `practice answer`.
struct PracticeAnswerVerb: Verb, Request {
  static let configuration = CommandConfiguration(
    commandName: "answer", abstract: "Answers the question, and prints the next one.",
    discussion: """
      In the mode choices the answer is the number of a choice, from 1, or else its exact text; in \
      typed it is what you type. An answer that begins with - has -- before it. After a wrong answer \
      the same question stays. Either ends with 0.

      Without --question the question is looked up first; where another one is asked by then, the \
      answer is refused. A script that has shown a question names its number.
      """)

  @ArgumentParser.Argument(
    help: ArgumentHelp("The number of a choice, or words.", valueName: "answer"))
  var words: [String]

  @OptionGroup var question: QuestionOption
  @OptionGroup var choices: ChoicesOption
  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let practice = try connection.practice()
    let given = GivenWords(text: words.joined(separator: " "))
    let (event, after) = try given.answer(question.question, in: practice, over: connection)
    guard !options.isQuiet else { return }
    try connection.tell(event, after, options, wantsChoices: choices.choices)
  }
}
