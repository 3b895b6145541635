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

  func run() throws { try run(within: nil) }

  /// Performs the verb, and tells what failed: on stderr, and with `--json` on stdout too.
  ///
  /// - Parameter outer: what holds where the verb's own options say nothing.
  /// - Throws: the `ExitStatus` where there is no more to do than to end with it.
  func run(within outer: Settings?) throws {
    do {
      try perform(Settings(common, boardOptions, within: outer))
    } catch let error as ProgramError {
      let inherits = outer.map { common.json || ($0.form == .json && !common.plain) }
      if inherits ?? Settings.printsJSON(json: common.json, plain: common.plain) {
        try? Output.results.write(error.json.text + "\n")
      }
      Output.messages.tell(error.line)
      throw error.status
    } catch let failure as Output.Failure {
      throw failure.told
    }
  }
}
