import ArgumentParser
import Screens
import TerminalKit

/// ArgumentParser's, in files that import DBus's too.
typealias Argument = ArgumentParser.Argument

/// A verb, or a group of verbs, whose help ends with examples.
protocol DocumentedCommand: ParsableCommand {
  /// Two command lines.
  static var examples: [String] { get }
  /// A part of its help that is made only when it is shown: keys, or settings; nil without one.
  static var details: String? { get }
}

extension DocumentedCommand {
  static var details: String? { nil }
}

protocol Verb: DocumentedCommand {
  var common: CommonOptions { get set }

  /// Throws `ProgramError`, `TerminalError`, `Output.Failure`, or an `ExitStatus` if everything has
  /// been printed.
  func perform(_ options: Options) throws
}

extension Verb {
  /// Performs the verb and prints a `ProgramError` on stderr; with `--json` on stdout too.
  func run() throws {
    let options = try Options(self)
    do {
      do { try perform(options) } catch let error as TerminalError { throw ProgramError(error) }
    } catch let error as ProgramError {
      if options.isQuiet, error.status == .refused { error.showInNotification() }
      throw error.reported(options, asJSON: options.form == .json)
    }
  }
}
