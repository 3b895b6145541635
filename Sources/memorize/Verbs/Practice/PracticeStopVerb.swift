import ArgumentParser
import DBus
import MemorizeBus

/// The verb `practice stop`.
struct PracticeStopVerb: Verb, Request {
  static let configuration = CommandConfiguration(
    commandName: "stop", abstract: "Ends the session; its answers stay.")

  @OptionGroup var common: CommonOptions

  func perform(_ settings: Settings) throws {
    let connection = try ServiceConnection(settings)
    let (_, practice) = try connection.changePractice {
      $0.call(PracticeContract.stop, of: PracticeContract.interface, completion: $1)
    }
    guard !settings.isQuiet else { return }
    switch settings.form {
    case .json: try Output.results.write(JSON.object([("practice", practice.summary)]).text + "\n")
    case .plain, .text: try Output.results.write("stopped\n")
    }
  }
}
