import DBus
import EventLoop
import MemorizeBus

/// What happened to the game.
enum GameNews {
  /// The service is not there.
  case offline
  /// The game, read again.
  case state(GameState)
  /// One transition, and the game after it.
  case change(Happening, GameTransition, GameState)
  /// The service is there, and does not answer as it should.
  case failure(BusError)
}

/// Follows the game, whoever changes it: reports the state or the absence first, then each change.
final class GameFeed {
  private let report: (GameNews) -> Void
  private var follower: GameFollower?

  /// Begins to follow; the deadline of the service is that of each reading.
  init(_ service: Proxy, report: @escaping (GameNews) -> Void) {
    self.report = report
    follower = GameFollower(service) { [weak self] in self?.take($0) }
  }

  private func take(_ news: GameFollower.News) {
    switch news {
    case .absent: report(.offline)
    case .failure(let error): report(.failure(error))
    case .state(let game): report(.state(game))
    case .transition(let transition, let game):
      report(.change(Happening(transition, game), transition, game))
    case .update: break
    }
  }
}
