import ArgumentParser
import DBus
import EventLoop
import MemorizeBus
import PlainText
import Screens
import TerminalKit

/// An event that `wait` or `practice wait` waits for.
protocol Awaited: RawRepresentable<String>, ExpressibleByArgument, CaseIterable {
  associatedtype Transition: SignaledTransition
  typealias State = Transition.Source.State

  /// `transition` is nil if properties have changed without one; `before` is nil if the state
  /// before it is not known.
  func isMet(by transition: Transition?, _ state: State, after before: State?) -> Bool

  /// Whether the state shows that it happened after a revision; `before` is the last state known,
  /// nil if only the revision is.
  func isShown(by state: State, since revision: UInt64, after before: State?) -> Bool

  /// The revision to wait from, if the state is the first one read; the wait began at `begin`, in
  /// microseconds since 1970-01-01 UTC.
  func firstRevision(_ state: State, from begin: UInt64) -> UInt64
}

extension Awaited {
  func firstRevision(_ state: State, from begin: UInt64) -> UInt64 { state.revision }
}

/// The options of the verbs that wait for an event.
struct WaitOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The last revision seen.", valueName: "revision"))
  var since: UInt64?

  @Flag(help: "Start the service if it is not running.")
  var start = false

  /// Waits for the event and prints its line.
  func perform<Event: Awaited, Lines: WatchLines>(
    _ event: Event, printing lines: Lines, _ options: Options
  ) throws where Lines.Transition == Event.Transition {
    let begin = WallClock.microseconds
    let connection = try ServiceConnection(following: options)
    let watcher = Watcher(
      connection, WatchPrinter(lines, on: connection.bus.loop), starts: start)
    var before: Event.State?
    watcher.isAwaited = { [unowned watcher] news in
      switch news {
      case .absent, .failure: return false
      case .state(let state):
        defer { before = state }
        let revision = before?.revision ?? since ?? event.firstRevision(state, from: begin)
        let known = before ?? (since == nil ? state : nil)
        return event.isShown(by: state, since: revision, after: known)
          || watcher.included.contains { event.isMet(by: $0, state, after: before) }
      case .update(let state):
        defer { before = state }
        return event.isMet(by: nil, state, after: before)
      case .transition(let transition, let state):
        defer { before = state }
        return event.isMet(by: transition, state, after: before)
      }
    }
    switch try watcher.run(for: options.timeout) {
    case .enough: return
    // Nothing has happened, and nobody reads the output.
    case .readerGone: throw ExitStatus.unexpected
    case .timeOver: throw timeout(event.rawValue, options)
    }
  }

  private func timeout(_ event: String, _ options: Options) -> any Error {
    let time = options.timeout?.inSeconds
    let error = ProgramError(
      .timedOut, name: "Timeout",
      time.map { time in english("Timed out after \(time) without “\(event)”.") }
        ?? english("Timed out without “\(event)”."))
    guard Output.results.hasRoom else {
      // The JSON would wait for the reader after the timeout.
      Output.messages.print(error.line(options))
      return error.status
    }
    return error
  }
}
