package import DBus
import MemorizeBus

package enum ExitStatus: Int32, Error {
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
  /// No theme, game, deck or card of a deck with that name or number.
  case noSuchThing = 6
  /// The service speaks another version of the contract.
  case versions = 7
  /// Of `status --exit-code`: the game is won, or the session finished.
  case won = 10
  /// Of `status --exit-code`: there is no game, or no session.
  case noGame = 11

  package init(of name: ErrorName) {
    self =
      switch name {
      case .invalidArgs: .usage
      case .noServer, .disconnected, .serviceUnknown, .nameHasNoOwner,
        "org.freedesktop.DBus.Error.AccessDenied":
        .notAvailable
      case .timeout, .startTimedOut: .timedOut
      case .noSuchTheme, .noSuchGame, .noSuchDeck: .noSuchThing
      case .storageFailed: .unexpected
      case _ where name.isActivationFailure: .notAvailable
      default: name.isOwn ? .refused : .unexpected
      }
  }
}
