import DBus
import EventLoop
import MemorizeBus
import PlainText
import Screens
import TerminalKit

enum WatchEnding {
  case enough
  case readerGone
  case timeOver
}

/// Follows an interface for a verb that prints, until the verb has enough, its reader has gone, the
/// bus is lost or the time is up.
class Watcher<Lines: WatchLines> {
  typealias News = Follower<Lines.Transition>.News

  /// Whether to print this news and finish; if nil, everything is printed.
  var isAwaited: ((News) -> Bool)?
  let connection: ServiceConnection
  let printer: WatchPrinter<Lines>
  private let starts: Bool
  private var follower: Follower<Lines.Transition>?
  /// The transitions that the last state includes, as far as signals reported them.
  var included: [Lines.Transition] { follower?.included ?? [] }
  private var end: Result<WatchEnding, any Error>?
  /// Ends at once, without waiting for the reader.
  private var aborted: Result<WatchEnding, any Error>?

  required init(_ connection: ServiceConnection, _ printer: WatchPrinter<Lines>, starts: Bool) {
    self.connection = connection
    self.printer = printer
    self.starts = starts
    printer.whenDone = { [unowned self] in finish(.success(.enough)) }
  }

  /// Follows for `limit`, if there is one; errors are explained.
  func run(for limit: Duration?) throws -> WatchEnding {
    let loop = connection.bus.loop
    let queue = printer.queue
    queue.whenFailed = { [weak self] failure in
      if case .readerGone = failure { self?.abort(.success(.readerGone)) }
      // Does nothing after that.
      self?.abort(.failure(failure))
    }
    if let limit {
      loop.schedule(after: limit) { [weak self] in self?.abort(.success(.timeOver)) }
    }
    connection.bus.onDisconnect = { [weak self] _ in self?.busIsGone() }
    var ending = Result { try follow() }
    stopFollowing()
    // Held news arrived before the timeout.
    do { try printer.printHeld() } catch { ending = .failure(error) }
    // With --json the error is a line too, which the caller prints.
    if case .failure = ending { _ = queue.canAcceptMore() }
    loop.run { aborted != nil || !queue.isBusy }
    return try ((queue.isBusy ? aborted : nil) ?? ending).get()
  }

  var hasEnded: Bool { end != nil || aborted != nil }

  private func finish(_ ending: Result<WatchEnding, any Error>) { end = end ?? ending }

  private func abort(_ ending: Result<WatchEnding, any Error>) { aborted = aborted ?? ending }

  private func follow() throws -> WatchEnding {
    try connection.waitForBus { hasEnded }
    if starts { try startService() }
    connection.restartClock()
    if !hasEnded { startFollowing() }
    connection.run { hasEnded }
    // Explained only now, because that may take a call, which runs the loop.
    switch end {
    case .failure(let error as BusError): throw connection.explain(error, isRead: true)
    case .failure(let error): throw error
    case .success(let ending): return ending
    case nil: return try aborted?.get() ?? .enough
    }
  }

  /// Any call starts it; StartServiceByName would fail for a service started by hand.
  private func startService() throws {
    var answer: Result<Lines.Transition.Source.State, BusError>?
    if !hasEnded { connection.service.state(of: Lines.Transition.Source.self) { answer = $0 } }
    connection.run { answer != nil || hasEnded }
    if let answer, !hasEnded { _ = try connection.unwrap(answer) }
  }

  func startFollowing() {
    follower = Follower(connection.service) { [unowned self] news in hear { try handle(news) } }
  }

  func stopFollowing() { follower = nil }

  func hear(_ body: () throws -> Void) {
    guard !hasEnded else { return }
    do {
      try body()
    } catch {
      finish(.failure(error))
    }
  }

  func handle(_ news: News) throws {
    switch news {
    case .failure(let error): try fail(error)
    case .update where !Lines.printsUpdates: break
    case .absent, .state, .transition, .update: try print(news)
    }
  }

  func print(_ news: News) throws {
    guard isAwaited?(news) ?? true else { return }
    try printer.print(news)
    if isAwaited != nil { finish(.success(.enough)) }
  }

  func fail(_ error: BusError) throws {
    // Explaining may take a call; there is time for it unless it has just run out.
    if error.name != .noReply { connection.restartClock() }
    throw error
  }

  private func busIsGone() {
    do {
      try print(.absent)
      throw connection.loss(of: .following)
    } catch {
      finish(.failure(error))
    }
  }
}
