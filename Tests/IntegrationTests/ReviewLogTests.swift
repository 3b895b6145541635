import EventLoop
import MemorizeBus
import MemoryGame
import Store
import TestSupport
import Testing
import UserService

@testable import Practice
@testable import memorized

/// The schedules follow from the log of reviews, whatever is done to both.
@Suite struct ReviewLogTests {
  /// A view-model of practice on a store of its own, and what is done to it at random.
  private final class RandomPractice {
    let store: Store
    private let files: TemporaryDirectory
    private var model: PracticeViewModel
    private var now: UInt64 = 1_700_000_000_000_000
    private var imported: [Review<CardIdentity>] = []
    private let cards: [WordCard]
    private(set) var done: [String: Int] = [:]

    init() throws {
      files = try TemporaryDirectory()
      store = Store(directory: files.path("state"), now: { 0 })
      let log = Log(program: "test", level: .emergency)
      var read: () -> UInt64 = { 0 }
      let clock = PracticeClock(
        loop: try Loop(), log: log, read: { read() }, calendar: { LocalCalendar { _ in 0 } })
      model = PracticeViewModel(store: store, clock: clock)
      cards = (0..<12).map { number in
        WordCard("side \(number)", "answer \(number)", guid: number < 6 ? "guid \(number)" : nil)
      }
      try store.openInTime()
      read = { [unowned self] in now }
      model.setDeck(Practice.Deck(name: try ThemeName("Test"), cards: cards), isOwn: true)
      _ = try model.load()
    }

    func step(using random: inout SeededGenerator) throws {
      now += UInt64.random(in: 1...3 * Schedule.day, using: &random)
      // A clock that was wrong and is set right.
      if Int.random(in: 0..<40, using: &random) == 0 { now -= 100 * Schedule.day }
      do {
        let kind: String
        switch Int.random(in: 0..<40, using: &random) {
        case 0...3:
          kind = "start"
          var options = StartOptions()
          options.mode = PracticeMode.allCases.randomElement(using: &random)
          options.isDue = Bool.random(using: &random)
          options.deck = "Test"
          options.direction = Direction.allCases.randomElement(using: &random)
          _ = try model.start(options)
        case 4...7:
          kind = "undo"
          _ = try model.step { try $0.undo(at: $1.time.now) }
        case 8, 9:
          kind = "import"
          try importReviews(using: &random)
        case 10:
          kind = "parameters"
          try setParameters(using: &random)
        case 11:
          kind = "suspend"
          try suspend(using: &random)
        case 12:
          kind = "edit"
          try edit(using: &random)
        case 15:
          kind = "plan"
          try plan(using: &random)
        // Rare, but in every run.
        case 13 where done["forget"] == nil || Int.random(in: 0..<6, using: &random) == 0:
          kind = "forget"
          try store.forgetUser(reviewsToo: true)
          model.forgetReviews()
          imported = []
        case 14:
          kind = "restart"
          _ = try model.load()
        default:
          kind = "answer"
          try answer(using: &random)
        }
        done[kind, default: 0] += 1
      } catch is PracticeError {
      }
    }

    private func answer(using random: inout SeededGenerator) throws {
      let number = model.trainer.question?.number ?? 1
      let way = Int.random(in: 0..<6, using: &random)
      let rating = Rating.allCases.randomElement(using: &random) ?? .good
      let text = model.trainer.question?.answer ?? ""
      let isRevealed = if case .revealed = model.trainer.state { true } else { false }
      _ = try model.step { trainer, context in
        let (settings, now) = (context.settings, context.time.now)
        if isRevealed { return try trainer.grade(number, rating, settings, at: now) }
        if way == 0 { return try trainer.reveal(number, settings, at: now) }
        if trainer.session?.options.mode == .typed {
          return try trainer.answer(number, text: way < 4 ? text : "?", settings, at: now)
        }
        return try trainer.answer(number, choice: way % 3, settings, at: now)
      }
    }

    private func importReviews(using random: inout SeededGenerator) throws {
      var reviews = imported.shuffled(using: &random).prefix(2)
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let card = cards[Int.random(in: cards.indices, using: &random)]
        reviews.append(
          Review(
            card: CardIdentity(card, in: "test"),
            direction: Bool.random(using: &random) ? .forward : .backward,
            rating: Rating.allCases.randomElement(using: &random) ?? .good,
            at: UInt64.random(in: now - 400 * Schedule.day...now, using: &random), took: 1000))
      }
      let fsrs = store.userSettings.fsrs
      let known = Set(imported)
      let added = try store.change { tables throws(StoreError) in
        try tables.practice.add(reviews: reviews, at: now, fsrs)
      }
      #expect(added == reviews.count { !known.contains($0) }, "a review is never doubled")
      imported = Array(known.union(reviews)).filter { $0.at > 0 }
      _ = try model.load()
    }

    private func setParameters(using random: inout SeededGenerator) throws {
      var settings = store.userSettings
      settings.parameters = FSRSParameters.ranges.map { range in
        Double.random(in: range, using: &random)
      }
      if Bool.random(using: &random) { settings.parameters = [] }
      let text = settings.parameters.map { "\($0)" }.joined(separator: " ")
      // A part of the work is done before something else happens to the log.
      // Another client may set parameters meanwhile: those of the end once had schedules of the others.
      var fsrs = Bool.random(using: &random) ? store.userSettings.fsrs : settings.fsrs
      let rebuild = ScheduleRebuild(store) { fsrs }
      if Bool.random(using: &random) {
        let parts = Int.random(in: 0...3, using: &random)
        for _ in 0..<parts { _ = rebuild.advance { false } }
      }
      try? answer(using: &random)
      if Bool.random(using: &random) {
        _ = try? model.step { try $0.undo(at: $1.time.now) }
      }
      fsrs = settings.fsrs
      try store.replace(try rebuild.schedules(), settings: ["parameters": text])
      _ = try model.load()
    }

    /// Other settings of the days that are chosen, or a break.
    private func plan(using random: inout SeededGenerator) throws {
      try store.set([
        "spread": Bool.random(using: &random) ? "true" : "false",
        "easy-days": ["", "sat sun=0.5", "mon=0 fri=0.3"].randomElement(using: &random),
        "breaks": nil,
        "maximum-interval": ["36500", "60"].randomElement(using: &random),
        "retention": ["0.9", "0.8"].randomElement(using: &random),
      ])
      model.followSettings()
      let today = model.clock.time.day
      let first = today + Int.random(in: 0...20, using: &random)
      let days = DailyDate(day: first).text + ".." + DailyDate(day: first + 9).text
      let planned = try PlannedBreak(days)
      let plan = DayPlan(breaks: [days])
      let moves = model.trainer.reviews.moves(by: planned, plan, on: today)
      for update in moves.moved {
        let schedule = try #require(update.schedule)
        let day = store.userSettings.fsrs.dueDay(of: schedule)
        #expect(!planned.days.contains(day) && day >= today && day == schedule.chosenDay)
      }
      try store.set(["breaks": days])
      try store.change { tables throws(StoreError) in
        try tables.practice.move(moves.moved, at: now)
      }
      _ = try model.load()
    }

    private func suspend(using random: inout SeededGenerator) throws {
      let card = CardIdentity(cards[Int.random(in: cards.indices, using: &random)], in: "test")
      let isSuspended = Bool.random(using: &random)
      try store.use { tables throws(StoreError) in
        let id = try tables.practice.cards.record(of: card, at: now).id
        try tables.practice.cards.setSuspended(isSuspended, id)
      }
      _ = try model.load()
      #expect(model.trainer.reviews.isSuspended(card) == isSuspended)
    }

    /// Two cards exchange their first sides, or one gets a new one, and keep their schedules.
    private func edit(using random: inout SeededGenerator) throws {
      let names = ["side 6", "side 7", "side 8", "other"]
      let sides = names.map { CardIdentity.side(deck: "test", first: $0) }.shuffled(using: &random)
      try store.change { tables throws(StoreError) in
        let cards = tables.practice.cards
        let id = try cards.record(of: sides[0], at: now).id
        _ = try cards.rename(id, to: sides[1])
        _ = try cards.record(of: sides[0], at: now)
      }
      // What was imported stands under another name now.
      imported = []
      _ = try model.load()
    }

    func compare() throws {
      let fsrs = store.userSettings.fsrs
      let computed = try ScheduleRebuild(store) { fsrs }.schedules()
      let kept = try store.use { tables throws(StoreError) in try tables.practice.schedules() }
      #expect(computed.count == kept.count && Set(computed.map(\.key)) == Set(kept.keys))
      for (key, schedule) in computed {
        guard let other = kept[key] else { continue }
        if !schedule.isNear(other) { Issue.record("\(schedule) is kept as \(other)") }
      }
      let shown = Set(model.trainer.reviews.schedules)
      let before = model.trainer.session
      let stored = try store.use { tables throws(StoreError) in try tables.practice.load(fsrs) }
      #expect(Set(stored.schedules) == shown)
      #expect(stored.session?.responses.map(\.change) == before?.responses.map(\.change))
    }
  }

  @Test func theSchedulesFollowFromTheLog() throws {
    var random = SeededGenerator(for: "theSchedulesFollowFromTheLog")
    let user = try RandomPractice()
    for _ in 0..<rounds(1_000, ofAll: 10_000) {
      try user.step(using: &random)
      try user.compare()
    }
    print("theSchedulesFollowFromTheLog: \(user.done.sorted { $0.key < $1.key })")
    #expect(user.done.count == 10)
  }
}
