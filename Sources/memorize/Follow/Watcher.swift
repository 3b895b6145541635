import BoardLayout
import DBus
import EventLoop
import Glibc
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

  private let session: Session
  private let tell: (News) throws -> Void
  private var follower: GameFollower?
  private var cards: [BoardCard] = []
  private var end: Result<Ending, any Error>?

  /// Prepares to follow.
  ///
  /// - Parameters:
  ///   - session: the connection; its deadline is that of each reading.
  ///   - tell: told the state or the absence first, then each change.
  init(_ session: Session, tell: @escaping (News) throws -> Void) {
    self.session = session
    self.tell = tell
  }

  /// Ends it, for whoever is told and has enough.
  func stop() { end = end ?? .success(.enough) }

  /// Follows the game.
  ///
  /// - Parameter limit: the time, if there is one.
  /// - Returns: why it has ended.
  /// - Throws: what went wrong, explained.
  func run(for limit: Duration?) throws -> Ending {
    let (connection, loop) = (session.connection, session.connection.loop)
    // Nothing is awaited of stdout but its end. A regular file and /dev/null cannot be watched.
    let reader = try? loop.watch(STDOUT_FILENO, for: []) { [unowned self] _ in
      end = end ?? .success(.readerGone)
    }
    let timer = limit.map { limit in
      loop.schedule(after: limit) { [unowned self] in end = end ?? .success(.timeOver) }
    }
    connection.onDisconnect = { [unowned self] _ in busIsGone() }
    defer {
      // The connection is used on, where this was one verb of a batch.
      connection.onDisconnect = nil
      follower = nil
      if let timer { loop.cancel(timer) }
      if let reader { loop.remove(reader) }
    }
    try session.waitForBus { end != nil }
    session.restartClock()
    if end == nil { follower = GameFollower(session.service) { [unowned self] in hear($0) } }
    loop.run { end != nil }
    // It is explained here: that may take a call, and so the loop that ran until now.
    switch end {
    case .failure(let error as BusError): throw session.explain(error)
    case .failure(let error): throw error
    case .success(let ending): return ending
    case nil: return .enough
    }
  }

  private func hear(_ news: GameFollower.News) {
    guard end == nil else { return }
    do {
      try take(news)
    } catch {
      end = .failure(error)
    }
  }

  private func take(_ news: GameFollower.News) throws {
    switch news {
    case .absent: try tell(.offline)
    case .state(let properties):
      let game = try GameView(properties)
      cards = game.cards
      try tell(.state(game))
    case .transition(let signals, let properties):
      let transition = Transition(signals)
      cards = transition.applied(to: cards)
      guard let game = try? GameView(properties, cards: cards),
        let happening = transition.happening(cards)
      else { return follower?.readAgain() ?? () }
      try tell(.change(happening, transition, game))
    case .failure(let error):
      session.restartClock()
      throw error
    }
  }

  private func busIsGone() {
    do {
      try tell(.offline)
      throw ProgramError(
        .notAvailable, name: "Disconnected",
        "The connection to the session bus was lost; there is nothing left to follow.")
    } catch {
      end = end ?? .failure(error)
    }
  }
}
