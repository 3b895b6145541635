import ArgumentParser
import DBus
import PlainText
import Screens

/// The options of the verbs that print a line for each change.
struct WatchOptions: ParsableArguments {
  @Flag(help: "Start the service if it is not running.")
  var start = false

  @Option(
    help: ArgumentHelp(
      "Merge all changes within this time into one line: the state after them.",
      valueName: "milliseconds"),
    transform: Duration.init(milliseconds:))
  var coalesce: Duration?

  @Option(help: ArgumentHelp("Exit after this many lines.", valueName: "lines"))
  var count: Int?

  @Flag(
    name: [.customShort("0"), .customLong("null")],
    help: "End each line with a NUL character instead of a line feed.")
  var endsByNUL = false

  func validate() throws {
    if let count, count < 1 {
      throw ValidationError(english("--count takes a number of 1 or more."))
    }
  }

  /// Prints the lines until there are enough, the reader has gone or the bus is lost.
  func perform<Lines>(
    printing lines: Lines, by type: Watcher<Lines>.Type = Watcher<Lines>.self, _ options: Options
  ) throws {
    let connection = try ServiceConnection(following: options)
    let printer = WatchPrinter(
      lines, on: connection.bus.loop, end: endsByNUL ? "\0" : "\n", count: count,
      coalescing: coalesce)
    let ending = try type.init(connection, printer, starts: start).run(for: options.timeout)
    if ending == .timeOver { throw ExitStatus.timedOut }
  }
}
