internal import EventLoop
internal import MemorizeBus
internal import MemoryGame
internal import Practice
internal import UserService

/// A clock in the user's time zone, with one alarm.
final class PracticeClock {
  /// The calendar of the current local time zone, with the user's start of a day.
  let calendar: () -> LocalCalendar
  /// Called at the alarm's time, and when the clock was set.
  var onTime: (() -> Void)?
  /// The alarm's time; nil for none.
  private(set) var alarm: UInt64?
  /// Sets the system's timer; nil turns it off.
  var setTimer: (UInt64?) throws(SystemError) -> Void = { _ in }

  /// In microseconds since 1970-01-01 UTC.
  private let read: () -> UInt64
  private let log: Log

  init(
    loop: Loop, log: Log, read: @escaping () -> UInt64 = { SystemClock.now.epoch },
    calendar: @escaping () -> LocalCalendar
  ) {
    self.log = log
    self.read = read
    self.calendar = calendar
    let timer = WallClockTimer(loop: loop) { [unowned self] in ring() }
    setTimer = { time throws(SystemError) in try timer.set(time) }
  }

  var now: UInt64 { read() }

  /// The time, and its day.
  var time: PracticeTime { calendar().practiceTime(at: now) }

  /// Sets the alarm; if the system gives no timer, `consequence` is logged with the reason.
  func wake(at time: UInt64?, else consequence: String) {
    guard alarm != time else { return }
    alarm = nil
    do throws(SystemError) {
      try setTimer(time)
      alarm = time
    } catch {
      log.write(.error, "\(error) \(consequence)")
    }
  }

  /// The timer has expired, or the clock was set; either turns the timer off.
  func ring() {
    alarm = nil
    onTime?()
  }
}
