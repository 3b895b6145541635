import BoardLayout
import DBus
import EventLoop
import MemorizeBus

/// What happened to the game.
enum GameNews {
  /// The service is not there.
  case offline
  /// The game, read again.
  case state(GameView)
  /// One transition, and the game after it.
  case change(Happening, Transition, GameView)
  /// The service is there, and does not answer as it should.
  case failure(BusError)
}

/// Follows the game, whoever changes it: reports the state or the absence first, then each change.
final class GameFeed {
  private let report: (GameNews) -> Void
  private var follower: GameFollower?
  private var cards: [BoardCard] = []

  /// Begins to follow; the deadline of the service is that of each reading.
  init(_ service: Proxy, report: @escaping (GameNews) -> Void) {
    self.report = report
    follower = GameFollower(service) { [weak self] in self?.take($0) }
  }

  private func take(_ news: GameFollower.News) {
    switch news {
    case .absent: report(.offline)
    case .failure(let error): report(.failure(error))
    case .state(let properties):
      do throws(BusError) {
        let game = try GameView(properties)
        cards = game.cards
        report(.state(game))
      } catch {
        report(.failure(error))
      }
    case .transition(let signals, let properties):
      let transition = Transition(signals)
      guard let (happening, game) = transition.outcome(on: cards, properties) else {
        return follower?.readAgain() ?? ()
      }
      cards = game.cards
      report(.change(happening, transition, game))
    case .update: break
    }
  }
}
