import CLinux
import EventLoop
import Glibc

/// The pseudo-terminal of a command, from its outer side.
final class JobTerminal {
  /// Never blocks.
  let descriptor: Int32
  /// The path of the command's side.
  let path: String

  /// Makes a terminal with the modes and the size of ours.
  init(like modes: termios) throws(SystemError) {
    descriptor = try SystemError.check(
      "open a pseudo-terminal", posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK))
    var name = [CChar](repeating: 0, count: 128)
    var modes = modes
    let isReady =
      unlockpt(descriptor) == 0 && ptsname_r(descriptor, &name, name.count) == 0
      && tcsetattr(descriptor, TCSANOW, &modes) == 0
    path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard isReady else {
      let code = errno
      close(descriptor)
      throw SystemError("open a pseudo-terminal", code: code)
    }
    followSize()
  }

  deinit { close(descriptor) }

  /// Gives it the size of our terminal; the system notifies the command.
  func followSize() {
    var size = winsize()
    if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 {
      _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
    }
  }

  /// Some of what the command has written; nil if none is available, or the output has ended.
  func read() -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
      count = max(Glibc.read(descriptor, buffer.baseAddress, buffer.count), 0)
    }
    return bytes.isEmpty ? nil : bytes
  }

  /// The process group that gets the signals of its keys; nil without one.
  var foreground: pid_t? {
    let group = tcgetpgrp(descriptor)
    return group > 1 ? group : nil
  }

  /// Whether the command reads key by key or without echo, as for a full screen or a password.
  var takesKeys: Bool {
    var modes = termios()
    let usual = tcflag_t(ICANON | ECHO)
    return tcgetattr(descriptor, &modes) == 0 && modes.c_lflag & usual != usual
  }
}
