package import Foundation
internal import Glibc

/// A child process of a test, killed when the test releases it.
///
/// Foundation's `Process` lets children started side by side inherit each other's pipes, whose end
/// then never comes; these are closed in every child but their own.
package final class Child {
  package let identifier: pid_t
  /// What it writes to stdout.
  package let output: LineReader
  /// What it writes to stderr.
  package let errors: LineReader
  private var exitCode: Int32?
  private static let spawning = NSLock()

  /// Starts a program found by the path; its output is kept and can be read line by line.
  ///
  /// - Parameters:
  ///   - program: a path, or a name to be found by `PATH`.
  ///   - arguments: without the program's name.
  ///   - environment: set besides the test's own.
  ///   - input: where stdin comes from, instead of nowhere.
  ///   - output: where stdout goes instead of a pipe of its own.
  ///   - errors: where stderr goes instead of a pipe of its own.
  /// - Throws: the system's error if the program cannot be started.
  package init(
    _ program: String, _ arguments: [String] = [], environment: [String: String] = [:],
    input: Int32? = nil, output: Int32? = nil, errors: Int32? = nil
  ) throws {
    Self.spawning.lock()
    defer { Self.spawning.unlock() }
    let (outputEnd, outputStart) = try Self.pipe()
    let (errorEnd, errorStart) = try Self.pipe()
    defer {
      close(outputStart)
      close(errorStart)
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, output ?? outputStart, 1)
    posix_spawn_file_actions_adddup2(&actions, errors ?? errorStart, 2)

    // A test's thread blocks signals that its children must receive.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var nothing = sigset_t()
    sigemptyset(&nothing)
    posix_spawnattr_setsigmask(&attributes, &nothing)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

    let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      .map { strdup("\($0.key)=\($0.value)") }
    let words = ([program] + arguments).map { strdup($0) }
    defer { (variables + words).forEach { free($0) } }
    var identifier = pid_t()
    let failure = posix_spawnp(
      &identifier, program, &actions, &attributes, words + [nil], variables + [nil])
    guard failure == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .ENOENT)
    }
    self.identifier = identifier
    self.output = LineReader(outputEnd)
    self.errors = LineReader(errorEnd)
  }

  deinit {
    guard exitCode == nil else { return }
    kill(identifier, SIGKILL)
    wait()
  }

  /// Waits for the end and returns the exit code, or 128 plus the number of the signal that ended
  /// it, which is SIGKILL if it does not end by itself.
  @discardableResult
  package func wait() -> Int32 {
    if let exitCode { return exitCode }
    let hang = DispatchWorkItem { [identifier] in
      FileHandle.standardError.write(
        Data("Process \(identifier) did not end within \(Duration.hang), and is killed.\n".utf8))
      kill(identifier, SIGKILL)
    }
    DispatchQueue.global().asyncAfter(
      deadline: .now() + .seconds(Int(Duration.hang.components.seconds)), execute: hang)
    defer { hang.cancel() }
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7f
    let code = signal == 0 ? (status >> 8) & 0xff : 128 + signal
    exitCode = code
    return code
  }

  /// The exit code; nil if it has not ended in time.
  package var codeInTime: Int32? {
    guard errors.ends(within: .patience) else { return nil }
    // It may have closed its errors, or they are not in our pipe.
    let (identifier, hasEnded) = (identifier, DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      var info = siginfo_t()
      while Glibc.waitid(P_PID, id_t(identifier), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
      hasEnded.signal()
    }
    let (seconds, _) = Duration.patience.components
    let isInTime = hasEnded.wait(timeout: .now() + .seconds(Int(seconds))) == .success
    return isInTime ? wait() : nil
  }

  package var isRunning: Bool { exitCode == nil && waitid(P_PID, id_t(identifier)) }

  /// Whether it waits in epoll_wait(2), and no timer ends that within an hour.
  package var sleepsUntilCalled: Bool {
    let call = try? String(contentsOfFile: "/proc/\(identifier)/syscall", encoding: .utf8)
    // The number of the call and its arguments: descriptor, memory, its room of 16, milliseconds.
    let words = call?.split(separator: " ") ?? []
    guard words.count > 4, words[3] == "0x10", let time = UInt64(words[4].dropFirst(2), radix: 16)
    else { return false }
    let milliseconds = Int32(truncatingIfNeeded: time)
    return milliseconds < 0 || milliseconds > 3_600_000
  }

  private func waitid(_ type: idtype_t, _ id: id_t) -> Bool {
    var info = siginfo_t()
    let found = Glibc.waitid(type, id, &info, WEXITED | WNOHANG | WNOWAIT)
    return found == 0 && info.si_signo == 0
  }

  package func signal(_ number: Int32) {
    if exitCode == nil { kill(identifier, number) }
  }

  /// Writes files while no child is started.
  ///
  /// A child started meanwhile would hold them open for writing until exec, which others must not
  /// see: a script is busy then, and a deck is being edited.
  package static func writing(_ write: () throws -> Void) rethrows {
    spawning.lock()
    defer { spawning.unlock() }
    try write()
  }

  /// Writes an executable script, by another process: `writing` does not keep the code under test from
  /// starting a child, which would hold the script open and busy.
  package static func writeProgram(_ script: String, to path: String) throws {
    let command = #"mkdir -p "${2%/*}" && printf %s "$1" >"$2" && chmod 755 "$2""#
    let outcome = try Outcome("sh", ["-c", command, "sh", script, path])
    guard outcome.code == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  /// The reading and the writing end of a pipe that no child inherits, unless one is started
  /// meanwhile; it holds that many bytes, which are whole pages.
  package static func pipe(room: Int32? = nil) throws -> (Int32, Int32) {
    var ends: [Int32] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // F_SETPIPE_SZ, which Glibc's module does not have.
    if let room, fcntl(ends[1], 1031, room) != room { throw POSIXError(.EPERM) }
    return (ends[0], ends[1])
  }
}

/// How many times a process of `/proc` has given up the processor to wait, once it waits; nil if it
/// has ended.
package func contextSwitches(of process: String) -> Int? {
  var status: String?
  // One that has just answered may still be on its way to waiting.
  repeat {
    status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
  } while status?.contains("State:\tR") ?? false
  let line = status?.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
  return line?.split(separator: "\t").last.flatMap { Int($0) }
}

/// What a child writes, line by line as it comes.
package final class LineReader {
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var start = 0
  package private(set) var lines: [String] = []

  package init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// The next line; nil at the end, or if none comes within a limit.
  package func next(within limit: Duration? = nil) -> String? {
    let time = limit.map { ContinuousClock.now + $0 }
    while true {
      if let end = buffer[start...].firstIndex(of: 10) {
        let line = String(decoding: buffer[start..<end], as: UTF8.self)
        start = end + 1
        lines.append(line)
        return line
      }
      buffer.removeFirst(start)
      start = 0
      if let time, !hasMore(by: time) { return nil }
      if !readMore() {
        guard !buffer.isEmpty else { return nil }
        let line = String(decoding: buffer, as: UTF8.self)
        buffer = []
        lines.append(line)
        return line
      }
    }
  }

  private func readMore() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 65536)
    let count = read(descriptor, &chunk, chunk.count)
    if count < 0, errno == EINTR { return true }
    guard count > 0 else { return false }
    buffer += chunk.prefix(count)
    return true
  }

  /// Reads up to a line that holds the text; false if the end comes first, or nothing comes.
  package func waits(for text: String) -> Bool {
    while let line = next(within: .hang) {
      if line.contains(text) { return true }
    }
    return false
  }

  /// Whether the output ends within that time; it ends with the child.
  package func ends(within limit: Duration) -> Bool {
    let end = ContinuousClock.now + limit
    while hasMore(by: end) {
      if !readMore() { return true }
    }
    return false
  }

  /// Whether there is more to read, or the end, by that time.
  private func hasMore(by end: ContinuousClock.Instant) -> Bool {
    while true {
      let (seconds, fraction) = max(ContinuousClock.now.duration(to: end), .zero).components
      let milliseconds = seconds * 1000 + fraction / 1_000_000_000_000_000
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let count = poll(&request, 1, Int32(clamping: milliseconds))
      if count >= 0 || errno != EINTR { return count > 0 }
    }
  }

  /// All output from the start to the end.
  package func rest() -> String {
    while next() != nil {}
    return lines.joined(separator: "\n")
  }
}

/// The result of a finished program.
package struct Outcome {
  package let code: Int32
  package let output: String
  package let errors: String

  package init(
    _ program: String, _ arguments: [String] = [], environment: [String: String] = [:]
  ) throws {
    let child = try Child(program, arguments, environment: environment)
    // Errors are few: they fit the pipe while the output is read.
    output = child.output.rest()
    errors = child.errors.rest()
    code = child.wait()
  }
}
