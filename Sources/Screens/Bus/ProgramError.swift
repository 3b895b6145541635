package import DBus
import MemorizeBus
import PlainText
package import TerminalKit
import Translation

package struct ProgramError: Error {
  package let status: ExitStatus
  /// A short name for scripts, as `CardMatched`.
  package let name: String
  /// One sentence or two, in English: what went wrong, then what to do.
  package var message: String { onMachine(fault) }
  private let fault: String
  /// What comes nearest, or where to read more, in English, on a line of its own; may be empty.
  package var hint: String
  /// The other machine on which it happened.
  var machine: String?
  /// The card whose flip was refused.
  package var card: UInt32?
  /// How many cards the board has, if that is known.
  package var cardCount: Int?

  package init(_ status: ExitStatus, name: String, _ message: String, hint: String = "") {
    (self.status, self.name, self.fault, self.hint) = (status, name, message, hint)
  }

  package init(_ error: BusError) {
    self.init(
      ExitStatus(of: error.name), name: error.name.shortName, error.message,
      hint: error.name == .noGame ? english("“memorize new” starts a game.") : "")
  }

  package static func usage(_ message: String, hint: String = "") -> ProgramError {
    ProgramError(.usage, name: "Usage", message, hint: hint)
  }

  /// Adds the card if the rules refused its flip.
  package func onFlip(of card: UInt32) -> ProgramError {
    guard status == .refused, name != ErrorName.noGame.shortName else { return self }
    var error = self
    error.card = card
    return error
  }

  package var json: JSON { ["error": fields] }

  package var fields: JSON {
    let fields: JSON = ["name": .string(name), "message": .string(withHint(message, hint))]
    return fields.with("card", card.map { .integer($0) })
  }

  private func onMachine(_ text: String) -> String { machine.map { "\($0): \(text)" } ?? text }

  private func withHint(_ text: String, _ hint: String) -> String {
    hint.isEmpty ? text : text + " " + hint
  }

  /// The message for people, who read which card it is about; scripts read the service's.
  private var sentence: String {
    guard let card else { return fault }
    switch name {
    case ErrorName.cardFaceUp.shortName:
      return english("Card \(card) is already face up; choose one that is face down.")
    case ErrorName.cardMatched.shortName:
      return english("Card \(card) is already matched; choose one that is face down.")
    case ErrorName.noSuchCard.shortName:
      guard let cardCount, cardCount > 0 else {
        return english("There is no card \(card) on this board; cards are numbered from 0.")
      }
      let last = cardCount - 1
      return english("There is no card \(card); this board's cards are numbered 0 to \(last).")
    default: return fault
    }
  }

  /// The message for people, in their language.
  package var messageText: String { onMachine(translatedSentence(sentence)) }

  /// The line on stderr, and a second one for the hint; the error's name is for `--verbose`.
  package func line(_ options: Options) -> String {
    line(messageText, hint: translatedSentence(hint), options)
  }

  /// The same in English, where it stands among lines for scripts.
  package func plainLine(_ options: Options) -> String {
    line(onMachine(sentence), hint: hint, options)
  }

  private func line(_ message: String, hint: String, _ options: Options) -> String {
    let mark = options.isVerbose ? " (\(name))" : ""
    let line = "memorize: " + (message + mark).harmless
    return hint.isEmpty ? line : line + "\n" + hint.harmlessLines
  }

  /// Prints it, and returns the exit status.
  package func reported(_ options: Options, asJSON: Bool) -> ExitStatus {
    if asJSON { try? Output.results.write(json.text + "\n") }
    Output.messages.print(line(options))
    return status
  }

  /// For people, all in one line.
  package var reason: String { [messageText, translatedSentence(hint)].sentencesText }

  /// The same in English, for programs that pass it on.
  package var englishReason: String { withHint(onMachine(sentence), hint) }
}

extension Output.Failure {
  /// Prints it for a person, and returns the exit status.
  package func reported() -> ExitStatus {
    let message =
      switch self {
      case .readerGone: ""
      case .closed:
        tr(
          """
          The result could not be written: stdout is not open for writing. Remove “>&-”, or redirect \
          it to a file or to /dev/null.
          """)
      case .full(let reason):
        // Translators: {reason} is the system's, such as “No space left on device”.
        tr(
          """
          The result could not be written: {reason}. Make room there, or redirect the output.
          """, ["reason": reason])
      case .failed(let reason):
        tr("The result could not be written: {reason}. Redirect the output.", ["reason": reason])
      }
    guard !message.isEmpty else { return .done }
    Output.messages.print("memorize: " + message)
    return .unexpected
  }
}

extension ProgramError {
  package init(_ error: TerminalError) {
    switch error {
    case .unfit(let reason): self.init(.usage, name: "Terminal", reason)
    case .system(let reason): self.init(.unexpected, name: "Terminal", reason)
    }
  }
}
