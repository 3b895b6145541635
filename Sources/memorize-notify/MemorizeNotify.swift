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
      case .run(let settings): exit(try Notifier(settings, log: log).run().rawValue)
      }
    } catch let mistake as OptionMistake {
      log.write(.error, "\(mistake) See memorize-notify --help.")
      exit(ExitCode.usage.rawValue)
    } catch {
      log.write(.error, "\(error)")
      exit(ExitCode.failure.rawValue)
    }
  }
}
