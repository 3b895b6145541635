internal import EventLoop
internal import MemoryGame
internal import Practice
internal import UserService

final class PracticeClock {
  /// In the current local time zone.
  let calendar: () -> LocalCalendar
  /// Called when the awaited time has come, and when the clock was set.
  var onTime: (() -> Void)?

  /// In microseconds since 1970-01-01 UTC.
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

  /// The time, and when its day began.
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
