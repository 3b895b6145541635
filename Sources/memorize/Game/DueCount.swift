import DBus
import MemorizeBus

/// How many cards are due while a game is followed.
///
/// A line holds both, and each is read by itself: until the number is known the game has to wait, for
/// a 0 would be wrong.
final class DueCount {
  enum News {
    /// The game as it is, to be printed with the number as it is now.
    case state(GameState)
    /// The service is there, and does not answer as it should.
    case failure(BusError)
  }

  private(set) var due: UInt32 = 0
  private var isKnown = false
  private var game: GameState?
  private var follower: PracticeFollower?
  private let report: (News) -> Void

  /// Begins to follow, and reports the game whenever its line may be another.
  init(_ service: Proxy, report: @escaping (News) -> Void) {
    self.report = report
    follower = PracticeFollower(service) { [unowned self] in hear($0) }
  }

  /// Follows no more; the number stays.
  func stop() { follower = nil }

  /// Takes the game as it is now, and returns whether it has to wait for the number, with which it is
  /// reported.
  func waits(with game: GameState) -> Bool {
    self.game = game
    return !isKnown
  }

  /// Forgets the game of a service that has gone.
  func forgetGame() { game = nil }

  private func hear(_ news: PracticeFollower.News) {
    switch news {
    case .absent: isKnown = false
    case .state(let practice), .transition(_, let practice), .update(let practice):
      guard !isKnown || practice.due != due else { return }
      (due, isKnown) = (practice.due, true)
      if let game { report(.state(game)) }
    case .failure(let error): report(.failure(error))
    }
  }
}
