import DBus
import MemorizeBus
import Practice
import Store
import TestSupport
import Testing
import UserService

@testable import EventLoop
@testable import memorized

/// What the daemon keeps of its questions through the day; PracticeTests has the rule and its times.
@Suite(.timeLimit(.minutes(30))) struct QuestionTimerTests {
  private static let minute = TimerFixture.minute
  private static let day = TimerFixture.day
  private static let period = 30 * minute

  /// The timer of questions, and what of practice is published.
  private final class Questions {
    let fixture: TimerFixture
    private let published: Published

    private final class Published { var state: PracticeState? }

    /// It is noon; cards are due, of which one is asked at once.
    init(every minutes: Int = 30) throws {
      let published = Published()
      self.published = published
      fixture = try TimerFixture {
        QuestionTimer(store: $0, clock: $1, state: { published.state }, ask: $2)
      }
      // As the practice service does: it reads the decks, or publishes after it has asked.
      fixture.onFire = { [unowned fixture] in
        if published.state == nil {
          published.state = PracticeState()
          published.state?.due = 1
        } else {
          fixture.fired.append(fixture.now)
        }
        fixture.update()
      }
      try set(every: minutes)
    }

    func set(every minutes: Int, quiet: String = "") throws {
      try fixture.store.set(["question-every": "\(minutes)", "quiet-hours": quiet])
      fixture.update()
    }

    func publish(_ change: (inout PracticeState) -> Void) {
      var state = published.state ?? PracticeState()
      change(&state)
      published.state = state
      fixture.update()
    }

    func restart() {
      published.state = nil
      fixture.restart()
    }
  }

  @Test func aBreakHasNoQuestions() throws {
    let questions = try Questions()
    try questions.fixture.store.set([.breaks: "2012-05-11"])
    questions.fixture.update()
    questions.fixture.pass(to: TimerFixture.time(72))
    let (first, next) = (TimerFixture.time(24), TimerFixture.time(48))
    #expect(questions.fixture.fired.contains { $0 < first })
    #expect(!questions.fixture.fired.contains { (first..<next).contains($0) })
    #expect(questions.fixture.fired.contains { $0 >= next })
  }

  @Test func aQuestionComesOnceAPeriodIfACardIsDue() throws {
    let questions = try Questions(every: 0)
    let fixture = questions.fixture
    fixture.pass(to: fixture.now + 10 * Self.day)
    #expect(fixture.alarm == nil && fixture.wakeUps == 0 && fixture.fired.isEmpty)
    try questions.set(every: 30)
    #expect(fixture.fired.count == 1 && fixture.alarm == fixture.now + Self.period)
    try questions.set(every: 45)
    #expect(fixture.fired.count == 1 && fixture.alarm == fixture.now + 45 * Self.minute)
    try questions.set(every: 30)
    // A restart asks no second time, and a session puts it off.
    for _ in 0..<3 { questions.restart() }
    fixture.pass(to: fixture.now + Self.period)
    #expect(fixture.fired.count == 2 && fixture.wakeUps == 1)
    for state in ["asking", "revealed"] {
      questions.publish { $0.state = Word(text: state) }
      #expect(fixture.alarm == nil)
      fixture.pass(to: fixture.now + Self.day)
    }
    questions.publish { $0.state = "finished" }
    questions.restart()
    #expect(fixture.alarm == fixture.now + Self.period && fixture.wakeUps == 1)
    // What is not due is not asked; a card that falls due in quiet hours waits for their end.
    questions.publish { ($0.due, $0.nextDue) = (0, 0) }
    #expect(fixture.alarm == nil)
    try questions.set(every: 30, quiet: "22:00-08:00")
    let midnight = (fixture.now / Self.day + 1) * Self.day
    questions.publish { $0.nextDue = midnight }
    fixture.pass(to: midnight)
    questions.publish { $0.due = 1 }
    #expect(fixture.alarm == midnight + 8 * TimerFixture.hour && fixture.wakeUps == 1)
  }

  @Test func aClockThatIsSetBringsNoSecondQuestionAndNoSilence() throws {
    let questions = try Questions()
    let fixture = questions.fixture
    let start = fixture.now
    // By a second, as time servers do, and by years.
    for time in [start - 1_000_000, start - 4_000 * Self.day, start] {
      fixture.setClock(to: time)
      #expect(fixture.alarm.map { $0 <= time + Self.period } == true)
    }
    // The last jump was forward by years: a question like after sleep.
    #expect(fixture.fired.count == 2)
    fixture.setClock(to: start + Self.day)
    #expect(fixture.fired.count == 3)
    fixture.setClock(to: start - 4_000 * Self.day)
    questions.restart()
    #expect(fixture.alarm == fixture.now + Self.period && fixture.fired.count == 3)
  }

  @Test(arguments: ["", " ", "-1", "x", "18446744073709551615", "99999999999999999999999"])
  func damagedTextsAskOnce(_ text: String) throws {
    let questions = try Questions(every: 0)
    let fixture = questions.fixture
    try fixture.store.set([.questionAt: text])
    questions.restart()
    try questions.set(every: 30)
    fixture.pass(to: fixture.now + Self.period)
    #expect((1...2).contains(fixture.fired.count))
    try fixture.store.set(["question-every": text, "quiet-hours": text])
    questions.publish { $0.due = 2 }
    #expect(fixture.alarm == nil)
  }

  /// Practice and its questions, with the test's clock.
  private final class Service {
    final class Count {
      var now: UInt64
      var asked = 0

      init(_ now: UInt64) { self.now = now }
    }

    let count: Count
    private(set) var wakeUps = 0
    let fixture: PracticeFixture
    var practice: PracticeOnBus { fixture.practice }
    private let questions: QuestionTimer
    private let clocks: [PracticeClock]

    init(_ directory: TemporaryDirectory, at now: UInt64) throws {
      let count = Count(now)
      let fixture = try PracticeFixture(in: directory, now: { count.now })
      let practice = fixture.practice
      clocks = [fixture.clock, PracticeFixture.clock(fixture.loop) { count.now }]
      let questions = QuestionTimer(
        store: fixture.store, clock: clocks[1], state: { practice.currentState }
      ) {
        if practice.currentState != nil { count.asked += 1 }
        practice.askQuestion()
      }
      clocks[1].onTime = { [unowned questions] in questions.update() }
      practice.onPublish = { [unowned questions] in questions.update() }
      (self.count, self.fixture, self.questions) = (count, fixture, questions)
    }

    func ask(every minutes: Int) throws {
      try fixture.store.set(["question-every": "\(minutes)"])
      questions.begin()
      prepare()
    }

    private func prepare() { #expect(fixture.loop.waits { fixture.preparation.isIdle }) }

    func pass(to end: UInt64) {
      while let clock = clocks.min(by: { $0.alarm ?? .max < $1.alarm ?? .max }),
        let alarm = clock.alarm, alarm <= end
      {
        (count.now, wakeUps) = (max(count.now, alarm), wakeUps + 1)
        clock.ring()
        prepare()
      }
      count.now = max(count.now, end)
    }

    func end() {
      questions.end()
      fixture.store.close()
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
    let end = try learn(in: directory, from: TimerFixture.time(12))
    let service = try Service(directory, at: end)
    try service.ask(every: 60)
    service.pass(to: end + 2 * Self.day - 1)
    let asked = service.count.asked
    // More than one turn of the loop can read.
    let deck = try #require(ThemeCatalog.program.theme(named: "Japanese basics"))
    service.practice.decksChanged(
      Array(repeating: ThemeChange(deck, .changed), count: 1000))
    #expect(!service.fixture.preparation.isIdle)
    service.pass(to: end + 2 * Self.day + 60 * Self.minute - 1)
    #expect(service.count.asked == asked + 1)
    service.end()
  }

  /// Decks that were read for a question must not wake the daemon for each card that falls due, nor a
  /// daemon find out in the night that there is nothing to ask.
  @Test func theDaemonWakesUpForQuestionsAlone() throws {
    let directory = try TemporaryDirectory()
    let start = TimerFixture.time(12)
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
