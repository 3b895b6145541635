import ArgumentParser
import DBus
import Glibc
import MemorizeBus

/// The verb `wait`.
struct WaitVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "wait", abstract: "Returns when something happens in the game.",
    discussion: """
      EVENT is matched (a pair was found, the last one too), mismatched, won, started or changed \
      (anything). The line is the one that “watch” would print. The service may come and go \
      meanwhile; it is not started. Where --timeout passes first it ends with 4, and where the bus \
      goes with 3.

      With --since it returns at once, with the line of the state, where the game shows that it \
      happened after that revision; “status --json” tells the revision. Only what is certain \
      counts: any change, a game that is won, a mismatch that is on show, a game that has begun \
      since and what happened in it. A match of a game that was on before is certain where no move \
      has failed yet; else wait is for the next one. A revision above the game's counts as one of \
      a service that has begun anew. The same holds for what happens while the service is away.
      """)

  @ArgumentParser.Argument(
    help: ArgumentHelp("matched, mismatched, won, started or changed.", valueName: "event"))
  var event: AwaitedEvent

  @Option(help: ArgumentHelp("What was seen last.", valueName: "revision"))
  var since: UInt64?

  @Flag(help: "Start the service where it is not there.")
  var start = false

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let begin = microsecondsSinceTheEpoch
    let connection = try ServiceConnection(following: options)
    let printer = WatchPrinter(.init(options.form), to: Outlet(on: connection.bus.loop))
    let waiting = Waiting(
      for: event, since: since, begin: begin, connection, printer, starts: start)
    switch try waiting.run(for: options.timeout) {
    case .enough: return
    // Nothing has happened, and nobody reads it.
    case .readerGone: throw ExitStatus.unexpected
    case .timeOver:
      let error = ProgramError(
        .timedOut, name: "Timeout",
        "Within the time of --timeout the event “\(event.rawValue)” has not come.")
      guard Output.results.hasRoom else {
        // The JSON of it would wait for the reader, and the time is over.
        Output.messages.print(error.line)
        throw error.status
      }
      throw error
    }
  }

  /// Now, as the service counts the start of a game.
  private var microsecondsSinceTheEpoch: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return UInt64(clamping: time.tv_sec * 1_000_000 + time.tv_nsec / 1000)
  }
}

/// Looks for the event among the news.
private final class Waiting {
  private let event: AwaitedEvent
  private let begin: UInt64
  private let printer: WatchPrinter
  private var known: UInt64?
  private var watcher: Watcher?

  init(
    for event: AwaitedEvent, since revision: UInt64?, begin: UInt64,
    _ connection: ServiceConnection,
    _ printer: WatchPrinter, starts: Bool
  ) {
    self.event = event
    self.begin = begin
    self.printer = printer
    known = revision
    watcher = Watcher(connection, to: printer.outlet, starts: starts) { [unowned self] in
      try take($0)
    }
  }

  func run(for limit: Duration?) throws -> Watcher.Ending {
    defer { watcher = nil }
    return try watcher?.run(for: limit) ?? .enough
  }

  private func take(_ news: GameNews) throws {
    let isIt: Bool
    switch news {
    case .offline, .failure: return
    case .state(let game):
      isIt = event.isKnown(from: game, since: known ?? firstKnown(game))
      known = game.revision
    case .change(let happening, _, let game):
      isIt = event.isMet(by: happening)
      known = game.revision
    }
    guard isIt else { return }
    try printer.print(news)
    watcher?.stop()
  }

  /// The revision when the wait began: none of a game that is younger, if the call that started the
  /// service dealt it.
  private func firstKnown(_ game: GameState) -> UInt64 {
    game.isThere && game.startedAt >= begin ? 0 : game.revision
  }
}
