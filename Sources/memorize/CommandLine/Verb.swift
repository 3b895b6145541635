import ArgumentParser

/// A verb of the command line: its arguments, and what it does.
protocol Verb: ParsableCommand {
  var common: CommonOptions { get }
  /// The options of a verb that prints a board.
  var boardOptions: BoardOptions? { get }
  var isASCII: Bool { get }

  /// Does what is asked for.
  ///
  /// It throws `ProgramError`, `Output.Failure`, or an `ExitStatus` when all has been said.
  func perform(_ options: Options) throws
}

extension Verb {
  var boardOptions: BoardOptions? { nil }

  var isASCII: Bool { boardOptions?.ascii ?? false }

  /// Does what is asked for, and reports an error on stderr; with `--json` on stdout too.
  func run() throws {
    do {
      try perform(Options(self))
    } catch let error as ProgramError {
      if Options.printsJSON(json: common.json, plain: common.plain) {
        try? Output.results.write(error.json.text + "\n")
      }
      Output.messages.print(error.line)
      throw error.status
    } catch let failure as Output.Failure {
      throw failure.reported()
    }
  }
}

extension Verb where Self: HasBoardOptions {
  var boardOptions: BoardOptions? { board }
}
