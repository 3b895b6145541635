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
      if common.json || environment("MEMORIZE_OPTIONS")?.contains("--json") == true {
        try? Output.results.write(error.json.text + "\n")
      }
      Output.messages.tell(error.line)
      throw error.status
    } catch Output.Failure.readerGone {
      return
    } catch Output.Failure.failed(let reason) {
      Output.messages.tell("memorize: The result could not be written: \(reason).")
      throw ExitStatus.unexpected
    }
  }
}
