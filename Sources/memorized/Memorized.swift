internal import CLinux
internal import EventLoop
internal import Glibc
internal import MemorizeBus

/// The program: reads its arguments, and hands over to the daemon.
@main
enum Memorized {
  static func main() {
    StandardStreams.secure()
    limitHoardedMemory()
    switch Arguments.parse(CommandLine.arguments.dropFirst()) {
    case .failure(let mistake):
      Log(level: .error).write(.error, "\(mistake) See memorized --help.")
      exit(ExitCode.usage)
    case .success(.help): tell(Arguments.helpText)
    case .success(.version): tell("memorized \(MemorizeBus.version)")
    case .success(.run(let level)):
      do {
        exit(try Daemon(log: Log(level: level)).run())
      } catch {
        Log(level: .error).write(.error, error.description)
        exit(ExitCode.failure)
      }
    }
  }

  private static func tell(_ text: String) {
    do {
      try StandardStreams.print(text)
    } catch {
      Log(level: .error).write(.error, error.description)
      exit(ExitCode.failure)
    }
  }

  /// Makes the C library give large blocks back to the system when they are freed.
  ///
  /// Left to itself it takes the first large block that is freed, as of a flood of messages or of a
  /// very long game, for a sign to keep such blocks, and the daemon would stay as large for good.
  private static func limitHoardedMemory() {
    let threshold: Int32 = 128 << 10
    mallopt(M_MMAP_THRESHOLD, threshold)
    mallopt(M_TRIM_THRESHOLD, threshold)
  }
}

/// What the daemon's exit tells, to systemd and to scripts.
enum ExitCode {
  static let done: Int32 = 0
  static let failure: Int32 = 1
  static let usage: Int32 = 2
  static let nameTaken: Int32 = 4
}
