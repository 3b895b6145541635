package import Glibc

/// Standard input, output and error.
public enum StandardStreams {
  /// Opens the null device for each of standard input, output and error that is closed.
  ///
  /// Otherwise the next opened file takes its number, and text for the terminal goes into a
  /// connection. The replacements are opened for the opposite direction, so using them fails
  /// instead of losing data. Call this first.
  public static func secure() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Writes a text and a line end to standard output; throws if there is no room, as on a full
  /// disk.
  public static func print(_ text: String) throws(SystemError) {
    let line = Array((text + "\n").utf8)
    if let code = line.withUnsafeBytes({ write($0, to: STDOUT_FILENO) }) {
      throw SystemError("write to standard output", code: code)
    }
  }

  /// Writes all bytes to a descriptor that blocks; returns `errno` if that fails.
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count < 0, errno != EINTR { return errno }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(max(count, 0)))
    }
    return nil
  }
}

extension sigset_t {
  package static func of(_ numbers: [Int32]) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
    return set
  }
}

/// Nil if the variable is unset or empty.
package func environment(_ name: String) -> String? {
  guard let value = getenv(name) else { return nil }
  let text = String(cString: value)
  return text.isEmpty ? nil : text
}
