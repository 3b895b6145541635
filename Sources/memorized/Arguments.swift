internal import DBus
internal import UserService

enum Arguments {
  case help
  case version
  case run(Settings)

  struct Settings {
    var logLevel = LogLevel.info
    var replaces = false
    /// The daemon ends after this time without a call; nil for never.
    var idleLimit: Duration?
  }

  static let helpText = """
    memorized: the memory game on your session bus, as org.memorized.Memorize1.

    Usage: memorized [--replace] [--idle-exit SECONDS] [--log-level LEVEL]

    It is started by the bus with the first call, by systemctl --user start memorized, or by hand,
    and runs until it gets SIGTERM. Play with the command memorize, or with any D-Bus client.

    Options:
      --replace             takes the name over from a daemon that runs already
      --idle-exit SECONDS   ends when nothing was asked for that long; the next call starts it
                            again, and the game goes on (under systemd 1 second at least)
      --log-level LEVEL     what is said on stderr: \(LogLevel.names) (default: info)
      --help                shows this text
      --version             shows the version

    Exit codes: 0 ended as asked or replaced, 1 no bus or the bus is gone, 2 wrong arguments,
    4 another process has the name.
    """

  static func parse(_ arguments: some Collection<String>) throws(OptionMistake) -> Arguments {
    let scanner = OptionScanner(
      flags: ["--help", "-h", "--version", "--replace"], values: ["--log-level", "--idle-exit"])
    var settings = Settings()
    for (name, value) in try scanner.scan(arguments) {
      switch name {
      case "--help", "-h": return .help
      case "--version": return .version
      case "--replace": settings.replaces = true
      case "--idle-exit": settings.idleLimit = try duration(value)
      default: settings.logLevel = try LogLevel(option: value)
      }
    }
    return .run(settings)
  }

  /// At most a year; longer times are mistakes.
  private static func duration(_ text: String) throws(OptionMistake) -> Duration {
    guard let seconds = Double(text), seconds > 0, seconds <= 31_536_000 else {
      throw OptionMistake(
        "--idle-exit takes a number of seconds above 0, at most a year, not “\(text.printable)”.")
    }
    return .seconds(seconds)
  }
}
