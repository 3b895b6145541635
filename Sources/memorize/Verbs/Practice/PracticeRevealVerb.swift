import ArgumentParser
import DBus
import MemorizeBus

/// The verb `practice reveal`.
struct PracticeRevealVerb: Verb, Request {
  static let configuration = CommandConfiguration(
    commandName: "reveal",
    abstract: "Tells the answer, and prints the question that is asked then.",
    discussion: """
      That counts as wrong and moves the question to the end. In the mode recall it does neither: \
      “practice grade” says there how well the answer was remembered.
      """)

  @OptionGroup var question: QuestionOption
  @OptionGroup var choices: ChoicesOption
  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let practice = try connection.practice()
    let number = question.question ?? practice.questionNumber
    let (answer, after) = try connection.changePractice {
      $0.call(PracticeContract.reveal, of: PracticeContract.interface, number, completion: $1)
    }
    let event = PracticeEvent.revealed(
      number: number, question: practice.question(numbered: number), answer: answer)
    try connection.tell(event, after, options, wantsChoices: choices.choices)
  }
}
