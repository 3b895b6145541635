import ArgumentParser
import DBus
import MemorizeBus

/// The verb `practice restart`.
struct PracticeRestartVerb: Verb, Request {
  static let configuration = CommandConfiguration(
    commandName: "restart",
    abstract: "Starts a session like the last one, and prints its question.",
    discussion: "Where nothing is due any more, it is one of all cards.")

  @OptionGroup var choices: ChoicesOption
  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let (_, practice) = try connection.changePractice {
      $0.call(PracticeContract.restart, of: PracticeContract.interface, completion: $1)
    }
    guard !options.isQuiet else { return }
    try connection.tell(.started, practice, options, wantsChoices: choices.choices)
  }
}
