import ArgumentParser

/// A verb: asks the service and prints the answer.
protocol Verb: ParsableCommand {
  /// The options that every verb has.
  var common: CommonOptions { get }
  /// The options of a verb that prints a board.
  var boardOptions: BoardOptions? { get }

  /// Does what the verb is for.
  ///
  /// - Throws: `ProgramError`, `Output.Failure`, or an `ExitStatus` where all has been said.
  func perform(_ settings: Settings) throws
}

extension Verb {
  /// Most verbs print no board.
  var boardOptions: BoardOptions? { nil }

  /// Performs the verb, and tells what failed: on stderr, and with `--json` on stdout too.
  ///
  /// - Throws: the `ExitStatus` where it is not `done`.
  func run() throws {
    do {
      try perform(Settings(common, boardOptions))
    } catch let error as ProgramError {
      if Settings.printsJSON(json: common.json, plain: common.plain) {
        try? Output.results.write(error.json.text + "\n")
      }
      Output.messages.tell(error.line)
      throw error.status
    } catch let failure as Output.Failure {
      let status = failure.told
      guard status == .done else { throw status }
    }
  }
}
