import BoardLayout
import DBus
import EventLoop
import Glibc
import MemorizeBus

/// Prints what becomes of the game until its reader goes, the bus dies or the time is over.
final class Watcher {
  private let session: Session
  private let printer: WatchPrinter
  private var follower: GameFollower?
  private var cards: [BoardCard] = []
  private var end: Result<Void, any Error>?

  init(_ session: Session, _ settings: Settings) {
    self.session = session
    printer = WatchPrinter(settings.form)
  }

  /// Follows the game.
  ///
  /// - Parameter limit: the time, if there is one.
  /// - Returns: success where the reader has gone; else what ended it.
  func run(for limit: Duration?) -> Result<Void, any Error> {
    let loop = session.connection.loop
    // Nothing is awaited of stdout but its end. A regular file and /dev/null cannot be watched.
    _ = try? loop.watch(STDOUT_FILENO, for: []) { [unowned self] _ in end = .success(()) }
    if let limit {
      loop.schedule(after: limit) { [unowned self] in end = .failure(ExitStatus.timedOut) }
    }
    session.connection.onDisconnect = { [unowned self] _ in busIsGone() }
    do {
      try session.waitForBus { end != nil }
    } catch {
      return .failure(error)
    }
    session.restartClock()
    follower = GameFollower(session.service) { [unowned self] news in
      do {
        try take(news)
      } catch {
        end = .failure(error)
      }
    }
    loop.run { end != nil }
    // It is explained here: that may take a call, and so the loop that ran until now.
    return (end ?? .success(())).mapError { error in
      (error as? BusError).map { session.explain($0) } ?? error
    }
  }

  private func take(_ news: GameFollower.News) throws {
    switch news {
    case .absent: try printer.offline()
    case .state(let properties):
      let game = try GameView(properties)
      cards = game.cards
      try printer.state(game)
    case .transition(let signals, let properties):
      let transition = Transition(signals)
      cards = transition.applied(to: cards)
      guard let game = try? GameView(properties, cards: cards),
        let happening = transition.happening(cards)
      else { return follower?.readAgain() ?? () }
      try printer.change(happening, transition, game)
    case .failure(let error):
      session.restartClock()
      throw error
    }
  }

  private func busIsGone() {
    do {
      try printer.offline()
      end = .failure(
        ProgramError(
          .notAvailable, name: "Disconnected",
          "The connection to the session bus was lost; there is nothing left to watch."))
    } catch {
      end = .failure(error)
    }
  }
}
