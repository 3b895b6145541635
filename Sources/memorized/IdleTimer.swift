internal import EventLoop

/// Notices that nothing has happened for a while, by one timer however much happens.
final class IdleTimer {
  private let loop: Loop
  private let limit: Duration
  private let onIdle: () -> Void
  private var lastTouch = ContinuousClock.now
  private var isWaiting = false

  /// Starts to wait.
  init(loop: Loop, limit: Duration, onIdle: @escaping () -> Void) {
    self.loop = loop
    self.limit = limit
    self.onIdle = onIdle
    wait(for: limit)
  }

  /// Something has happened.
  func touch() {
    lastTouch = .now
    if !isWaiting { wait(for: limit) }
  }

  private func wait(for time: Duration) {
    isWaiting = true
    loop.schedule(after: time) { [weak self] in self?.look() }
  }

  private func look() {
    isWaiting = false
    let rest = limit - lastTouch.duration(to: .now)
    if rest > .zero { wait(for: rest) } else { onIdle() }
  }
}
