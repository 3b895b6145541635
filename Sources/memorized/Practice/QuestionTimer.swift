internal import MemorizeBus
internal import Practice
internal import Store

/// The timer of questions through the day: wakes up only when the next one is due.
final class QuestionTimer {
  private let store: Store
  private let clock: PracticeClock
  private let state: () -> PracticeState?
  private let sessionEnd: () -> UInt64?
  private let ask: () -> Void

  /// When this process last asked, or saw a session end: a failing store must not cause a second
  /// question.
  private var last: UInt64?
  private var isInSession = false
  private var isBegun = false

  var isArmed: Bool { clock.alarm != nil }

  /// `state` is nil until the decks have been read; `ask` then reads them, and publishes it.
  ///
  /// `sessionEnd` is when a session that is on ends by itself; `ask` ends it then.
  init(
    store: Store, clock: PracticeClock, state: @escaping () -> PracticeState?,
    sessionEnd: @escaping () -> UInt64? = { nil }, ask: @escaping () -> Void
  ) {
    self.store = store
    self.clock = clock
    self.state = state
    self.sessionEnd = sessionEnd
    self.ask = ask
  }

  func begin() {
    isBegun = true
    update()
  }

  /// No more questions: the next daemon may ask them.
  func end() {
    isBegun = false
    wait(until: nil)
  }

  /// Asks if it is time, then arms the timer for the next question.
  ///
  /// Called when a setting has changed, when the state of practice was published, when the timer has
  /// expired, and when the clock was set.
  func update() {
    guard isBegun, let rule = store.dayQuestions else { return wait(until: nil) }
    guard let state = state() else {
      // Now, not when the time comes: nothing may be due then, and waking up would be in vain.
      wait(until: nil)
      return ask()
    }
    let (now, wasInSession) = (clock.now, isInSession)
    isInSession = state.isInProgress
    if isInSession {
      let end = sessionEnd()
      if let end, end <= now { return ask() }
      return wait(until: end)
    }
    // A period also begins when a session ends, and again if the clock was ahead when it began:
    // otherwise it would take too long.
    if wasInSession || asked.map({ $0 > now }) == true { keep(now) }
    let calendar = clock.calendar()
    if let end = store.breakEnd(at: now, calendar) { return wait(until: end) }
    guard let due = state.firstReady(at: now, calendar) else { return wait(until: nil) }
    let time = rule.time(after: asked, due: due, at: now, calendar)
    if time > now { return wait(until: time) }
    wait(until: nil)
    // Saved before it is published: a daemon killed in between asks at most once.
    keep(now)
    // The state is published again, which leads here.
    ask()
  }

  private var asked: UInt64? { last ?? store.settings[.questionAt].flatMap { UInt64($0) } }

  private func keep(_ now: UInt64) {
    last = now
    try? store.set([.questionAt: "\(now)"])
  }

  private func wait(until time: UInt64?) {
    clock.wake(
      at: time, else: "No question is asked until a setting changes or memorized restarts.")
  }
}

extension PracticeState {
  /// When the first card can be asked; nil for none.
  fileprivate func firstReady(at now: UInt64, _ calendar: LocalCalendar) -> UInt64? {
    if ready > 0 { return 0 }
    let tomorrow = resting > 0 || waiting > 0 ? calendar.nextDay(after: now) : nil
    return [tomorrow, nextDue == 0 ? nil : nextDue].compactMap { $0 }.min()
  }
}
