import EventLoop

/// Holds news back for a time, and lets one stand for all that came meanwhile.
final class Coalescer {
  private let loop: EventLoop
  private let interval: Duration
  private let isDue: () -> Void
  private var held: Watcher.News?
  private var hasBegun = false

  /// Prepares to hold.
  ///
  /// - Parameters:
  ///   - interval: how long the first of several is held.
  ///   - loop: where the time is measured.
  ///   - isDue: called when it is over.
  init(_ interval: Duration, on loop: EventLoop, isDue: @escaping () -> Void) {
    self.interval = interval
    self.loop = loop
    self.isDue = isDue
  }

  /// Takes news.
  ///
  /// - Returns: what is to be told at once: the first of all.
  func take(_ news: Watcher.News) -> Watcher.News? {
    guard hasBegun else {
      hasBegun = true
      return news
    }
    if let held {
      self.held = Self.merged(held, news)
    } else {
      held = news
      loop.schedule(after: interval) { [weak self] in self?.isDue() }
    }
    return nil
  }

  /// What was held, which is then told.
  func release() -> Watcher.News? {
    defer { held = nil }
    return held
  }

  /// Of several changes none tells all: the game after them does.
  private static func merged(_ earlier: Watcher.News, _ later: Watcher.News) -> Watcher.News {
    guard case .change(_, _, let game) = later else { return later }
    return .state(game)
  }
}
