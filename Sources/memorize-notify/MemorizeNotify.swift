internal import EventLoop
internal import Glibc
internal import MemorizeBus
internal import UserService

@main
enum MemorizeNotify {
  static func main() {
    StandardStreams.secure()
    let log = Log(program: "memorize-notify")
    do {
      switch try Command.parse(CommandLine.arguments.dropFirst()) {
      case .help: try StandardStreams.print(Command.helpText)
      case .version: try StandardStreams.print("memorize-notify \(MemorizeContract.version)")
      case .run(let options): exit(try Notifier(options, log: log).run().rawValue)
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

struct Options {
  var logLevel = LogLevel.info
  /// The command of *Play*; empty for no such action, nil for the default.
  var playCommand: String?
  /// The command of *Practise in the terminal*, likewise.
  var practiceCommand: String?
  /// Shows the questions of all practice sessions.
  var showsQuestions = false
  /// Shows unmatched cards that are face up.
  var showsFlips = false
}

enum Command {
  case help
  case version
  case run(Options)

  static let helpText = """
    memorize-notify: shows a notification for a pair that was found, for a game that was won, and
    when it is time to practise; the questions are answered by its buttons.

    Usage: memorize-notify [--show-flips] [--questions] [--play-command COMMAND]
                           [--practice-command COMMAND] [--log-level LEVEL]

    It starts neither the game nor a notification server, but follows both as they come and go, and
    runs until it gets SIGTERM. A notification of the game has the actions New game, and Play, which
    opens a terminal to play in; the reminder has Practise, which starts a session and shows its
    questions.

    Options:
      --show-flips            shows cards that are turned up too, until they are turned down: for
                              those who play by key bindings alone
      --questions             shows the questions of all practice sessions, not only of those that
                              were begun by a notification
      --play-command COMMAND  what Play runs, by /bin/sh; '' for no such action (default:
                              \(ShellCommand.play.text), where that is installed)
      --practice-command COMMAND
                              what Practise in the terminal runs, likewise (default:
                              \(ShellCommand.practise.text))
      --log-level LEVEL       what is said on stderr: \(LogLevel.names) (default: info)
      --help                  shows this text
      --version               shows the version

    Exit codes: 0 ended as asked, 1 no bus or the bus is gone (a service manager starts it again
    with the next one), 2 wrong arguments, 4 another memorize-notify runs.
    """

  static func parse(_ arguments: some Collection<String>) throws(OptionMistake) -> Command {
    let scanner = OptionScanner(
      flags: ["--help", "-h", "--version", "--show-flips", "--questions"],
      values: ["--log-level", "--play-command", "--practice-command"])
    var options = Options()
    for (name, value) in try scanner.scan(arguments) {
      switch name {
      case "--help", "-h": return .help
      case "--version": return .version
      case "--show-flips": options.showsFlips = true
      case "--questions": options.showsQuestions = true
      case "--practice-command": options.practiceCommand = value
      case "--play-command": options.playCommand = value
      default: options.logLevel = try LogLevel(option: value)
      }
    }
    return .run(options)
  }
}
