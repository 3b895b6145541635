internal import DBus
internal import MemorizeBus
internal import MemoryGame
internal import Practice
internal import Store
internal import UserService

// The days to come: planned breaks, and when a backlog is worked off.
extension PracticeOnBus {
  /// Plans a break and moves the cards that fall due in it, a part at a time.
  ///
  /// Others may answer between two parts, so each looks at the cards as they are then. The break is kept
  /// first: planned once more, it goes on where it was interrupted.
  func planBreak(_ text: String, _ reply: Reply<UInt32, UInt32, Double>) throws {
    try refusing { try ensureLoaded() }
    let planned = try planning { () throws(DayPlanError) in try PlannedBreak(text) }
    var plan = store.practiceSettings.plan
    try planning { () throws(DayPlanError) in try plan.plan(planned, on: clock.time.day) }
    try keepBreaks(of: plan)
    var moved = 0
    let work = SteppedWork { [self] mayContinue throws(StoreError) -> BreakMoves? in
      repeat {
        let part = reviews.moves(
          by: planned, store.practiceSettings.plan, on: clock.time.day, limit: 300)
        if part.moved.isEmpty { return part }
        try store.change { tables throws(StoreError) in
          try tables.practice.move(part.moved, at: now)
        }
        move(part.moved)
        moved += part.moved.count
      } while mayContinue()
      return nil
    }
    preparation.answer(reply, after: [work]) { [self] in
      let rest = try refusing { try work.output() }
      publishChanges()
      return (UInt32(clamping: moved), UInt32(clamping: rest.left), rest.lost)
    }
  }

  /// Days that were chosen because of it stay.
  func removeBreak(_ text: String) throws {
    var plan = store.practiceSettings.plan
    try planning { () throws(DayPlanError) in try plan.remove(try PlannedBreak(text)) }
    try keepBreaks(of: plan)
    publishChanges()
  }

  private func keepBreaks(of plan: DayPlan) throws {
    let texts = plan.breaks.map(\.text)
    try refusing { try store.set([.breaks: texts.isEmpty ? nil : texts.joined(separator: " ")]) }
    log.write(
      .info, "Breaks are planned: \(texts.isEmpty ? "none" : texts.joined(separator: ", ")).")
  }

  private func planning<T>(_ body: () throws(DayPlanError) -> T) throws(BusError) -> T {
    do throws(DayPlanError) { return try body() } catch { throw .invalidArguments(error.message) }
  }

  /// Plays the days to come until no card waits any more, a part at a time.
  func backlog(_ reply: Reply<UInt32, UInt32, String>) {
    let (settings, time) = (store.practiceSettings, clock.time)
    let survey = reviews.survey(on: time.day)
    let waiting = reviews.waiting(settings, at: time, survey)
    let ready = survey.due - survey.resting - waiting
    var simulation = reviews.simulation(settings, at: time)
    let work = SteppedWork { mayContinue -> Int? in
      while true {
        let day = simulation.today
        if simulation.next().waiting == 0 { return day }
        if simulation.isOver { return 0 }
        if !mayContinue() { return nil }
      }
    }
    preparation.answer(reply, after: waiting == 0 ? [] : [work]) {
      let day = waiting == 0 ? 0 : try work.output()
      return (
        UInt32(clamping: ready), UInt32(clamping: waiting), day == 0 ? "" : DailyDate(day: day).text
      )
    }
  }
}

extension Store {
  var breaks: [PlannedBreak] { settings[.breaks] == nil ? [] : practiceSettings.plan.breaks }

  /// When the break ends that a time lies in; nil if it lies in none.
  func breakEnd(at time: UInt64, _ calendar: LocalCalendar) -> UInt64? {
    let day = calendar.day(of: time)
    return breaks.first { $0.days.contains(day) }.map { calendar.start(of: $0.days.upperBound + 1) }
  }
}
