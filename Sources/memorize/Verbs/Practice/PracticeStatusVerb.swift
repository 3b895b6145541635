import ArgumentParser

/// The verb `practice status`.
struct PracticeStatusVerb: Verb, Request {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Prints how the session stands and what is due, in one line.")

  @Flag(
    name: .customLong("exit-code"),
    help:
      "End with 0 where a question is asked, 10 after the last one, 11 where there is no session."
  )
  var tellsByExitCode = false

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let practice = try ServiceConnection(options).practice()
    switch options.form {
    case .json: try Output.results.write(JSON.object([("practice", practice.summary)]).text + "\n")
    case .plain, .text: try Output.results.write(practice.statusLine + "\n")
    }
    guard tellsByExitCode, !practice.isAsking else { return }
    throw practice.isFinished ? ExitStatus.won : ExitStatus.noGame
  }
}
