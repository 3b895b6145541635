internal import EventLoop
internal import Glibc
internal import MemorizeBus

/// The program: reads its arguments, and hands over to the daemon.
@main
enum Memorized {
  static func main() {
    switch Arguments.parse(CommandLine.arguments.dropFirst()) {
    case .failure(let mistake):
      Log(level: .error).write(.error, "\(mistake) See memorized --help.")
      exit(ExitCode.usage)
    case .success(.help): printLine(Arguments.helpText)
    case .success(.version): printLine("memorized \(MemorizeBus.version)")
    case .success(.run(let level)):
      do {
        exit(try Daemon(log: Log(level: level)).run())
      } catch {
        Log(level: .error).write(.error, error.description)
        exit(ExitCode.failure)
      }
    }
  }

  private static func printLine(_ text: String) {
    print(text)
  }
}

/// What the daemon's exit tells, to systemd and to scripts.
enum ExitCode {
  static let done: Int32 = 0
  static let failure: Int32 = 1
  static let usage: Int32 = 2
  static let nameTaken: Int32 = 4
}
