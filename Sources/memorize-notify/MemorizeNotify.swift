internal import MemorizeBus
internal import Translation
internal import UserService

/// The notifier.
package enum MemorizeNotify {
  package static func main() {
    ServiceProgram.main("memorize-notify", version: MemorizeContract.version) {
      (options: NotifierOptions, log) in try Notifier(options, log: log).run()
    }
  }
}

struct NotifierOptions: ServiceOptions {
  static let flags: Set = ["--show-flips", "--questions", "--tray"]
  static let values: Set = ["--play-command", "--practice-command"]

  static var help: ServiceHelp {
    ServiceHelp(
      tr(
        """
        memorize-notify shows a notification when a pair is found, when a game is won and when it is \
        time to practice, and asks a due card now and then (setting: question-every). You can answer \
        practice questions with its buttons, or type the answer if your desktop has a field for it.
        """),
      details: [
        tr(
          """
          It starts neither the service nor a notification server, but follows both as they come and \
          go. It runs until it receives SIGTERM or SIGINT. The reminder, and questions that you did \
          not ask for, wait while notifications are held or the screen is locked.
          """),
        tr(
          """
          Notifications of the game have the actions New game and Play; Play opens a terminal. The \
          reminder has the action Practice, which starts a session and shows its questions. Clicking \
          a notification of the game does what Play does; clicking the reminder does what Practice \
          does; clicking a question opens a terminal.
          """),
      ],
      options: [
        (
          "--show-flips",
          tr(
            """
            Also show cards that are turned up, until they are turned face down, and say why a \
            command with --quiet was refused: to play with nothing but key bindings (also a setting: \
            memorize practice config set show-flips yes).
            """)
        ),
        (
          "--questions",
          tr(
            """
            Show the questions of all practice sessions, not only of those started from a \
            notification (also a setting: show-questions).
            """)
        ),
        (
          "--tray",
          tr("Also show an item in the panel of the desktop, whose menu is the game.")
        ),
        (
          "--play-command COMMAND",
          tr(
            """
            Command for Play, run by /bin/sh; '' removes the action (default: “memorize play” in a \
            terminal, if there is one).
            """)
        ),
        (
          "--practice-command COMMAND",
          tr(
            """
            Command for “Practice in the terminal”, also run by /bin/sh; '' removes the action \
            (default: “memorize practice” in a terminal, if there is one).
            """)
        ),
      ],
      status: tr(
        """
        Exit status: 0 stopped by a signal, 1 no bus or bus lost (a service manager starts it again \
        with the next bus), 2 wrong arguments, 4 another memorize-notify is running.
        """))
  }

  /// The command of *Play*; empty for no such action, nil for the default.
  var playCommand: String?
  /// The command of *Practice in the terminal*; empty for no such action, nil for the default.
  var practiceCommand: String?
  /// Shows the questions of all practice sessions.
  var showsQuestions = false
  /// Shows an item in the panel.
  var showsTray = false
  /// Shows unmatched cards that are face up.
  var showsFlips = false

  mutating func read(_ option: String, _ value: String) {
    switch option {
    case "--show-flips": showsFlips = true
    case "--questions": showsQuestions = true
    case "--tray": showsTray = true
    case "--practice-command": practiceCommand = value
    default: playCommand = value
    }
  }
}
