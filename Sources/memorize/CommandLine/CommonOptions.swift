import ArgumentParser
import MemorizeBus
import PlainText
import Screens
import TerminalKit

struct CommonOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      How long to wait for a reply (default 5); with watch and wait, also of practice, how long \
      to run.
      """,
      valueName: "seconds"),
    transform: Duration.init(seconds:))
  var timeout: Duration?

  @Option(
    help: ArgumentHelp(
      """
      Play and practice on another machine over ssh, such as pi or ada@pi; may also stand before \
      the verb.
      """,
      valueName: "host"),
    transform: RemoteHost.init(argument:))
  var host: RemoteHost?

  @Flag(name: .customLong("no-autostart"), help: "Do not start the service if it is not running.")
  var noAutostart = false

  @Flag(help: "Wait for the service to appear, for at most --timeout, and do not start it.")
  var wait = false

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: "Print plain lines, for screen readers and scripts.")
  var plain = false

  @Option(help: "When to use colors: auto, always or never.")
  var color: ColorChoice?

  @Option(
    help: "How screens draw faces and short questions: large or text; see the setting faces.")
  var faces: FaceSize?

  @Flag(help: "Print names instead of emoji, and ASCII instead of other symbols.")
  var ascii = false

  @Flag(name: .shortAndLong, help: "Print nothing when a verb that changes something succeeds.")
  var quiet = false

  @Flag(help: "Print the names of errors too, such as CardMatched.")
  var verbose = false

  /// All defaults, set by hand: ArgumentParser's wrappers trap if they were never parsed.
  static var unset: CommonOptions {
    var options = CommonOptions()
    (options.timeout, options.host, options.color, options.faces) = (nil, nil, nil, nil)
    (options.noAutostart, options.wait, options.quiet) = (false, false, false)
    (options.json, options.plain, options.verbose, options.ascii) = (false, false, false, false)
    return options
  }
}

struct BoardOptions: ParsableArguments {
  @Option(help: "Show matched cards, or print blanks in their place: show or blank.")
  var matched: MatchedChoice?

  static var unset: BoardOptions {
    var options = BoardOptions()
    options.matched = nil
    return options
  }
}

extension Options {
  /// For a verb that prints a board.
  func showing(_ board: BoardOptions) -> Options {
    var options = self
    options.hidesMatched = board.matched == .blank
    return options
  }
}

extension Duration {
  /// A decimal number of seconds above 0, at most a hundred years.
  init(seconds argument: String) throws {
    guard let seconds = Double(argument), seconds > 0, seconds <= 3_155_760_000 else {
      throw ValidationError(
        english("Give a number of seconds above 0 and at most 3155760000, such as 0.5 or 10."))
    }
    self = .seconds(seconds)
  }

  /// A decimal number of seconds from 0 on.
  init(secondsOrNone argument: String) throws {
    if Double(argument) == 0 { self = .zero } else { try self.init(seconds: argument) }
  }

  /// A whole number of milliseconds, at most an hour.
  init(milliseconds argument: String) throws {
    guard let number = Int(argument), (0...3_600_000).contains(number) else {
      throw ValidationError(english("Give a whole number of milliseconds from 0 to 3600000."))
    }
    self = .milliseconds(number)
  }
}

extension ColorChoice: ExpressibleByArgument {}
extension FaceSize: ExpressibleByArgument {}

enum MatchedChoice: String, ExpressibleByArgument, CaseIterable {
  case show, blank
}
