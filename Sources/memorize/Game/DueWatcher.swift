import MemorizeBus
import Screens

/// Follows the game for lines that contain the number of due cards.
final class DueWatcher: Watcher<GameLines> {
  private var practiceFollower: PracticeFollower?
  private var isDueKnown = false
  private var game: GameState?

  override func startFollowing() {
    super.startFollowing()
    practiceFollower = PracticeFollower(connection.service) { [unowned self] news in
      hear { try handle(news) }
    }
  }

  override func stopFollowing() {
    super.stopFollowing()
    practiceFollower = nil
  }

  override func handle(_ news: GameNews) throws {
    switch news {
    case .absent: game = nil
    case .state(let game), .transition(_, let game):
      self.game = game
      // A line with the due count waits until the count is known: a 0 would be wrong.
      guard isDueKnown else { return }
    case .update, .failure: break
    }
    try super.handle(news)
  }

  /// Prints the game again when the due count has changed.
  private func handle(_ news: PracticeFollower.News) throws {
    switch news {
    case .absent: isDueKnown = false
    case .state(let practice), .transition(_, let practice), .update(let practice):
      guard !isDueKnown || practice.due != printer.lines.due else { return }
      (printer.lines.due, isDueKnown) = (practice.due, true)
      if let game { try print(.state(game)) }
    case .failure(let error): try fail(error)
    }
  }
}
