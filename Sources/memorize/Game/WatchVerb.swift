import ArgumentParser
import DBus
import EventLoop

struct WatchVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Follow the game: print a line for each change.",
    discussion: """
      The first line is the state. “offline” means that the service is not running; when it is \
      back, the state is printed again. watch exits when its reader does.
      """)

  @OptionGroup var watch: WatchOptions
  @OptionGroup var format: FormatOption<GamePlaceholder>
  @OptionGroup var common: CommonOptions

  func validate() throws { try format.check(common) }

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(following: options)
    let printer = watch.printer(
      of: GameLines(.init(options.form, format.format)), on: connection.bus.loop)
    let asksForDue = format.format?.asksForDue == true
    let watcher =
      asksForDue
      ? DueWatcher(connection, printer, starts: watch.start)
      : Watcher(connection, printer, starts: watch.start)
    guard try watcher.run(for: options.timeout) != .timeOver else { throw ExitStatus.timedOut }
  }
}

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
    if let count, count < 1 { throw ValidationError("--count takes a number of 1 or more.") }
  }

  func printer<Lines>(of lines: Lines, on loop: Loop) -> WatchPrinter<Lines> {
    WatchPrinter(lines, on: loop, end: endsByNUL ? "\0" : "\n", count: count, coalescing: coalesce)
  }
}

extension ServiceConnection {
  /// For a verb that follows: its `--timeout` limits the whole run, so connecting takes at most 5 s
  /// of it.
  convenience init(following options: Options) throws(ProgramError) {
    try self.init(
      options, limit: min(options.timeout ?? Options.usualTimeout, Options.usualTimeout))
  }
}
