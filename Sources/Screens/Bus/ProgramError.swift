package import DBus
import MemorizeBus
import MemorizeText
import PlainText
package import TerminalKit

package struct ProgramError: Error {
  package let status: ExitStatus
  /// A short name for scripts, as `CardMatched`.
  package let name: String
  /// One sentence or two: what went wrong, then what to do.
  package let message: String
  /// What comes nearest, or where to read more, on a line of its own; may be empty.
  package var hint: String
  /// The card whose flip was refused.
  package var card: UInt32?
  /// How many cards the board has, if that is known.
  package var cardCount: Int?

  package init(_ status: ExitStatus, name: String, _ message: String, hint: String = "") {
    (self.status, self.name, self.message, self.hint) = (status, name, message, hint)
  }

  package init(_ error: BusError) {
    self.init(
      ExitStatus(of: error.name), name: error.name.shortName, error.message,
      hint: error.name == .noGame ? "“memorize new” starts a game." : "")
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
    let fields: JSON = ["name": .string(name), "message": .string(whole)]
    return fields.with("card", card.map { .integer($0) })
  }

  /// The message with its hint.
  private var whole: String { whole(message) }

  private func whole(_ text: String) -> String { hint.isEmpty ? text : text + " " + hint }

  /// The message for people, who read which card it is about; scripts read the service's.
  private var sentence: String {
    guard let card else { return message }
    switch name {
    case ErrorName.cardFaceUp.shortName:
      return "Card \(card) is already face up; choose one that is face down."
    case ErrorName.cardMatched.shortName:
      return "Card \(card) is already matched; choose one that is face down."
    case ErrorName.noSuchCard.shortName: return noCardText(card, of: cardCount)
    default: return message
    }
  }

  /// The line on stderr, and a second one for the hint; the error's name is for `--verbose`.
  package func line(_ options: Options) -> String {
    let mark = options.isVerbose ? " (\(name))" : ""
    let line = "memorize: " + (sentence + mark).harmless
    return hint.isEmpty ? line : line + "\n" + hint.harmlessLines
  }

  /// Prints it, and returns the exit status.
  package func reported(_ options: Options, asJSON: Bool) -> ExitStatus {
    if asJSON { try? Output.results.write(json.text + "\n") }
    Output.messages.print(line(options))
    return status
  }

  /// For people, all in one line.
  package var reason: String { whole(sentence) }
}

extension Output.Failure {
  /// Prints it for a person, and returns the exit status.
  package func reported() -> ExitStatus {
    let reason: String? =
      switch self {
      case .readerGone: nil
      case .closed:
        "stdout is not open for writing. Remove “>&-”, or redirect it to a file or to /dev/null."
      case .full(let reason): "\(reason). Make room there, or redirect the output."
      case .failed(let reason): "\(reason). Redirect the output."
      }
    guard let reason else { return .done }
    Output.messages.print("memorize: The result could not be written: \(reason)")
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
