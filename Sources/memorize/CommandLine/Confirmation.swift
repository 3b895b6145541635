import Glibc
import PlainText
import Screens
import TerminalKit

/// A question before something is lost: asked on a terminal, and answered by an option elsewhere.
struct Confirmation {
  /// What would be lost, as a sentence.
  let loss: String
  /// With a question mark: `Abandon it?`.
  let question: String
  /// The option that answers yes: `--yes`.
  let option: String

  /// Throws unless the answer is yes.
  func ask(over connection: ServiceConnection) throws(ProgramError) {
    guard connection.options.form != .json, isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1
    else {
      throw refusal(loss, hint: "To do it anyway, add \(option).")
    }
    try? Output.messages.write(
      Output.messages.wrapped("\(loss) \(question) [y/N]".harmless) + " ")
    let answer = readLine()?.lowercased().filter { !$0.isWhitespace }
    guard ["y", "yes"].contains(answer) else { throw refusal("Nothing was changed.") }
    // The user's answer does not count towards --timeout.
    connection.restartClock()
  }

  private func refusal(_ message: String, hint: String = "") -> ProgramError {
    var error = ProgramError(.refused, name: "NotConfirmed", message)
    error.hint = hint
    return error
  }
}
