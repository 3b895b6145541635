internal import Practice
internal import Store

/// The daily reminder: records that practice is done, and wakes up only when the next reminder is
/// due.
final class DailyReminder {
  private let store: Store
  private let clock: PracticeClock
  private let remind: () -> Void

  /// The day of this process's last reminder: a failing store must not cause a second one.
  private var remindedOn: Int?
  private var isBegun = false

  var isArmed: Bool { clock.alarm != nil }

  init(store: Store, clock: PracticeClock, remind: @escaping () -> Void) {
    self.store = store
    self.clock = clock
    self.remind = remind
  }

  func begin() {
    isBegun = true
    update()
  }

  /// No more reminders: the next daemon may send them.
  func end() {
    isBegun = false
    wait(until: nil)
  }

  /// Reminds if it is time, then arms the timer for the next one.
  ///
  /// Called when a setting has changed, when a session was finished or undone, when the timer has
  /// expired, and when the clock was set.
  func update() {
    guard isBegun else { return }
    guard isOn else { return wait(until: nil) }
    let (now, calendar) = (clock.now, clock.calendar())
    if setAt(by: now) == nil { try? store.set([.reminderSetAt: "\(now)"]) }
    if case .remind(let day) = rule(at: now).decision(at: now, calendar) {
      remindedOn = day
      // Saved before it is published: a daemon killed in between reminds at most once.
      try? store.set([.remindedOn: "\(day)"])
      remind()
    }
    // This may have opened the store, in which the reminder may be off.
    guard isOn, case .wait(let time) = rule(at: now).decision(at: now, calendar) else {
      return wait(until: nil)
    }
    wait(until: time)
  }

  private var isOn: Bool { store.reminderTime != nil }

  /// When the reminder was set to its time.
  ///
  /// Nil if that is unreadable or in the future, because the clock was ahead then: such a time
  /// would postpone the reminder forever.
  private func setAt(by now: UInt64) -> UInt64? {
    store.settings[.reminderSetAt].flatMap { UInt64($0) }.flatMap { $0 <= now ? $0 : nil }
  }

  private func rule(at now: UInt64) -> Reminder {
    var rule = Reminder(
      time: store.reminderTime ?? .usualReminder, setAt: setAt(by: now) ?? now,
      remindedOn: remindedOn ?? store.settings[.remindedOn].flatMap { Int32($0) }.map(Int.init),
      sessionOn: store.practicedDays.last(upTo: clock.time.day, store.pastSessions.done))
    rule.breaks = store.breaks.map(\.days)
    return rule
  }

  private func wait(until time: UInt64?) {
    clock.wake(
      at: time, else: "No daily reminder is sent until a setting changes or memorized restarts.")
  }
}
