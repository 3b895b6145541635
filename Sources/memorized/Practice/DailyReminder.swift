internal import EventLoop
internal import MemoryGame
internal import Practice
internal import Store
internal import UserService

/// What wakes the daemon at a time, as `WallClockTimer` does.
protocol ReminderTimer: AnyObject {
  /// Waits for a time in place of the one before.
  func set(_ time: UInt64?) throws(SystemError)
}

/// A timer by the wall clock, which says when its time has come or the clock was set.
final class ReminderAlarm: ReminderTimer {
  var onTime: (() -> Void)?
  private var timer: WallClockTimer?

  init(loop: Loop) {
    timer = WallClockTimer(loop: loop) { [unowned self] _ in onTime?() }
  }

  func set(_ time: UInt64?) throws(SystemError) { try timer?.set(time) }
}

/// The daily reminder as it is set: notes what was done, and wakes for the next time alone.
final class DailyReminder {
  private let store: Store
  private let timer: any ReminderTimer
  private let log: Log
  private let now: () -> UInt64
  private let calendar: () -> LocalCalendar
  private let remind: () -> Void

  /// The day of the last reminder of this process: a store that fails must not bring a second one.
  private var remindedOn: Int?
  private var isBegun = false

  /// Whether a time is waited for.
  private(set) var isArmed = false

  /// Makes a reminder that waits for nothing yet.
  init(
    store: Store, timer: any ReminderTimer, log: Log,
    now: @escaping () -> UInt64 = { SystemClock.now.epoch },
    calendar: @escaping () -> LocalCalendar = { SystemCalendar.current },
    remind: @escaping () -> Void
  ) {
    self.store = store
    self.timer = timer
    self.log = log
    self.now = now
    self.calendar = calendar
    self.remind = remind
  }

  /// Begins to remind, once nobody else does.
  func begin() {
    isBegun = true
    look()
  }

  /// Reminds of nothing any more, since another daemon may do so.
  func end() {
    isBegun = false
    wait(until: nil)
  }

  /// Reminds where it is time, and waits for the next time.
  ///
  /// It is called when a setting has changed, when a session was finished or taken back, when the
  /// timer has run out, and when the clock was set.
  func look() {
    guard isBegun else { return }
    guard isOn else { return wait(until: nil) }
    let (now, calendar) = (now(), calendar())
    if setAt(by: now) == nil { try? store.set([.reminderSetAt: "\(now)"]) }
    if case .remind(let day) = rule(at: now).decision(at: now, calendar) {
      remindedOn = day
      // Noted before it is told: a daemon that is killed in between reminds at most once.
      try? store.set([.remindedOn: "\(day)"])
      remind()
    }
    // The store may have been opened by that, and the reminder be off in it.
    guard isOn, case .wait(let time) = rule(at: now).decision(at: now, calendar) else {
      return wait(until: nil)
    }
    wait(until: time)
  }

  private var isOn: Bool { store.reminderTime != nil }

  /// Since when the reminder is on at its time.
  ///
  /// It is nil where that is not understood, or lies in the future since the clock was ahead then: such
  /// a time would put the reminder off for ever.
  private func setAt(by now: UInt64) -> UInt64? {
    store.settings[.reminderSetAt].flatMap { UInt64($0) }.flatMap { $0 <= now ? $0 : nil }
  }

  private func rule(at now: UInt64) -> Reminder {
    Reminder(
      time: store.reminderTime ?? .usualReminder, setAt: setAt(by: now) ?? now,
      remindedOn: remindedOn ?? store.settings[.remindedOn].flatMap { Int32($0) }.map(Int.init),
      sessionOn: SessionsDone(in: store)?.lastDay)
  }

  private func wait(until time: UInt64?) {
    isArmed = false
    do throws(SystemError) {
      try timer.set(time)
      isArmed = time != nil
    } catch {
      log.write(
        .error, "\(error) There is no daily reminder until a setting is changed or we start anew.")
    }
  }
}
