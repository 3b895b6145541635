import DBus
import EventLoop
import MemorizeBus

/// Follows the game for a verb that prints, until the verb has enough, its reader goes, the bus dies
/// or the time is over.
final class Watcher {
  /// Why it has ended.
  enum Ending {
    case enough
    case readerGone
    case timeOver
  }

  private let connection: ServiceConnection
  private let outlet: Outlet
  private let starts: Bool
  private let followsDue: Bool
  private let print: (GameNews) throws -> Void
  private var feed: GameFeed?
  private var dueCount: DueCount?
  private var end: Result<Ending, any Error>?
  /// Called once nothing more is followed, before the wait for a slow reader, and with whether there
  /// is time for that.
  var whenOver: (_ isInTime: Bool) throws -> Void = { _ in }
  /// Why it ends even while lines wait for their reader.
  private var cut: Result<Ending, any Error>?

  /// Prepares to follow for an outlet whose reader has to be there, and with it how many cards are due.
  init(
    _ connection: ServiceConnection, to outlet: Outlet, starts: Bool, followsDue: Bool = false,
    print: @escaping (GameNews) throws -> Void
  ) {
    self.connection = connection
    self.outlet = outlet
    self.starts = starts
    self.followsDue = followsDue
    self.print = print
  }

  /// How many cards are due; 0 if nobody wants to know.
  var due: UInt32 { dueCount?.due ?? 0 }

  /// Ends it: the verb has enough.
  func stop() { finish(.success(.enough)) }

  /// Follows the game for that time, if there is one; errors are explained.
  func run(for limit: Duration?) throws -> Ending {
    let loop = connection.bus.loop
    outlet.whenFailed = { [unowned self] failure in
      if case .readerGone = failure { return cutShort(.success(.readerGone)) }
      cutShort(.failure(failure))
    }
    let timer = limit.map { limit in
      loop.schedule(after: limit) { [unowned self] in cutShort(.success(.timeOver)) }
    }
    connection.bus.onDisconnect = { [unowned self] _ in busIsGone() }
    defer {
      // A batch goes on to use the connection.
      connection.bus.onDisconnect = nil
      outlet.whenFailed = { _ in }
      if let timer { loop.cancel(timer) }
    }
    var ending = Result { try follow() }
    feed = nil
    dueCount?.stop()
    do { try whenOver(cut == nil) } catch { ending = .failure(error) }
    // With --json the error is a line too, which somebody else prints.
    if case .failure = ending { _ = outlet.takesMore() }
    loop.run { cut != nil || !outlet.isBusy }
    return try ((outlet.isBusy ? cut : nil) ?? ending).get()
  }

  private var hasEnded: Bool { end != nil || cut != nil }

  private func finish(_ ending: Result<Ending, any Error>) { end = end ?? ending }

  private func cutShort(_ ending: Result<Ending, any Error>) { cut = cut ?? ending }

  private func follow() throws -> Ending {
    try connection.waitForBus { hasEnded }
    if starts { try startService() }
    connection.restartClock()
    if !hasEnded {
      feed = GameFeed(connection.service) { [unowned self] news in hear { try take(news) } }
    }
    if followsDue, !hasEnded {
      dueCount = DueCount(connection.service) { [unowned self] news in hear { try take(news) } }
    }
    connection.run { hasEnded }
    // Explained here: that may take a call, and so the loop that ran until now.
    switch end {
    case .failure(let error as BusError): throw connection.explain(error)
    case .failure(let error): throw error
    case .success(let ending): return ending
    case nil: return try cut?.get() ?? .enough
    }
  }

  /// Any call starts it; StartServiceByName would fail for one that was started by hand.
  private func startService() throws {
    var answer: Result<GameState, BusError>?
    if !hasEnded { connection.service.state(of: GameContract.self) { answer = $0 } }
    connection.run { answer != nil || hasEnded }
    if let answer, !hasEnded { _ = try connection.take(answer) }
  }

  private func hear(_ take: () throws -> Void) {
    guard !hasEnded else { return }
    do {
      try take()
    } catch {
      finish(.failure(error))
    }
  }

  private func take(_ news: GameNews) throws {
    switch news {
    case .offline:
      dueCount?.forgetGame()
      try print(news)
    case .state(let game), .change(_, _, let game):
      // A line that holds the due count waits until it is known.
      if dueCount?.waits(with: game) != true { try print(news) }
    case .failure(let error): try fail(error)
    }
  }

  private func take(_ news: DueCount.News) throws {
    switch news {
    case .state(let game): try print(.state(game))
    case .failure(let error): try fail(error)
    }
  }

  private func fail(_ error: BusError) throws {
    // To explain it may take a call, for which there is time unless just that is over.
    if error.name != .noReply { connection.restartClock() }
    throw error
  }

  private func busIsGone() {
    do {
      try print(.offline)
      throw ProgramError(
        .notAvailable, name: "Disconnected",
        "The connection to the session bus was lost; there is nothing left to follow.")
    } catch {
      finish(.failure(error))
    }
  }
}
