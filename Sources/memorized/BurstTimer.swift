internal import EventLoop

/// Waits for the end of a burst, by one timer however long the burst is.
final class BurstTimer {
  private let loop: Loop
  private let quiet: Duration
  private let longest: Duration
  private let onEnd: () -> Void
  /// When the burst began, and when it was last heard of; nil where there is none.
  private var burst: (first: ContinuousClock.Instant, last: ContinuousClock.Instant)?

  /// Prepares to wait; no timer runs before something happens.
  init(loop: Loop, quiet: Duration, longest: Duration, onEnd: @escaping () -> Void) {
    self.loop = loop
    self.quiet = quiet
    self.longest = longest
    self.onEnd = onEnd
  }

  /// Something has happened.
  func touch() {
    let now = ContinuousClock.now
    if let first = burst?.first { return burst = (first, now) }
    burst = (now, now)
    wait(for: quiet)
  }

  private func wait(for time: Duration) {
    loop.schedule(after: time) { [weak self] in self?.look() }
  }

  private func look() {
    guard let (first, last) = burst else { return }
    let rest = min(last + quiet, first + longest) - .now
    if rest > .zero { return wait(for: rest) }
    burst = nil
    onEnd()
  }
}
