internal import EventLoop
internal import Glibc
internal import PlainText

/// Why a file or a directory could not be read or written.
package enum FileError: Error, Equatable {
  /// A system call failed with this `errno`.
  case system(Int32)
  /// Not a regular file: “a directory”, “a pipe”.
  case notAFile(String)
  /// It has more bytes than the limit.
  case tooLarge(limit: Int)
  case tooManyLines(limit: Int)
  /// Another program keeps changing it.
  case changing
  /// Something else has this name, under which the new content is written first.
  case inTheWay(String)

  package var isMissing: Bool { self == .system(ENOENT) }

  /// The reason and, if known, the remedy, as the end of a sentence.
  package var reason: String {
    switch self {
    case .system(let code): Self.reason(code)
    // Translators: {kind} is “a pipe” or the like.
    case .notAFile(let kind): english("it is \(kind), not a file")
    case .tooLarge(let limit):
      limit < 1 << 20
        ? english("it has more than \(limit) bytes; split it into several files")
        : english("it has more than \(limit >> 20) MB; split it into several files")
    case .changing: english("another program is writing to it; try again")
    case .inTheWay(let name):
      english("“\(name)” in its directory is in the way; remove that")
    case .tooManyLines(let limit):
      english("it has more than \(limit) lines; split it into several files")
    }
  }

  /// The reason as a sentence of its own, for a file that was to be read.
  package var sentence: String {
    isMissing ? english("There is no such file.") : english("It cannot be read: \(reason).")
  }

  private static func reason(_ code: Int32) -> String {
    switch code {
    case ENOSPC, EDQUOT: english("no space is left; free some")
    case EFBIG: english("it would exceed the limit of “ulimit -f”; raise that")
    case EROFS: english("that file system is read-only")
    case EACCES, EPERM: english("permission denied; change the permissions with chmod")
    case ENOTDIR: english("a part of the path is a file, not a directory")
    case EBADF: english("it is not open for reading; use a pipe or “< FILE”")
    case EISDIR: english("it is a directory, not a file")
    case ELOOP: english("its links form a loop")
    case ENOENT: english("there is no such file")
    case EMFILE, ENFILE: english("too many files are open; close some programs")
    default:
      english("the system says “\(systemReason(code))”")
    }
  }
}
