import ArgumentParser
import DBus
import MemorizeBus

/// The verb `practice stop`.
struct PracticeStopVerb: Verb, Request {
  static let configuration = CommandConfiguration(
    commandName: "stop", abstract: "Ends the session; its answers stay.")

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let (_, practice) = try connection.changePractice {
      $0.call(PracticeContract.stop, of: PracticeContract.interface, completion: $1)
    }
    guard !options.isQuiet else { return }
    switch options.form {
    case .json: try Output.results.write(JSON.object([("practice", practice.summary)]).text + "\n")
    case .plain, .text: try Output.results.write("stopped\n")
    }
  }
}
