import BoardLayout
import DBus
import EventLoop
import MemorizeBus

/// Tells what becomes of the game until whoever is told has enough, its reader goes, the bus dies or
/// the time is over.
final class Watcher {
  /// What there is to tell.
  enum News {
    /// The service is not there.
    case offline
    /// The game, read anew.
    case state(GameView)
    /// One transition, and the game after it.
    case change(Happening, Transition, GameView)
  }

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
  private let tell: (News) throws -> Void
  private var follower: GameFollower?
  private var dueCount: DueCount?
  private var cards: [BoardCard] = []
  private var end: Result<Ending, any Error>?
  /// Told that nothing more is heard, before what waits for the reader is waited for; and whether
  /// there is time for that.
  var whenOver: (_ isInTime: Bool) throws -> Void = { _ in }
  /// What ends it even while lines wait for their reader.
  private var cut: Result<Ending, any Error>?

  /// Prepares to follow.
  ///
  /// - Parameters:
  ///   - connection: the connection; its deadline is that of each reading.
  ///   - outlet: where the lines go, and whose reader has to be there.
  ///   - starts: whether the service is started where it is not there.
  ///   - followsDue: whether the state is told again when another number of cards is due.
  ///   - tell: told the state or the absence first, then each change.
  init(
    _ connection: ServiceConnection, to outlet: Outlet, starts: Bool, followsDue: Bool = false,
    tell: @escaping (News) throws -> Void
  ) {
    self.connection = connection
    self.outlet = outlet
    self.starts = starts
    self.followsDue = followsDue
    self.tell = tell
  }

  /// How many cards are due, as it was told last; 0 where nobody wants to know.
  var due: UInt32 { dueCount?.due ?? 0 }

  /// Ends it, for whoever is told and has enough.
  func stop() { finish(.success(.enough)) }

  /// Follows the game.
  ///
  /// - Parameter limit: the time, if there is one.
  /// - Returns: why it has ended.
  /// - Throws: what went wrong, explained.
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
      // The connection is used on, where this was one verb of a batch.
      connection.bus.onDisconnect = nil
      outlet.whenFailed = { _ in }
      if let timer { loop.cancel(timer) }
    }
    var ending = Result { try follow() }
    follower = nil
    dueCount?.stop()
    do { try whenOver(cut == nil) } catch { ending = .failure(error) }
    // With --json what went wrong is a line too, and somebody else prints it.
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
    if !hasEnded { follower = GameFollower(connection.service) { [unowned self] in hear($0) } }
    if followsDue, !hasEnded {
      dueCount = DueCount(connection.service) { [unowned self] news in hear { try take(news) } }
    }
    connection.run { hasEnded }
    // It is explained here: that may take a call, and so the loop that ran until now.
    switch end {
    case .failure(let error as BusError): throw connection.explain(error)
    case .failure(let error): throw error
    case .success(let ending): return ending
    case nil: return try cut?.get() ?? .enough
    }
  }

  /// Any call starts it; StartServiceByName would fail for one that was started by hand.
  private func startService() throws {
    var answer: Result<Properties<GameContract.Service>, BusError>?
    if !hasEnded { connection.service.properties(of: GameContract.interface) { answer = $0 } }
    connection.run { answer != nil || hasEnded }
    if let answer, !hasEnded { _ = try connection.fitting(connection.take(answer)) }
  }

  private func hear(_ news: GameFollower.News) { hear { try take(news) } }

  private func hear(_ take: () throws -> Void) {
    guard !hasEnded else { return }
    do {
      try take()
    } catch {
      finish(.failure(error))
    }
  }

  private func take(_ news: GameFollower.News) throws {
    switch news {
    case .absent:
      dueCount?.forgetGame()
      try tell(.offline)
    case .state(let properties):
      let game = try GameView(properties)
      cards = game.cards
      try tellWithDue(.state(game), of: game)
    case .transition(let signals, let properties):
      let transition = Transition(signals)
      guard let (happening, game) = transition.outcome(on: cards, properties) else {
        return follower?.readAgain() ?? ()
      }
      cards = game.cards
      try tellWithDue(.change(happening, transition, game), of: game)
    case .update: break
    case .failure(let error): try fail(error)
    }
  }

  private func take(_ news: DueCount.News) throws {
    switch news {
    case .state(let game): try tell(.state(game))
    case .failure(let error): try fail(error)
    }
  }

  /// Tells what is to be told of the game, or leaves it until it is known how many cards are due.
  private func tellWithDue(_ news: News, of game: GameView) throws {
    guard dueCount?.waits(with: game) != true else { return }
    try tell(news)
  }

  private func fail(_ error: BusError) throws {
    // To explain it may take a call; but that the time is over is just what is wrong with none.
    if error.name != .noReply { connection.restartClock() }
    throw error
  }

  private func busIsGone() {
    do {
      try tell(.offline)
      throw ProgramError(
        .notAvailable, name: "Disconnected",
        "The connection to the session bus was lost; there is nothing left to follow.")
    } catch {
      finish(.failure(error))
    }
  }
}
