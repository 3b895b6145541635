internal import EventLoop
package import Glibc
internal import PlainText
internal import UserFiles

/// Why something could not be saved or read.
package enum StoreError: Error, Hashable, Sendable {
  /// A system call failed with this `errno`; once the cause is fixed, it works again.
  case system(String, Int32)
  /// Another memorized holds the store's lock.
  case locked(String, by: pid_t?)
  /// Another program has the database open.
  case busy(String)
  /// The file to be restored is not one that a backup has written, or is damaged.
  case noBackup
  /// Another file took the place of the open database; the next call uses that one.
  case replaced(String)
  /// The file is damaged or not a database.
  case damaged(String)
  /// A later version has written the database, which is left unchanged.
  case newer(String, version: Int)
  /// The tables are not those of the database's version.
  case foreign(String, String)
  /// A stored game is unreadable; the others can be read.
  case damagedGame(UInt64)
  /// A game was dealt with rules that only a later version knows.
  case laterRules(UInt64, version: Int)
  /// Anything else, in SQLite's words.
  case failed(String)

  package var message: String {
    switch self {
    case .system(let path, let code): Self.message(path, code)
    case .locked(let path, let process?):
      english(
        "Another memorized (process \(process)) is using \(path). Stop it, or set another "
          + "XDG_STATE_HOME for this one.")
    case .locked(let path, nil):
      english(
        "Another memorized is using \(path). Stop it, or set another XDG_STATE_HOME for this one.")
    case .busy(let path):
      english("Another program is using the database \(path). Let it finish, then try again.")
    case .noBackup:
      english("The file is not a backup of the database, or it is damaged. Nothing was changed.")
    case .replaced(let path):
      english("Another file was put in the place of the database \(path) just now. Try again.")
    case .damaged(let path): english("The database \(path) is damaged.")
    case .newer(let path, let version):
      english(
        "The database \(path) has version \(version), written by a later memorized. Install a "
          + "newer version of memorized.")
    case .foreign(let path, let reason):
      english(
        "The database \(path) does not have memorized's tables (\(reason)): another program has "
          + "written it. Move it away, or restore a backup.")
    case .damagedGame(let id):
      english(
        "The stored game \(id) is damaged; another program may have changed it. The other games "
          + "can be read.")
    case .laterRules(let id, let version):
      english(
        "Game \(id) was dealt with version \(version) of the rules, which only a later memorized "
          + "knows. Install a newer version of memorized.")
    case .failed(let reason): english("The change could not be saved: \(reason).")
    }
  }

  private static func message(_ path: String, _ code: Int32) -> String {
    switch code {
    case ENOSPC: english("No space is left in \(path). Free some space there.")
    case EDQUOT: english("Your disk quota leaves no space in \(path). Delete some files.")
    case EFBIG:
      english(
        "A file in \(path) cannot grow: it has reached the limit on file sizes (ulimit -f). Raise "
          + "the limit.")
    case EROFS where FilePath.isShutOff(path), EACCES where FilePath.isShutOff(path):
      english(
        "The sandbox of memorized.service (sandbox.conf) does not allow writing in \(path). Run "
          + "“systemctl --user restart memorized”; if that does not help, “memorize doctor” says "
          + "what to change.")
    case EROFS:
      english(
        "Cannot write in \(path): the file system is mounted read-only. Make the directory "
          + "writable.")
    case EACCES, EPERM:
      english("Cannot write in \(path): permission denied. Make the directory writable.")
    case EMFILE, ENFILE:
      english(
        "Cannot open \(path): too many files are open. Close some, or raise the limit (ulimit -n).")
    case EIO:
      english("The disk failed to read or write \(path). Check the disk, and back up the database.")
    default: unsaved(in: path, systemReason(code))
    }
  }

  private static func unsaved(in path: String, _ reason: String) -> String {
    english("The game could not be saved in \(path): \(reason).")
  }
}
