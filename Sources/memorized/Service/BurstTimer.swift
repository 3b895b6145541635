internal import EventLoop

/// Waits until nothing has happened for a while, using one timer for any number of events.
final class BurstTimer {
  private let loop: Loop
  private let quiet: Duration
  /// The longest wait after the first event; nil for no limit.
  private let longest: Duration?
  private let onEnd: () -> Void
  private var burst: (first: MonotonicTime, last: MonotonicTime)?

  init(loop: Loop, quiet: Duration, longest: Duration? = nil, onEnd: @escaping () -> Void) {
    self.loop = loop
    self.quiet = quiet
    self.longest = longest
    self.onEnd = onEnd
  }

  func touch() {
    let now = MonotonicTime.now
    if let first = burst?.first { return burst = (first, now) }
    burst = (now, now)
    wait(for: quiet)
  }

  private func wait(for time: Duration) {
    loop.schedule(after: time) { [weak self] in self?.look() }
  }

  private func look() {
    guard let (first, last) = burst else { return }
    let end = longest.map { min(last + quiet, first + $0) } ?? last + quiet
    let rest = end - MonotonicTime.now
    if rest > .zero { return wait(for: rest) }
    burst = nil
    onEnd()
  }
}
