internal import CLinux
internal import Glibc

/// A timer for a point in time of the wall clock, which follows that clock when it is set.
///
/// It opens one `timerfd(2)` on `CLOCK_REALTIME` when it is first needed, and wakes the loop once for
/// each time that is set.
public final class WallClockTimer {
  /// The time to wake, in microseconds since 1970; nil if the timer is off.
  public private(set) var time: UInt64?

  private let loop: Loop
  private let handler: () -> Void
  private var opened: (descriptor: Int32, id: Loop.WatchID)?

  /// Makes a timer that is off.
  ///
  /// The handler is called when the time has come, and before it when the clock was set or the
  /// machine slept; the timer is then off until it is set again.
  public init(loop: Loop, handler: @escaping () -> Void) {
    self.loop = loop
    self.handler = handler
  }

  deinit {
    if let opened { loop.remove(opened.id) }
  }

  /// Sets the time to wake, in microseconds since 1970; nil turns the timer off.
  ///
  /// A time in the past fires in the loop's next round. If it throws, the timer is off.
  public func set(_ time: UInt64?) throws(SystemError) {
    turnOff()
    guard let time else { return }
    let descriptor = try open()
    // Zero would turn the timer off.
    let code = arm(descriptor, time == 0 ? timespec(tv_sec: 0, tv_nsec: 1) : timespec(epoch: time))
    if code == ECANCELED {
      // The clock was set just now and the caller may not know: wake it.
      _ = arm(descriptor, timespec(tv_sec: 0, tv_nsec: 1))
    } else if code != 0 {
      throw SystemError("set a timer", code: code)
    }
    self.time = time
  }

  private func open() throws(SystemError) -> Int32 {
    if let opened { return opened.descriptor }
    let descriptor = try SystemError.check(
      "open a timer", timerfd_create(CLOCK_REALTIME, Int32(TFD_NONBLOCK | TFD_CLOEXEC)))
    let id = try loop.watch(owning: descriptor, for: .readable) { [weak self] _ in self?.read() }
    opened = (descriptor, id)
    return descriptor
  }

  /// Arms the timer to wake at a time, or when the clock is set; returns 0 or `errno`.
  private func arm(_ descriptor: Int32, _ time: timespec) -> Int32 {
    var setting = itimerspec(it_interval: timespec(), it_value: time)
    let flags = Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET)
    return timerfd_settime(descriptor, flags, &setting, nil) == 0 ? 0 : errno
  }

  /// Without the flag, setting the clock does not wake us either.
  private func turnOff() {
    guard let opened, time != nil else { return }
    var setting = itimerspec()
    timerfd_settime(opened.descriptor, 0, &setting, nil)
    time = nil
  }

  private func read() {
    guard let opened else { return }
    var count: UInt64 = 0
    let size = Glibc.read(opened.descriptor, &count, MemoryLayout<UInt64>.size)
    wake(code: size < 0 ? errno : 0)
  }

  /// Calls the handler: 0 means that the timer expired, `ECANCELED` that the clock was set; other
  /// codes belong to an earlier time.
  func wake(code: Int32) {
    guard code == 0 || code == ECANCELED, time != nil else { return }
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
