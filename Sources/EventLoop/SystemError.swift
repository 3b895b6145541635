internal import Glibc

/// A system call that failed: what was tried, and the system's word for why.
public struct SystemError: Error, CustomStringConvertible, Sendable {
  /// The C library's `errno`.
  public let code: Int32
  /// A sentence for a person.
  public let description: String

  package init(_ attempt: String, code: Int32) {
    self.code = code
    description = "Could not \(attempt): \(String(cString: strerror(code)))."
  }

  /// Passes every result of a system call through: a negative one becomes an error.
  @discardableResult
  package static func check(_ attempt: String, _ result: Int32) throws(SystemError) -> Int32 {
    if result < 0 { throw SystemError(attempt, code: errno) }
    return result
  }
}
