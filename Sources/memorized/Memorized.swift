internal import CLinux
internal import EventLoop
internal import Glibc
internal import MemorizeBus
internal import UserService

@main
enum Memorized {
  static func main() {
    StandardStreams.secure()
    // A limit on file sizes makes a write fail, and must not end the daemon.
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
