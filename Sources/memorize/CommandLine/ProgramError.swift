import DBus
import MemorizeBus

struct ProgramError: Error {
  let status: ExitStatus
  /// A short name for scripts, as `CardMatched`.
  let name: String
  /// One sentence or two: what went wrong, then what to do.
  let message: String
  /// The card whose flip was refused.
  var card: UInt32?

  init(_ status: ExitStatus, name: String, _ message: String) {
    self.status = status
    self.name = name
    self.message = message
  }

  init(_ error: BusError) {
    self.init(ExitStatus(of: error.name), name: error.name.shortName, error.message)
  }

  static func usage(_ message: String) -> ProgramError {
    ProgramError(.usage, name: "Usage", message)
  }

  /// Adds the card if the rules refused its flip.
  func onFlip(of card: UInt32) -> ProgramError {
    guard status == .refused, name != "NoGame" else { return self }
    var error = self
    error.card = card
    return error
  }

  var json: JSON { ["error": fields] }

  var fields: JSON {
    let fields: JSON = ["name": .string(name), "message": .string(message)]
    return fields.with("card", card.map { .integer($0) })
  }

  /// The line on stderr, with the name if the rules refused something.
  var line: String {
    let mark = status == .refused || status == .noSuchThing ? " (\(name))" : ""
    return "memorize: " + (reason + mark).harmless
  }

  /// The message, with the card it is about.
  var reason: String { (card.map { "Card \($0): " } ?? "") + message }
}
