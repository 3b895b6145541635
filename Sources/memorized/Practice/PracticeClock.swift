internal import EventLoop
internal import MemoryGame
internal import Practice
internal import UserService

/// The time as practice sees it, and what wakes when it has come.
final class PracticeClock {
  /// The local time zone as it is now.
  let calendar: () -> LocalCalendar
  /// Called when the time has come that was waited for, and when the clock was set.
  var onTime: (() -> Void)?

  /// Reads the clock, in microseconds since 1970-01-01 UTC.
  private let read: () -> UInt64
  private let log: Log
  private var timer: WallClockTimer?

  init(
    loop: Loop, log: Log, read: @escaping () -> UInt64 = { SystemClock.now.epoch },
    calendar: @escaping () -> LocalCalendar = { SystemCalendar.current }
  ) {
    self.log = log
    self.read = read
    self.calendar = calendar
    timer = WallClockTimer(loop: loop) { [unowned self] _ in onTime?() }
  }

  var now: UInt64 { read() }

  var today: Int { calendar().day(of: now) }

  /// The time, and when its day has begun.
  var time: PracticeTime {
    let (now, calendar) = (now, calendar())
    return PracticeTime(now: now, startOfDay: calendar.start(of: calendar.day(of: now)))
  }

  /// When the day after that of a time begins.
  func nextDay(after time: UInt64) -> UInt64 {
    let calendar = calendar()
    return calendar.start(of: calendar.day(of: time) + 1)
  }

  func wake(at time: UInt64?) {
    guard let timer, timer.time != time else { return }
    do throws(SystemError) {
      try timer.set(time)
    } catch {
      log.write(.error, "\(error) What falls due is told with the next change.")
    }
  }
}
