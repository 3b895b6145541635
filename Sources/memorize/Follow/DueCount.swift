import DBus
import MemorizeBus

/// How many cards are due while a game is followed.
///
/// A line tells both, and each is read by itself: until the number is known the game has to wait, for
/// a 0 would be false.
final class DueCount {
  /// What there is to tell.
  enum News {
    /// The game as it is, to be told with the number as it is now.
    case state(GameView)
    /// The service is there, and does not tell the number.
    case failure(BusError)
  }

  /// The number that was told last.
  private(set) var due: UInt32 = 0
  private var isKnown = false
  private var game: GameView?
  private var follower: PracticeFollower?
  private let tell: (News) -> Void

  /// Begins to follow.
  ///
  /// - Parameters:
  ///   - service: the service.
  ///   - tell: told the game whenever its line may be another.
  init(_ service: Proxy, tell: @escaping (News) -> Void) {
    self.tell = tell
    follower = PracticeFollower(service) { [unowned self] in hear($0) }
  }

  /// Hears no more; the number stays.
  func stop() { follower = nil }

  /// Takes the game as it is now.
  ///
  /// - Returns: whether it has to wait for the number, with which it is then told.
  func waits(with game: GameView) -> Bool {
    self.game = game
    return !isKnown
  }

  /// Forgets the game of a service that has gone.
  func forgetGame() { game = nil }

  private func hear(_ news: PracticeFollower.News) {
    switch news {
    case .absent: isKnown = false
    case .state(let properties), .transition(_, let properties), .update(let properties):
      guard let number = properties[PracticeContract.due] else {
        return tell(.failure(ProgramError.unfitting))
      }
      guard !isKnown || number != due else { return }
      (due, isKnown) = (number, true)
      if let game { tell(.state(game)) }
    case .failure(let error): tell(.failure(error))
    }
  }
}
