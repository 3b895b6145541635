import ArgumentParser
import DBus

/// The verb `watch`.
struct WatchVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Follows the game, a line for each change.",
    discussion: """
      The first line is the state. “offline” stands for a service that is not there; the state \
      comes again when it is back. It ends when its reader does.
      """)

  @Flag(help: "Start the service where it is not there.")
  var start = false

  @Option(
    help: ArgumentHelp(
      "Gather the changes of that time in one line, the state after them.",
      valueName: "milliseconds"),
    transform: Milliseconds.init(argument:))
  var coalesce: Milliseconds?

  @Option(help: ArgumentHelp("End after so many lines.", valueName: "lines"))
  var count: Int?

  @Flag(
    name: [.customShort("0"), .customLong("null")],
    help: "End each line by a NUL character in place of a line feed.")
  var endsByNUL = false

  @OptionGroup var format: FormatOption
  @OptionGroup var common: CommonOptions

  func validate() throws {
    try format.check(common)
    if let count, count < 1 { throw ValidationError("--count takes a number from 1.") }
  }

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(following: options)
    let printer = WatchPrinter(
      .init(options.form, format.format), to: Outlet(on: connection.bus.loop),
      end: endsByNUL ? "\0" : "\n", count: count)
    let watch = Watch(
      connection, printer, starts: start, followsDue: format.format?.asksForDue == true,
      coalesce: coalesce?.duration)
    guard try watch.run(for: options.timeout) != .timeOver else { throw ExitStatus.timedOut }
  }
}

/// Prints what is followed.
private final class Watch {
  private let printer: WatchPrinter
  private var watcher: Watcher?
  private var coalescer: Coalescer?
  private var failure: Output.Failure?

  init(
    _ connection: ServiceConnection, _ printer: WatchPrinter, starts: Bool, followsDue: Bool,
    coalesce interval: Duration?
  ) {
    self.printer = printer
    watcher = Watcher(
      connection, to: printer.outlet, starts: starts, followsDue: followsDue
    ) { [unowned self] in try take($0) }
    printer.due = { [unowned self] in watcher?.due ?? 0 }
    // News that are held belong to the time that is over.
    watcher?.whenOver = { [unowned self] in try printTheRest(isInTime: $0) }
    printer.whenDone = { [unowned self] in watcher?.stop() }
    coalescer = interval.map {
      Coalescer($0, on: connection.bus.loop) { [unowned self] in release() }
    }
  }

  func run(for limit: Duration?) throws -> Watcher.Ending {
    defer { watcher = nil }
    let ending: Result<Watcher.Ending, any Error> = Result {
      try watcher?.run(for: limit) ?? .enough
    }
    if let failure { throw failure }
    return try ending.get()
  }

  private func take(_ news: GameNews) throws {
    for news in coalescer?.take(news) ?? [news] { try printer.print(news) }
  }

  /// No reader gets half a line because nobody waits for it any more.
  private func printTheRest(isInTime: Bool) throws {
    guard let news = coalescer?.release() else { return }
    try isInTime ? printer.print(news) : printer.printWhole(news)
  }

  private func release() {
    guard let news = coalescer?.release() else { return }
    do throws(Output.Failure) {
      try printer.print(news)
    } catch {
      failure = error
      watcher?.stop()
    }
  }
}

extension ServiceConnection {
  /// Connects for a verb that follows: its `--timeout` is the whole duration, so connecting has at
  /// most 5 s of it.
  convenience init(following options: Options) throws(ProgramError) {
    try self.init(options, limit: min(options.timeout ?? .seconds(5), .seconds(5)))
  }
}
