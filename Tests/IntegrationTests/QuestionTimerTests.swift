import DBus
import Foundation
import MemorizeBus
import Practice
import Store
import TestSupport
import Testing
import UserService

@testable import EventLoop
@testable import memorized

@Suite(.timeLimit(.minutes(30))) struct QuestionTimerTests {
  private static let minute: UInt64 = 60_000_000
  private static let hour = 60 * minute
  private static let day = 24 * hour

  /// A daemon's questions without a bus, with the test's own clock, time zone, timer and state of
  /// practice.
  private final class Desk {
    private(set) var now: UInt64
    let zone: TimeZone
    var state: PracticeState?
    private(set) var timer: UInt64?
    private(set) var asked: [UInt64] = []
    private(set) var wakeUps = 0
    private(set) var store = Store(directory: nil, now: { 0 })
    private var questions: QuestionTimer?
    private var clock: PracticeClock?
    private let files: TemporaryDirectory
    /// The timer's, which the desk replaces; it never runs.
    private let loop: Loop

    init(_ zone: String, at now: UInt64, every minutes: Int, quiet: String = "") throws {
      self.now = now
      self.zone = try #require(TimeZone(identifier: zone))
      files = try TemporaryDirectory()
      loop = try Loop()
      try start()
      try set(every: minutes, quiet: quiet)
    }

    deinit { store.close() }

    func set(every minutes: Int, quiet: String = "") throws {
      try store.set(["question-every": "\(minutes)", "quiet-hours": quiet])
      questions?.update()
    }

    private func start() throws {
      store = Store(directory: files.path("state"), now: { 0 })
      try store.openInTime()
      let clock = PracticeClock(
        loop: loop, log: Log(program: "test", level: .emergency),
        read: { [unowned self] in now },
        calendar: { [zone] in ReminderDesk.calendar(of: zone) })
      clock.setTimer = { [unowned self] in timer = $0 }
      let questions = QuestionTimer(store: store, clock: clock, state: { [unowned self] in state })
      {
        [unowned self] in ask()
      }
      clock.onTime = { [unowned questions] in questions.update() }
      (self.clock, self.questions) = (clock, questions)
      questions.begin()
    }

    /// As the practice service does: reads the decks, or publishes before and after it asks.
    private func ask() {
      if state == nil {
        state = PracticeState()
        state?.due = 1
      } else {
        asked.append(now)
      }
      questions?.update()
    }

    func restart() throws {
      questions?.end()
      #expect(timer == nil)
      store.close()
      state = nil
      try start()
    }

    func publish(_ change: (inout PracticeState) -> Void) {
      var state = state ?? PracticeState()
      change(&state)
      self.state = state
      questions?.update()
    }

    /// Awake.
    func pass(to time: UInt64) {
      while let next = timer, next <= time {
        now = max(now, next)
        wake()
        if wakeUps > 100_000 {
          Issue.record("The daemon does not come to rest")
          return
        }
      }
      now = max(now, time)
    }

    /// Sleeps until a time, or sets the clock: the kernel reports both in the same way.
    func setClock(to time: UInt64) {
      now = time
      if timer != nil { wake() }
    }

    private func wake() {
      wakeUps += 1
      timer = nil
      clock?.ring()
    }
  }

  private static func desk(every minutes: Int, quiet: String = "") throws -> Desk {
    let desk = try Desk(
      "UTC", at: ReminderDesk.utc("2012-05-10", "12:00"), every: minutes, quiet: quiet)
    desk.publish { $0.due = 3 }
    return desk
  }

  /// A year with both changes of daylight saving, whose times PracticeTests check.
  @Test(arguments: [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Asia/Tokyo",
  ])
  func everyHourOfAYearAndNoOtherWakeUp(_ zone: String) throws {
    let start = try ReminderDesk.utc("2011-06-01", "12:00")
    let desk = try Desk(zone, at: start, every: 60, quiet: "22:00-08:00")
    desk.publish { $0.due = 1 }
    desk.pass(to: start + 366 * Self.day)
    // The first one comes at once, and needs no wake-up.
    #expect(abs(desk.asked.count - desk.wakeUps) <= 1)
    #expect((366 * 13...366 * 14 + 2).contains(desk.asked.count))
    for (one, next) in zip(desk.asked, desk.asked.dropFirst()) where next - one < Self.hour {
      Issue.record("\(zone): two questions within \((next - one) / Self.minute) minutes")
    }
    let hours = Set(desk.asked.map { ReminderDesk.wall($0, in: desk.zone).suffix(5).prefix(2) })
    #expect(hours.isDisjoint(with: ["22", "23", "00", "01", "02", "03", "04", "05", "06", "07"]))
  }

  @Test func offWakesNobody() throws {
    let desk = try Self.desk(every: 0)
    desk.pass(to: desk.now + 10 * Self.day)
    #expect(desk.timer == nil && desk.wakeUps == 0 && desk.asked.isEmpty)
    try desk.set(every: 30)
    #expect(desk.asked.count == 1 && desk.timer == desk.now + 30 * Self.minute)
    try desk.set(every: 45)
    #expect(desk.asked.count == 1 && desk.timer == desk.now + 45 * Self.minute)
    try desk.set(every: 0)
    #expect(desk.timer == nil)
  }

  @Test func whatIsNotDueIsNotAsked() throws {
    let desk = try Self.desk(every: 30)
    #expect(desk.asked.count == 1)
    desk.publish { ($0.due, $0.nextDue) = (0, 0) }
    #expect(desk.timer == nil)
    // A card will fall due in the night.
    try desk.set(every: 30, quiet: "22:00-08:00")
    let night = try ReminderDesk.utc("2012-05-11", "03:00")
    desk.publish { $0.nextDue = night }
    desk.pass(to: night)
    desk.publish { $0.due = 1 }
    #expect(desk.wakeUps == 0)
    #expect(desk.timer == (try ReminderDesk.utc("2012-05-11", "08:00")))
  }

  @Test func aSessionPutsItOff() throws {
    let desk = try Self.desk(every: 30)
    desk.publish { $0.state = "asking" }
    #expect(desk.timer == nil)
    desk.pass(to: desk.now + 3 * Self.hour)
    desk.publish { $0.state = "revealed" }
    #expect(desk.timer == nil)
    desk.publish { $0.state = "finished" }
    #expect(desk.timer == desk.now + 30 * Self.minute)
    try desk.restart()
    #expect(desk.timer == desk.now + 30 * Self.minute && desk.wakeUps == 0)
  }

  @Test func aRestartAsksNoSecondTime() throws {
    let desk = try Self.desk(every: 30)
    for _ in 0..<3 { try desk.restart() }
    #expect(desk.asked.count == 1 && desk.timer == desk.now + 30 * Self.minute)
    desk.pass(to: desk.now + 31 * Self.minute)
    #expect(desk.asked.count == 2 && desk.wakeUps == 1)
  }

  @Test func aClockThatIsSetBringsNoSecondQuestionAndNoSilence() throws {
    let desk = try Self.desk(every: 30)
    let start = desk.now
    // By a second, as time servers do, and by years.
    for time in [start - 1_000_000, start - 4_000 * Self.day, start] {
      desk.setClock(to: time)
      #expect(desk.timer.map { $0 <= time + 30 * Self.minute } == true)
    }
    // The last jump was forward by years: a question like after sleep.
    #expect(desk.asked.count == 2)
    desk.setClock(to: start + Self.day)
    #expect(desk.asked.count == 3)
    desk.setClock(to: start - 4_000 * Self.day)
    try desk.restart()
    #expect(desk.timer == desk.now + 30 * Self.minute && desk.asked.count == 3)
  }

  @Test(arguments: ["", " ", "-1", "x", "18446744073709551615", "99999999999999999999999"])
  func damagedTextsAskOnce(_ text: String) throws {
    let desk = try Self.desk(every: 0)
    try desk.store.set([.questionAt: text])
    try desk.restart()
    try desk.set(every: 30)
    desk.pass(to: desk.now + 30 * Self.minute)
    #expect((1...2).contains(desk.asked.count))
    try desk.store.set(["question-every": text, "quiet-hours": text])
    desk.publish { $0.due = 2 }
    #expect(desk.timer == nil)
  }

  /// A practice service without a bus, and its questions; the test is their clock.
  private final class Service {
    final class Count {
      var now: UInt64
      var asked = 0

      init(_ now: UInt64) { self.now = now }
    }

    let count: Count
    private(set) var wakeUps = 0
    let practice: PracticeOnBus
    let preparation: Preparation
    private let store: Store
    private let questions: QuestionTimer
    private let clocks: [PracticeClock]
    private let loop: Loop

    init(_ directory: TemporaryDirectory, at now: UInt64) throws {
      let count = Count(now)
      let loop = try Loop()
      let log = Log(program: "test", level: .emergency)
      let store = Store(directory: directory.path("state"), now: { 0 })
      try store.openInTime()
      let library = ThemeLibrary(directories: [], loop: loop, log: log)
      library.open()
      clocks = (0..<2).map { _ in
        PracticeClock(
          loop: loop, log: log, read: { count.now }, calendar: { LocalCalendar { _ in 0 } })
      }
      for clock in clocks { clock.setTimer = { _ in } }
      let preparation = Preparation(loop: loop, common: store.need)
      let practice = PracticeOnBus(
        library: library, store: store, preparation: preparation, clock: clocks[0], log: log)
      let questions = QuestionTimer(
        store: store, clock: clocks[1], state: { practice.currentState }
      ) {
        if practice.currentState != nil { count.asked += 1 }
        practice.askQuestion()
      }
      clocks[1].onTime = { [unowned questions] in questions.update() }
      practice.onPublish = { [unowned questions] in questions.update() }
      (self.count, self.loop, self.store) = (count, loop, store)
      (self.practice, self.preparation, self.questions) = (practice, preparation, questions)
    }

    func ask(every minutes: Int) throws {
      try store.set(["question-every": "\(minutes)"])
      questions.begin()
      #expect(loop.waits { preparation.isIdle })
    }

    func pass(to end: UInt64) {
      while let clock = clocks.filter({ $0.alarm != nil }).min(by: {
        ($0.alarm ?? 0) < ($1.alarm ?? 0)
      }),
        let alarm = clock.alarm, alarm <= end
      {
        (count.now, wakeUps) = (max(count.now, alarm), wakeUps + 1)
        clock.ring()
        #expect(loop.waits { preparation.isIdle })
      }
      count.now = max(count.now, end)
    }

    func end() {
      questions.end()
      store.close()
    }
  }

  /// Learns cards that fall due some minutes apart; returns when it was done.
  private func learn(in directory: TemporaryDirectory, from start: UInt64) throws -> UInt64 {
    let learner = try Service(directory, at: start)
    try learner.practice.start(["mode": .string("recall"), "questions": .uint32(8)])
    for number in 1...8 as ClosedRange<UInt32> {
      learner.count.now += 7 * Self.minute
      _ = try learner.practice.reveal(number)
      try learner.practice.grade(number, 3)
    }
    learner.end()
    return learner.count.now
  }

  /// A question for which it was time while a changed deck was being read came a period later.
  @Test func aChangedDeckPutsNoQuestionOff() throws {
    let directory = try TemporaryDirectory()
    let end = try learn(in: directory, from: ReminderDesk.utc("2012-05-10", "12:00"))
    let service = try Service(directory, at: end)
    try service.ask(every: 60)
    service.pass(to: end + 2 * Self.day - 1)
    let asked = service.count.asked
    // More than one turn of the loop can read.
    let deck = try #require(ThemeCatalogue.program.theme(named: "Japanese basics"))
    service.practice.decksChanged(
      Array(repeating: ThemeChange(deck, .changed), count: 1000))
    #expect(!service.preparation.isIdle)
    service.pass(to: end + 2 * Self.day + 60 * Self.minute - 1)
    #expect(service.count.asked == asked + 1)
    service.end()
  }

  /// Decks that were read for a question must not wake the daemon for each card that falls due, nor a
  /// daemon find out in the night that there is nothing to ask.
  @Test func theDaemonWakesUpForQuestionsAlone() throws {
    let directory = try TemporaryDirectory()
    let start = try ReminderDesk.utc("2012-05-10", "12:00")
    let nothing = try Service(directory, at: start)
    try nothing.ask(every: 30)
    nothing.pass(to: start + Self.day)
    #expect(nothing.wakeUps == 0 && nothing.count.asked == 0)
    nothing.end()

    let service = try Service(directory, at: learn(in: directory, from: start))
    try service.ask(every: 60)
    #expect(service.count.asked == 0)
    service.pass(to: start + 20 * Self.day)
    #expect(service.count.asked > 24 && service.wakeUps == service.count.asked)
    // The first client is told what is due now, and what falls due from then on.
    _ = service.practice.published
    service.practice.publishChanges()
    #expect(service.practice.currentState?.due == 8)
    service.end()
  }
}
