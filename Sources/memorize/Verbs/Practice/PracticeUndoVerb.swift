import ArgumentParser
import DBus
import MemorizeBus

/// The verb `practice undo`.
struct PracticeUndoVerb: Verb, Request {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Takes the last response back, and prints the question.",
    discussion: "When the card is due next is taken back with it.")

  @OptionGroup var choices: ChoicesOption
  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let (_, practice) = try connection.changePractice {
      $0.call(PracticeContract.undo, of: PracticeContract.interface, completion: $1)
    }
    guard !options.isQuiet else { return }
    try connection.tell(.undone, practice, options, wantsChoices: choices.choices)
  }
}
