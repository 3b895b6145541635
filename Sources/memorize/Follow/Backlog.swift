/// News that are still to be told, two at most.
///
/// Of several changes none tells all, the game after them does; that the service was away is told
/// in any case.
struct Backlog {
  private var wasOffline = false
  private var latest: Watcher.News?

  /// Whether all is told.
  var isEmpty: Bool { !wasOffline && latest == nil }

  /// Takes what comes after that.
  mutating func add(_ news: Watcher.News) {
    switch (news, latest) {
    case (.offline, _): (wasOffline, latest) = (true, nil)
    case (.change(_, _, let game), .some): latest = .state(game)
    case (.change, nil), (.state, _): latest = news
    }
  }

  /// Takes out what is to be told next; nil where there is nothing.
  mutating func next() -> Watcher.News? {
    defer { if wasOffline { wasOffline = false } else { latest = nil } }
    return wasOffline ? .offline : latest
  }
}
