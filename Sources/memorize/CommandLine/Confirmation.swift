import ArgumentParser
import Glibc
import PlainText
import Screens
import TerminalKit
import Translation

/// Answers a ``Confirmation`` in advance.
struct YesOption: ParsableArguments {
  @Flag(help: "Do not ask before something is lost or replaced.")
  var yes = false

  /// The name in version 0.3.
  @Flag(name: .customLong("force"), help: .hidden)
  var force = false

  var isGiven: Bool { yes || force }

  static var unset: YesOption {
    var option = YesOption()
    (option.yes, option.force) = (false, false)
    return option
  }
}

/// A question before something is lost: asked on a terminal, and answered by an option elsewhere.
struct Confirmation {
  /// What would be lost, as a sentence, made in English: scripts read it too.
  let loss: String
  /// With a question mark: `Abandon it?`.
  let question: String

  /// Throws unless the answer is yes.
  func ask(over connection: ServiceConnection) throws(ProgramError) {
    try ask(connection.options)
    // The user's answer does not count toward --timeout.
    connection.restartClock()
  }

  func ask(_ options: Options) throws(ProgramError) {
    guard options.form != .json, isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1
    else {
      throw refusal(loss, hint: english("To do it anyway, add --yes."))
    }
    try? Output.messages.write(Output.messages.wrapped(prompt) + " ")
    let answer = readLine()?.lowercased().filter { !$0.isWhitespace }
    guard ["y", "yes"].contains(answer) else { throw refusal(english("Nothing was changed.")) }
  }

  private var prompt: String {
    // Translators: {loss} is a sentence; y and N are what is typed, and stay as they are.
    tr(
      "{loss} {question} [y/N]",
      ["loss": translatedSentence(loss), "question": translatedSentence(question)]
    ).harmless
  }

  private func refusal(_ message: String, hint: String = "") -> ProgramError {
    ProgramError(.refused, name: "NotConfirmed", message, hint: hint)
  }
}
