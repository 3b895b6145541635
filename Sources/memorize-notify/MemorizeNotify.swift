internal import EventLoop
internal import Glibc
internal import MemorizeBus
internal import UserService

/// The program: reads its arguments, and hands over to the notifier.
@main
enum MemorizeNotify {
  static func main() {
    StandardStreams.secure()
    let log = Log(program: "memorize-notify")
    do {
      switch try Arguments.parse(CommandLine.arguments.dropFirst()) {
      case .help: try StandardStreams.print(Arguments.helpText)
      case .version: try StandardStreams.print("memorize-notify \(MemorizeBus.version)")
      case .run(let settings): exit(try Notifier(settings, log: log).run())
      }
    } catch let mistake as OptionMistake {
      log.write(.error, "\(mistake) See memorize-notify --help.")
      exit(ExitCode.usage)
    } catch {
      log.write(.error, "\(error)")
      exit(ExitCode.failure)
    }
  }
}

/// What the notifier's exit tells, to systemd and to scripts.
enum ExitCode {
  static let done: Int32 = 0
  static let failure: Int32 = 1
  static let usage: Int32 = 2
  static let nameTaken: Int32 = 4
}
