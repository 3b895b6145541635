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

  func perform(_ settings: Settings) throws {
    let connection = try ServiceConnection(settings)
    let (_, practice) = try connection.changePractice {
      $0.call(PracticeContract.restart, of: PracticeContract.interface, completion: $1)
    }
    guard !settings.isQuiet else { return }
    try connection.tell(.started, practice, settings, wantsChoices: choices.choices)
  }
}
