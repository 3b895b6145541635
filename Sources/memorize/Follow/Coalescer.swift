import EventLoop

/// Holds news back for a time, and lets one stand for all that came meanwhile; but nothing holds
/// back that the service has gone.
final class Coalescer {
  private let loop: Loop
  private let interval: Duration
  private let isDue: () -> Void
  private var held = Backlog()
  private var timer: TimerID?
  private var hasBegun = false

  /// Prepares to hold.
  ///
  /// - Parameters:
  ///   - interval: how long the first of several is held.
  ///   - loop: where the time is measured.
  ///   - isDue: called when it is over.
  init(_ interval: Duration, on loop: Loop, isDue: @escaping () -> Void) {
    self.interval = interval
    self.loop = loop
    self.isDue = isDue
  }

  /// Takes news.
  ///
  /// - Returns: what is to be told at once: the first of all, and that the service has gone, after
  ///   what was held.
  func take(_ news: Watcher.News) -> [Watcher.News] {
    if case .offline = news {
      hasBegun = true
      return [release(), news].compactMap(\.self)
    }
    guard hasBegun else {
      hasBegun = true
      return [news]
    }
    held.add(news)
    timer = timer ?? loop.schedule(after: interval) { [weak self] in self?.isDue() }
    return []
  }

  /// What was held, which is then told.
  func release() -> Watcher.News? {
    if let timer { loop.cancel(timer) }
    timer = nil
    return held.next()
  }
}
