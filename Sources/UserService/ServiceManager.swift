package import EventLoop
internal import Glibc

/// Reports to the service manager with the datagrams of `sd_notify(3)`; without a manager it does
/// nothing.
package final class ServiceManager {
  /// How long the first and the last message wait for room; others are dropped instead, so that
  /// calls never wait.
  private static let timeout = timeval(tv_sec: 0, tv_usec: 100_000)
  /// Changes of the status within this time are sent as one.
  private static let statusDelay: Duration = .milliseconds(250)

  package var exists: Bool { socketPath != nil }

  private let loop: Loop
  private let socketPath: String?
  private let watchdogLimit: Duration?
  private let statusIsDue = Loop.Flag()

  /// Reads `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID`.
  package init(loop: Loop, environment: (String) -> String?) {
    self.loop = loop
    socketPath = environment("NOTIFY_SOCKET").flatMap {
      $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil
    }
    let isForUs = environment("WATCHDOG_PID").map { $0 == String(getpid()) } ?? true
    watchdogLimit = environment("WATCHDOG_USEC").flatMap { isForUs ? Int64($0) : nil }
      .flatMap { $0 > 0 ? .microseconds($0) : nil }
  }

  /// Reports that the service can be called (`READY=1`); from now on the watchdog is fed.
  package func ready(status: String) {
    send("READY=1\n" + Self.line(status), waits: true)
    if let watchdogLimit, exists { feedWatchdog(each: watchdogLimit / 2) }
  }

  package func reloading() {
    send("RELOADING=1\nMONOTONIC_USEC=\(timespec.now(CLOCK_MONOTONIC).microseconds)")
  }

  package func reloaded() {
    send("READY=1", waits: true)
  }

  package func stopping() {
    send("STOPPING=1\nSTATUS=Ending", waits: true)
  }

  /// Sends the status after a short delay, with its value then.
  package func statusChanged(_ status: @escaping () -> String) {
    guard exists else { return }
    loop.enqueueOnce(statusIsDue, after: Self.statusDelay) { [weak self] in
      self?.send(Self.line(status()))
    }
  }

  private static func line(_ status: String) -> String {
    "STATUS=" + String(status.map { $0 == "\n" ? " " : $0 })
  }

  private func feedWatchdog(each interval: Duration) {
    // A dropped ping is repeated soon: the next regular one would come too late.
    let next = send("WATCHDOG=1") ? interval : min(interval, .seconds(1))
    loop.schedule(after: next) { [weak self] in self?.feedWatchdog(each: interval) }
  }

  /// Sends one datagram with a new socket: the manager may have been restarted meanwhile.
  @discardableResult
  private func send(_ state: String, waits: Bool = false) -> Bool {
    guard let socketPath, var address = sockaddr_un(socketPath) else { return false }
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var timeout = Self.timeout
    setsockopt(
      descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    let size = address.size(of: socketPath)
    let bytes = Array(state.utf8)
    let flags = Int32(MSG_NOSIGNAL) | (waits ? 0 : Int32(MSG_DONTWAIT))
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        sendto(descriptor, bytes, bytes.count, flags, $0, size)
          == bytes.count
      }
    }
  }
}

extension sockaddr_un {
  /// The address of a socket in the file system, or of an abstract socket, written with `@`.
  fileprivate init?(_ path: String) {
    self.init()
    sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(path.utf8)
    if bytes.first == UInt8(ascii: "@") { bytes[0] = 0 }
    let isTaken = withUnsafeMutableBytes(of: &sun_path) { buffer in
      guard bytes.count < buffer.count else { return false }
      buffer.copyBytes(from: bytes)
      return true
    }
    guard isTaken else { return nil }
  }

  /// The size of the address: an abstract name ends where the address ends.
  fileprivate func size(of path: String) -> socklen_t {
    let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
    return socklen_t(offset + path.utf8.count + (path.hasPrefix("@") ? 0 : 1))
  }
}
