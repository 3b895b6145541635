package import Glibc
internal import UserFiles

/// Why something could not be saved or read.
package enum StoreError: Error, Hashable, Sendable {
  /// A system call failed with this `errno`; once the cause is fixed, the same works again.
  case system(String, Int32)
  /// Another memorized holds the store's lock.
  case locked(String, by: pid_t?)
  /// Another program has the database open.
  case busy(String)
  /// The file is damaged or not a database.
  case damaged(String)
  /// A later version has written the database; it is left as it is.
  case newer(String, version: Int)
  /// The tables are not those of the database's version.
  case foreign(String, String)
  /// A stored game is unreadable; the others can be read.
  case damagedGame(UInt64)
  /// A game was dealt by rules that only a later version knows.
  case laterRules(UInt64, version: Int)
  /// Anything else, in SQLite's words.
  case failed(String)

  package var message: String {
    switch self {
    case .system(let place, let code): Self.message(place, code)
    case .locked(let place, let process):
      "Another memorized\(process.map { " (process \($0))" } ?? "") stores its games in \(place). "
        + "End it, or give this one another XDG_STATE_HOME."
    case .busy(let place):
      "Another program holds the database \(place). Let it finish, and try again."
    case .damaged(let place): "The database \(place) is damaged."
    case .newer(let place, let version):
      "The database \(place) is of version \(version), which a later memorized has written. Install that one."
    case .foreign(let place, let reason):
      "The database \(place) does not have memorized's tables (\(reason)): another program has written it. Move it away, or put a copy back."
    case .damagedGame(let id):
      "What is stored of game \(id) makes no game, as if another program has changed it. The other games can be read."
    case .laterRules(let id, let version):
      "Game \(id) was dealt by version \(version) of the rules, which a later memorized knows. Install that one."
    case .failed(let reason): "The game could not be stored: \(reason)."
    }
  }

  private static func message(_ place: String, _ code: Int32) -> String {
    switch code {
    case ENOSPC: "There is no room to store the game in \(place). Make room there."
    case EDQUOT: "Your disk quota leaves no room to store the game in \(place). Delete something."
    case EFBIG:
      "A file in \(place) may not grow any more: the limit on file sizes is reached (ulimit -f). Raise it."
    case EROFS where UserPath.isShutOff(place), EACCES where UserPath.isShutOff(place):
      "The sandbox of memorized.service (sandbox.conf) lets nothing be written in \(place). Run "
        + "“systemctl --user restart memorized”; if that does not help, “memorize doctor” says what "
        + "to change."
    case EROFS:
      "Nothing can be written in \(place): the file system is mounted read-only. Make the directory writable."
    case EACCES, EPERM:
      "Nothing can be written in \(place): permission denied. Make the directory writable."
    case EMFILE, ENFILE:
      "\(place) cannot be opened: too many files are open. Close some, or raise the limit (ulimit -n)."
    case EIO:
      "The disk failed to read or write \(place). Check it, and make a copy of the database."
    default: "The game could not be stored in \(place): \(String(cString: strerror(code)))."
    }
  }
}
