import DBus
import MemorizeBus

/// What went wrong, for a person and for a script.
struct ProgramError: Error {
  /// How the program ends for it.
  let status: ExitStatus
  /// A short name, by which scripts know it: `CardMatched`.
  let name: String
  /// A sentence that says what was wrong and what to do.
  let message: String
  /// The card that it is about, where a flip was refused.
  var card: UInt32?

  /// Makes an error of our own.
  init(_ status: ExitStatus, name: String, _ message: String) {
    self.status = status
    self.name = name
    self.message = message
  }

  /// Takes an answer of the service.
  init(_ error: BusError) {
    self.init(ExitStatus(of: error.name), name: error.name.shortName, error.message)
  }

  /// The same error of the card whose flip the rules refused; any other error as it is.
  func onFlip(of card: UInt32) -> ProgramError {
    guard status == .refused, name != "NoGame" else { return self }
    var error = self
    error.card = card
    return error
  }

  /// The error as `--json` tells it.
  var json: JSON { ["error": fields] }

  /// The error's fields, where it stands beside others.
  var fields: JSON {
    let fields: JSON = ["name": .string(name), "message": .string(message)]
    return fields.with("card", card.map { .integer($0) })
  }

  /// The line on stderr; the name stands there where the rules refused something.
  var line: String {
    let mark = status == .refused || status == .noSuchThing ? " (\(name))" : ""
    let about = card.map { "Card \($0): " } ?? ""
    return "memorize: " + (about + message + mark).harmless
  }
}
