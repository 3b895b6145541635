internal import Glibc

/// The three descriptors that every program takes for given.
public enum StandardStreams {
  /// Puts the null device where standard input, output or error is closed.
  ///
  /// Otherwise the next descriptor that is opened takes the place, and what is meant for the
  /// terminal goes into a connection. What stands in for the input cannot be read, and for the
  /// others cannot be written to, so nothing is lost silently. Called before anything is opened.
  public static func secure() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Writes a text and a line end to standard output; throws if there is no room, as on a full disk.
  public static func print(_ text: String) throws(SystemError) {
    var rest = Array((text + "\n").utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      try SystemError.check("write to standard output", Int32(clamping: count))
      rest = rest.dropFirst(count)
    }
  }
}
