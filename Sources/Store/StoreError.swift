package import Glibc
internal import UserFiles

/// Why something could not be kept or read.
package enum StoreError: Error, Hashable, Sendable {
  /// There is no room; once there is, the same works again.
  case full(String)
  /// The place cannot be written to.
  case readOnly(String)
  /// Another process keeps its games in the same place.
  case locked(String, by: pid_t?)
  /// Another program is at the database at this moment.
  case busy(String)
  /// The database is none, or is damaged.
  case damaged(String)
  /// A later version has written the database; it is left as it is.
  case newer(String, version: Int)
  /// What is kept of one game makes none; the others can be read.
  case damagedGame(UInt64)
  /// A game was dealt by rules that only a later version knows.
  case laterRules(UInt64, version: Int)
  /// Anything else, in SQLite's or the system's words.
  case failed(String)

  /// A sentence that says what is wrong and what to do.
  package var message: String {
    switch self {
    case .full(let place): "There is no room to store the game in \(place). Make room there."
    case .readOnly(let place) where UserPath.isShutOff(place):
      "The sandbox of memorized.service (sandbox.conf) lets nothing be written in \(place). Run "
        + "“systemctl --user restart memorized”; if that does not help, “memorize doctor” says what "
        + "to change."
    case .readOnly(let place): "Nothing can be written in \(place). Make the directory writable."
    case .locked(let place, let process):
      "Another memorized\(process.map { " (process \($0))" } ?? "") stores its games in \(place). "
        + "End it, or give this one another XDG_STATE_HOME."
    case .busy(let place):
      "Another program holds the database \(place). Let it finish, and try again."
    case .damaged(let place): "The database \(place) is damaged."
    case .newer(let place, let version):
      "The database \(place) is of version \(version), which a later memorized has written. Install that one."
    case .damagedGame(let id):
      "What is stored of game \(id) makes no game, as where another program has changed it. Games before it can be read."
    case .laterRules(let id, let version):
      "Game \(id) was dealt by version \(version) of the rules, which a later memorized knows. Install that one."
    case .failed(let reason): "The game could not be stored: \(reason)."
    }
  }
}
