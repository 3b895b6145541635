import EventLoop

/// Holds news back for a time and merges what comes meanwhile, unless the service goes.
final class Coalescer {
  private let loop: Loop
  private let interval: Duration
  private let isDue: () -> Void
  private var held = Backlog()
  private var timer: TimerID?
  private var hasBegun = false

  /// Prepares to hold the first of several news for that time, after which it calls back.
  init(_ interval: Duration, on loop: Loop, isDue: @escaping () -> Void) {
    self.interval = interval
    self.loop = loop
    self.isDue = isDue
  }

  /// Takes news, and returns those to print at once: the first of all, and those that were held once
  /// the service has gone.
  func take(_ news: GameNews) -> [GameNews] {
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

  /// Takes out the news that were held.
  func release() -> GameNews? {
    if let timer { loop.cancel(timer) }
    timer = nil
    return held.next()
  }
}

/// News that wait to be printed, two at most.
///
/// Several changes become the state after them; that the service was away is printed in any case.
struct Backlog {
  private var wasOffline = false
  private var latest: GameNews?

  var isEmpty: Bool { !wasOffline && latest == nil }

  /// Adds what comes after that.
  mutating func add(_ news: GameNews) {
    switch (news, latest) {
    case (.offline, _): (wasOffline, latest) = (true, nil)
    case (.change(_, _, let game), .some): latest = .state(game)
    case (.change, nil), (.state, _): latest = news
    case (.failure, _): break
    }
  }

  /// Takes the next one out.
  mutating func next() -> GameNews? {
    defer { if wasOffline { wasOffline = false } else { latest = nil } }
    return wasOffline ? .offline : latest
  }
}
