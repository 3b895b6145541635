internal import CLinux
internal import EventLoop
internal import Glibc
internal import MemorizeBus
internal import UserService

@main
enum Memorized {
  static func main() {
    StandardStreams.secure()
    // A limit on file sizes has to make a write fail, not end the daemon.
    signal(SIGXFSZ, SIG_IGN)
    limitHoardedMemory()
    let log = Log(program: "memorized")
    do {
      switch try Arguments.parse(CommandLine.arguments.dropFirst()) {
      case .help: try StandardStreams.print(Arguments.helpText)
      case .version: try StandardStreams.print("memorized \(MemorizeContract.version)")
      case .run(let settings): exit(try Daemon(settings, log: log).run().rawValue)
      }
    } catch let mistake as OptionMistake {
      log.write(.error, "\(mistake) See memorized --help.")
      exit(ExitCode.usage.rawValue)
    } catch {
      log.write(.error, "\(error)")
      exit(ExitCode.failure.rawValue)
    }
  }

  /// Makes the C library return large blocks to the system when they are freed.
  ///
  /// By default glibc raises its threshold after the first large free, as of a flood of messages or
  /// a very long game, and keeps such blocks for ever.
  private static func limitHoardedMemory() {
    let threshold: Int32 = 128 << 10
    mallopt(M_MMAP_THRESHOLD, threshold)
    mallopt(M_TRIM_THRESHOLD, threshold)
  }
}
