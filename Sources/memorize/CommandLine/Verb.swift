import ArgumentParser

protocol Verb: ParsableCommand {
  var common: CommonOptions { get }
  /// Nil if the verb prints no board.
  var boardOptions: BoardOptions? { get }
  var isASCII: Bool { get }

  /// Throws `ProgramError`, `Output.Failure`, or an `ExitStatus` if everything has been printed.
  func perform(_ options: Options) throws
}

extension Verb {
  var boardOptions: BoardOptions? { nil }

  var isASCII: Bool { boardOptions?.ascii ?? false }

  /// Performs the verb and prints errors on stderr; with `--json` on stdout too.
  func run() throws {
    do {
      let options = try Options(self)
      do {
        try perform(options)
      } catch let error as ProgramError where options.isQuiet && error.status == .refused {
        error.showInNotification()
        throw error
      }
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
