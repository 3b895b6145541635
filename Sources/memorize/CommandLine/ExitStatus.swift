import DBus
import MemorizeBus

enum ExitStatus: Int32, Error {
  case done = 0
  /// Something unexpected, or the state could not be stored.
  case unexpected = 1
  /// The command line is wrong, or a value in it.
  case usage = 2
  /// No bus or no service.
  case notAvailable = 3
  case timedOut = 4
  /// The rules of the game refuse it.
  case refused = 5
  /// No theme, game or deck of that name.
  case noSuchThing = 6
  /// The service speaks another version of the contract.
  case versions = 7
  /// Of `status --exit-code`: the game is won, or the session finished.
  case won = 10
  /// Of `status --exit-code`: there is no game, or no session.
  case noGame = 11

  init(of name: ErrorName) {
    switch name {
    case .invalidArgs: self = .usage
    case .noServer, .disconnected, .serviceUnknown, .nameHasNoOwner: self = .notAvailable
    case .timeout: self = .timedOut
    case .noSuchTheme: self = .noSuchThing
    case _ where name.isOfStarting: self = .notAvailable
    default:
      switch name.rawValue {
      case "org.freedesktop.DBus.Error.TimedOut": self = .timedOut
      case "org.freedesktop.DBus.Error.AccessDenied": self = .notAvailable
      case _ where !name.isOfMemorize: self = .unexpected
      default:
        switch name.shortName {
        case "StorageFailed": self = .unexpected
        case "NoSuchGame", "NoSuchDeck": self = .noSuchThing
        default: self = .refused
        }
      }
    }
  }
}
