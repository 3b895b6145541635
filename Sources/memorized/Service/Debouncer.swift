internal import EventLoop

/// Waits until nothing has happened for a while, using one timer for any number of events.
final class Debouncer {
  private let loop: Loop
  private let delay: Duration
  /// The longest wait after the first event; nil for no limit.
  private let maximumDelay: Duration?
  private let onEnd: () -> Void
  private var events: (first: MonotonicTime, last: MonotonicTime)?

  init(
    loop: Loop, delay: Duration, maximumDelay: Duration? = nil, onEnd: @escaping () -> Void
  ) {
    self.loop = loop
    self.delay = delay
    self.maximumDelay = maximumDelay
    self.onEnd = onEnd
  }

  /// Called at each event.
  func restart() {
    let now = MonotonicTime.now
    if let first = events?.first { return events = (first, now) }
    events = (now, now)
    wait(for: delay)
  }

  private func wait(for time: Duration) {
    loop.schedule(after: time) { [weak self] in self?.finish() }
  }

  /// Ends the wait, unless something has happened since it began.
  private func finish() {
    guard let (first, last) = events else { return }
    let end = maximumDelay.map { min(last + delay, first + $0) } ?? last + delay
    let rest = end - MonotonicTime.now
    if rest > .zero { return wait(for: rest) }
    events = nil
    onEnd()
  }
}
