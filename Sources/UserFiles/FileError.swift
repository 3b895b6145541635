internal import Glibc

/// Why a file or a directory could not be read or written.
package enum FileError: Error, Equatable {
  /// A system call failed with this `errno`.
  case system(Int32)
  /// Not a regular file: “a directory”, “a pipe”.
  case notAFile(String)
  /// It has more bytes than the limit.
  case tooLarge(limit: Int)
  case tooManyLines(limit: Int)

  package var isMissing: Bool { self == .system(ENOENT) }

  /// The reason and, if there is one, the remedy, as the end of a sentence.
  package var reason: String {
    switch self {
    case .system(let code): Self.reason(code)
    case .notAFile(let kind): "it is \(kind), and not a file"
    case .tooLarge(let limit):
      limit < 1 << 20
        ? "it has more than \(limit) bytes; make several files of it"
        : "it has more than \(limit >> 20) MB; make several files of it"
    case .tooManyLines(let limit): "it has more than \(limit) lines; make several files of it"
    }
  }

  /// The reason as a sentence of its own, for a file that was to be read.
  package var sentence: String {
    isMissing ? "There is no file of that name." : "It cannot be read: \(reason)."
  }

  private static func reason(_ code: Int32) -> String {
    switch code {
    case ENOSPC, EDQUOT: "there is no room left; make some"
    case EROFS where UserPath.isInSandbox:
      "the sandbox of memorized.service does not let it be written; “memorize doctor” says what to "
        + "change"
    case EROFS: "nothing can be written on that file system"
    case EACCES, EPERM: "the permissions do not allow it; change them with chmod"
    case ENOTDIR: "a part of the path is a file, and not a directory"
    case EBADF: "it is not open for reading; give it by a pipe or “< FILE”"
    case EISDIR: "it is a directory, and not a file"
    case ELOOP: "its links lead round in a circle"
    case ENOENT: "there is no file of that name"
    case EMFILE, ENFILE: "too many files are open; close some programs"
    default: "the system says “\(String(cString: strerror(code)))”"
    }
  }
}
