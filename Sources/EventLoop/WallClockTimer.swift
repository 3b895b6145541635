internal import CLinux
internal import Glibc

/// A timer for a point in time of the wall clock, which follows that clock when it is set.
///
/// For each time that is set it opens a `timerfd(2)` on `CLOCK_REALTIME`, which wakes the loop once.
public final class WallClockTimer {
  /// The time to wake, in microseconds since 1970; nil if the timer is off.
  public private(set) var time: UInt64?

  private let loop: Loop
  private let handler: () -> Void
  private var watch: Loop.WatchID?

  /// Makes a timer that is off.
  ///
  /// The handler is called when the time has come, and before it when the clock was set or the
  /// machine slept; the timer is then off until it is set again.
  public init(loop: Loop, handler: @escaping () -> Void) {
    self.loop = loop
    self.handler = handler
  }

  deinit { turnOff() }

  /// Sets the time to wake, in microseconds since 1970; nil turns the timer off.
  ///
  /// A time in the past fires in the loop's next round. If it throws, the timer is off.
  public func set(_ time: UInt64?) throws(SystemError) {
    turnOff()
    guard let time else { return }
    let timer = try SystemError.check(
      "open a timer", timerfd_create(CLOCK_REALTIME, Int32(TFD_NONBLOCK | TFD_CLOEXEC)))
    // Setting the clock makes it readable, too.
    watch = try loop.watch(owning: timer, for: .readable) { [weak self] _ in self?.wake() }
    // Zero would turn the timer off.
    var setting = itimerspec(
      it_interval: timespec(),
      it_value: time == 0 ? timespec(tv_sec: 0, tv_nsec: 1) : timespec(epoch: time))
    let flags = Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET)
    if timerfd_settime(timer, flags, &setting, nil) != 0 {
      let error = SystemError("set a timer", code: errno)
      // ECANCELED: the clock was set just now, which the caller may not know.
      setting.it_value = timespec(tv_sec: 0, tv_nsec: 1)
      guard error.code == ECANCELED, timerfd_settime(timer, 0, &setting, nil) == 0 else {
        turnOff()
        throw error
      }
    }
    self.time = time
  }

  /// Closes the kernel's timer, which even a clock that is set would make readable.
  private func turnOff() {
    if let watch { loop.remove(watch) }
    (watch, time) = (nil, nil)
  }

  private func wake() {
    turnOff()
    handler()
  }
}

extension timespec {
  fileprivate init(epoch: UInt64) {
    self.init(
      tv_sec: time_t(clamping: epoch / 1_000_000), tv_nsec: Int(epoch % 1_000_000) * 1000)
  }
}
