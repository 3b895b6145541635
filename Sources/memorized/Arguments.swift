internal import DBus

/// What the daemon was started to do.
///
/// Three options do not need a parser that brings Foundation into a process that stays in memory.
enum Arguments {
  case help
  case version
  case run(logLevel: LogLevel)

  static let helpText = """
    memorized: the memory game on your session bus, as org.memorized.Memorize1.

    Usage: memorized [--log-level LEVEL]

    It is started by the bus with the first call, or by hand, and runs until it gets SIGTERM.
    Play with the command memorize, or with any D-Bus client.

    Options:
      --log-level LEVEL   what is said on stderr: \(LogLevel.names) (default: info)
      --help              shows this text
      --version           shows the version

    Exit codes: 0 ended as asked, 1 no bus or the bus is gone, 2 wrong arguments,
    4 another process has the name.
    """

  /// Reads the arguments; a failure is a sentence that names the first mistake.
  static func parse(_ arguments: some Collection<String>) -> Result<Arguments, Mistake> {
    var level = LogLevel.info
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      switch parts.first {
      case "--help" where parts.count == 1, "-h" where parts.count == 1: return .success(.help)
      case "--version" where parts.count == 1: return .success(.version)
      case "--log-level":
        let name = parts.count == 2 ? parts[1] : rest.popFirst()
        guard let name else { return .failure("--log-level needs a level: \(LogLevel.names).") }
        guard let known = LogLevel(name: name) else {
          return .failure("“\(name.printable)” is not a log level; there are \(LogLevel.names).")
        }
        level = known
      default: return .failure("Unknown argument “\(argument.printable)”.")
      }
    }
    return .success(.run(logLevel: level))
  }

  /// A sentence about arguments that cannot be taken.
  struct Mistake: Error, ExpressibleByStringInterpolation, CustomStringConvertible {
    let description: String

    init(stringLiteral text: String) {
      description = text
    }
  }
}
