internal import MemorizeBus
internal import UserService

@main
enum MemorizeNotify {
  static func main() {
    ServiceProgram.main("memorize-notify", version: MemorizeContract.version) {
      (options: NotifierOptions, log) in try Notifier(options, log: log).run()
    }
  }
}

struct NotifierOptions: ServiceOptions {
  static let flags: Set = ["--show-flips", "--questions"]
  static let values: Set = ["--play-command", "--practice-command"]

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

  /// The command of *Play*; empty for no such action, nil for the default.
  var playCommand: String?
  /// The command of *Practise in the terminal*, likewise.
  var practiceCommand: String?
  /// Shows the questions of all practice sessions.
  var showsQuestions = false
  /// Shows unmatched cards that are face up.
  var showsFlips = false

  mutating func read(_ option: String, _ value: String) {
    switch option {
    case "--show-flips": showsFlips = true
    case "--questions": showsQuestions = true
    case "--practice-command": practiceCommand = value
    default: playCommand = value
    }
  }
}
