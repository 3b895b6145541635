internal import EventLoop
internal import MemoryGame
internal import Practice
internal import Store
internal import UserService

/// What wakes the daemon at a time, as `WallClockTimer` does.
protocol ReminderTimer: AnyObject {
  /// Waits for a time in place of the one before.
  ///
  /// - Parameter time: microseconds since 1970; nil waits for nothing.
  /// - Throws: `SystemError`; then nothing is waited for.
  func set(_ time: UInt64?) throws(SystemError)
}

extension WallClockTimer: ReminderTimer {}

/// The daily reminder as it is set: notes what was done, and wakes for the next time alone.
final class DailyReminder {
  private let kept: KeptSettings
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
  ///
  /// - Parameters:
  ///   - kept: what was set, and where it is noted what was done.
  ///   - timer: what calls `look` at the time that is set here, and when the clock was set.
  ///   - log: where it is said that the system gives no timer.
  ///   - now: reads the wall clock, in microseconds since 1970.
  ///   - calendar: looks up the time zone.
  ///   - remind: called once for each reminder, when that is noted.
  init(
    kept: KeptSettings, timer: any ReminderTimer, log: Log,
    now: @escaping () -> UInt64 = { SystemClock.now.epoch },
    calendar: @escaping () -> LocalCalendar = { SystemCalendar.current },
    remind: @escaping () -> Void
  ) {
    self.kept = kept
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
    if setAt(by: now) == nil { note([.reminderSetAt: "\(now)"]) }
    if case .remind(let day) = rule(at: now).decision(at: now, calendar) {
      remindedOn = day
      // Noted before it is told: a daemon that is killed in between reminds at most once.
      note([.remindedOn: "\(day)"])
      remind()
    }
    // The note may have opened another store, where the reminder is off.
    guard isOn, case .wait(let time) = rule(at: now).decision(at: now, calendar) else {
      return wait(until: nil)
    }
    wait(until: time)
  }

  /// Looks in the loop's next round, where the store was opened just now.
  ///
  /// Whoever opens it is in the midst of more, and a note, or what is told, would lead there again.
  func lookSoon() {
    guard isBegun else { return }
    wait(until: isOn ? 0 : nil)
  }

  /// What is to be kept with the answer that finishes a session; `look` when it is.
  func noteOfFinishedSession() -> [Setting: String?] {
    let done = SessionsDone.adding(to: sessionsDone, on: calendar().day(of: now()))
    return [.sessionsDone: done.text]
  }

  /// What is to be kept where that answer is taken back; `look` when it is.
  ///
  /// A session that was finished on another day stays that day's.
  func noteOfSessionTakenBack() -> [Setting: String?] {
    guard let done = sessionsDone?.takingOneBack(on: calendar().day(of: now())) else { return [:] }
    return [.sessionsDone: done.text]
  }

  private var isOn: Bool { kept.isOn(.dailyReminder, else: false) }

  private var sessionsDone: SessionsDone? { kept[.sessionsDone].flatMap(SessionsDone.init) }

  /// Since when the reminder is on at its time.
  ///
  /// It is nil where that is not understood, or lies in the future since the clock was ahead then: such
  /// a time would put the reminder off for ever.
  private func setAt(by now: UInt64) -> UInt64? {
    kept[.reminderSetAt].flatMap { UInt64($0) }.flatMap { $0 <= now ? $0 : nil }
  }

  private func rule(at now: UInt64) -> Reminder {
    Reminder(
      time: kept.reminderTime, setAt: setAt(by: now) ?? now,
      remindedOn: remindedOn ?? kept[.remindedOn].flatMap { Int32($0) }.map(Int.init),
      sessionOn: sessionsDone?.lastDay)
  }

  /// What cannot be stored, of which the keeper has told, counts as long as the daemon runs.
  private func note(_ values: [Setting: String?]) {
    if (try? kept.set(values)) == nil { kept.take(values) }
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
