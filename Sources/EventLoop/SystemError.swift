import CLinux
import Glibc

/// The system's words for an `errno`, in English whatever the locale is: scripts and logs have them too.
package func systemReason(_ code: Int32) -> String {
  strerrordesc_np(code).map { String(cString: $0) } ?? "Unknown error \(code)"
}

/// A failed system call.
public struct SystemError: Error, CustomStringConvertible, Sendable {
  /// The C library's `errno`.
  public let code: Int32
  /// A sentence for a person.
  public let description: String

  package init(_ attempt: String, code: Int32) {
    self.code = code
    description = "Could not \(attempt): \(systemReason(code))."
  }

  /// The system's words for the code.
  package var reason: String { systemReason(code) }

  /// Returns the result of a system call; throws if it is negative.
  @discardableResult
  package static func check(_ attempt: String, _ result: Int32) throws(SystemError) -> Int32 {
    if result < 0 { throw SystemError(attempt, code: errno) }
    return result
  }
}
