import ArgumentParser

/// The verb `status`.
struct StatusVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Prints theme, pairs, score, flips and moves in one line.")

  @Flag(
    name: .customLong("exit-code"),
    help: "End with 0 where a game is on, 10 where it is won, 11 where there is none.")
  var tellsByExitCode = false

  @OptionGroup var format: FormatOption
  @OptionGroup var common: CommonOptions

  func validate() throws { try format.check(common) }

  var request: any Request {
    StatusRequest(tellsByExitCode: tellsByExitCode, format: format.format)
  }
}
