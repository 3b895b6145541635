import MemoryGame
import TestSupport
import Testing

@testable import Practice
@testable import Store

/// What the store tells for the log that several machines share says the same as the store.
@Suite struct LogStoreTests {
  @Test func theLogOfRandomPracticeIsWhatIsStored() throws {
    var random = SeededGenerator(for: "theLogOfRandomPracticeIsWhatIsStored")
    let directory = try TemporaryDirectory()
    var clock: UInt64 = 1_700_000_000_000_000
    let tables = try Store.Tables(path: directory.path("practice"), now: { clock })
    var desk = PracticeDesk(tables, decks: try PracticeDesk.decks())
    let cards = desk.trainer.reviews.identities.sorted { $0.storedText < $1.storedText }
    func change(_ body: () throws(StoreError) -> Void) throws {
      try tables.database.transaction { () throws(StoreError) in try body() }
    }
    for round in 0..<rounds(400, ofAll: 4000) {
      // A clock may be set back.
      clock = UInt64(Int(clock) + Int.random(in: -1_000_000...5_000_000, using: &random))
      let card = cards[Int.random(in: 0..<8, using: &random)]
      switch Int.random(in: 0..<40, using: &random) {
      case 0:
        try change { () throws(StoreError) in
          let id = try tables.practice.cards.record(of: card, at: clock).id
          try tables.practice.cards.setSuspended(Bool.random(using: &random), id)
        }
      case 1:
        let standing = DeckStanding(
          place: Bool.random(using: &random) ? 2 : nil,
          addedAt: Bool.random(using: &random) ? 7 : nil,
          isStarted: Bool.random(using: &random), isSuspended: Bool.random(using: &random))
        try change { () throws(StoreError) in
          try tables.practice.decks.save(["guids": standing])
        }
      case 2:
        try change { () throws(StoreError) in
          try tables.settings.set([
            "retention": "0.\(Int.random(in: 70...97, using: &random))", "theme": "animals",
            .breaks: Bool.random(using: &random) ? "2026-12-24..2027-01-02" : nil,
          ])
        }
      case 3:
        let at = 1_600_000_000_000_000 + UInt64.random(in: 0..<20, using: &random) * 86_400_000_000
        let review = Review(
          card: card, direction: Bool.random(using: &random) ? .forward : .backward, rating: .hard,
          at: at)
        _ = try tables.practice.add(reviews: [review], at: clock, FSRS())
        desk.restore(try tables.practice.load(FSRS()))
      case 4:
        // A break moves cards to other days.
        let moved = desk.trainer.reviews.schedules.compactMap { update in
          update.schedule.map {
            ScheduleUpdate(
              card: update.card, direction: update.direction,
              schedule: $0.moved(to: $0.reviewedOn + Int.random(in: 1...9, using: &random)))
          }
        }.prefix(2)
        try change { () throws(StoreError) in try tables.practice.move(moved, at: clock) }
        desk.restore(try tables.practice.load(FSRS()))
      case 5:
        try change { () throws(StoreError) in
          try tables.log.set(gone: Bool.random(using: &random), [card])
        }
      case 6 where round % 8 == 0:
        try change { () throws(StoreError) in try tables.practice.forgetReviews() }
        desk.forget()
      default: try desk.step(using: &random)
      }
    }
    let events = try tables.log.events(after: 0, limit: 1_000_000)
    try expectEqual(try outcome(of: events.shuffled(using: &random)), tables, FSRS())
    let last = try #require(events.last)
    // Nobody waits for a number that is missing.
    #expect(events.map(\.id.sequence) == Array(1...(try tables.log.last())))
    let stamps = events.map(\.stamp).filter { $0 > 0 }
    #expect(zip(stamps, stamps.dropFirst()).allSatisfy { $0 < $1 })
    // In parts, they are the same.
    var (parts, number): ([LogEvent], UInt64) = ([], 0)
    while number < last.id.sequence {
      parts += try tables.log.events(after: number, limit: 7)
      number += 7
    }
    #expect(parts == events)
  }

  /// Events of other machines, in any order and more than once, among own changes.
  @Test func whatComesFromOtherMachinesIsStored() throws {
    var random = RandomEvents(SeededGenerator(for: "whatComesFromOtherMachinesIsStored"))
    for _ in 0..<rounds(60, ofAll: 2000) {
      let directory = try TemporaryDirectory()
      let tables = try Store.Tables(path: directory.path("practice"))
      var clock: UInt64 = 1_767_225_600_000_000
      var foreign: [LogEvent] = []
      for _ in 0..<random.number(1...60) {
        let machine = Machine.numbered(UInt64(random.number(1...3)))
        let numbers = Dictionary(
          grouping: foreign, by: \.id.machine
        ).mapValues { UInt64($0.count) }
        clock += UInt64(random.number(1...3_000_000))
        foreign.append(
          LogEvent(
            EventID(machine, (numbers[machine] ?? 0) + 1), at: clock,
            random.content(of: machine, after: foreign, seen: numbers)))
      }
      func change(_ body: () throws(StoreError) -> Void) throws {
        try tables.database.transaction { () throws(StoreError) in try body() }
      }
      var rest = (foreign + foreign.prefix(20)).shuffled(using: &random.generator)
      while !rest.isEmpty {
        let part = rest.suffix(random.number(1...9))
        rest.removeLast(part.count)
        try change { () throws(StoreError) in _ = try tables.log.take(part) }
        if random.number(0...3) == 0 {
          try change { () throws(StoreError) in
            _ = try tables.log.settle(FSRS())
            let cards = tables.practice.cards
            // It may have got a guid elsewhere.
            let card = random.card()
            let id = try cards.record(of: card, at: clock).id
            switch random.number(0...3) {
            case 0: try cards.setSuspended(random.number(0...1) == 0, id)
            case 1:
              // Guids stay, and no card gets that of another one.
              let new = random.newName()
              guard case .side? = try cards.record(of: id)?.card,
                try tables.log.renames(of: new).current(new, at: nil) == new
              else { break }
              _ = try cards.rename(id, to: new)
            default:
              let review = Review(
                card: card, direction: .forward,
                rating: .good,
                at: 1_767_225_600_000_000 + UInt64(random.number(0...40)) * 60_000_000)
              _ = try tables.practice.add(reviews: [review], at: clock, FSRS())
            }
          }
        }
      }
      try tables.settleAll()
      let outcome = try outcome(of: foreign + tables.log.events(after: 0))
      try expectEqual(outcome, tables, FSRS())
      let days = outcome.histories.values.flatMap { history in
        zip(history.rows, history.elapsedDays).filter { !$0.0.isState }.compactMap(\.1)
      }
      #expect(try tables.practice.reviews.totals().reviewed == days.filter { $0 >= 1 }.count)
    }
  }

  @Test func aRenamedCardTakesItsPastAlong() throws {
    let directory = try TemporaryDirectory()
    let tables = try Store.Tables(path: directory.path("practice"))
    let names = ["dog", "cat", "cow"].map { CardIdentity.side(deck: "d", first: $0) }
    let reviews = names.dropLast().enumerated().map {
      Review(card: $0.element, direction: .forward, rating: .good, at: UInt64($0.offset + 1) << 40)
    }
    _ = try tables.practice.add(reviews: reviews, at: 5, FSRS())
    try tables.database.transaction { () throws(StoreError) in
      let cards = tables.practice.cards
      let dog = try cards.record(of: names[0], at: 1).id
      try cards.setSuspended(true, dog)
      #expect(try cards.rename(dog, to: names[1]))
      #expect(try cards.rename(dog, to: names[2]))
      #expect(try cards.rename(dog, to: .guid("g")))
    }
    let outcome = try outcome(of: try tables.log.events(after: 0))
    try expectEqual(outcome, tables, FSRS())
    #expect(outcome.suspended == [.guid("g")])
    #expect(
      Set(outcome.histories.keys.map(\.card)) == [.guid("g"), names[0]])
  }

  @Test func gamesThatEndedAreInTheLog() throws {
    var random = SeededGenerator(for: "gamesThatEndedAreInTheLog")
    let directory = try TemporaryDirectory()
    let tables = try Store.Tables(path: directory.path("games"))
    var table = try Table(tables.games, try randomBeginning(using: &random))
    for _ in 0..<8 {
      if Bool.random(using: &random) { try table.win(using: &random) }
      try table.begin(try randomBeginning(using: &random))
    }
    let outcome = try outcome(of: try tables.log.events(after: 0))
    let ended = try tables.games.games(limit: 100).filter { $0.result != nil }
    #expect(outcome.games.count == ended.count)
    #expect(Set(outcome.games.map(\.result)) == Set(ended.compactMap(\.result)))
    // On another machine they are in the history, once, and the game that is on stays.
    let other = try Store.Tables(path: directory.path("other"))
    let own = try Table(other.games, try randomBeginning(using: &random))
    _ = try other.database.transaction { () throws(StoreError) in
      let events = try tables.log.events(after: 0)
      return try other.log.take((events + events).shuffled(using: &random))
    }
    let taken = try other.games.games(limit: 100).filter { $0.id != own.id }
    #expect(taken.count == ended.count)
    #expect(Set(taken.compactMap(\.result)) == Set(ended.compactMap(\.result)))
    #expect(try other.games.last()?.record.id == own.id)
  }
}

extension Store.Tables {
  func settleAll() throws {
    while try !database.transaction({ () throws(StoreError) in try log.settle(FSRS()) }) {}
  }
}

extension PracticeDesk {
  /// Goes on with what the store has, after a change outside of a session.
  mutating func restore(_ stored: StoredPractice) {
    trainer.reviews.setSchedules(stored.schedules)
    if let session = stored.session {
      trainer.resume(session, isRevealed: stored.isRevealed, at: 0)
    }
  }

  mutating func forget() {
    trainer.forgetReviews()
    revision += 1
  }
}

/// The outcome of the events, each of which went through a line.
func outcome(of events: [LogEvent]) throws -> LogOutcome {
  var union = LogUnion()
  for event in events {
    let line = LogLine.text(of: event).dropLast()
    let read = try LogLine.event(line, of: event.id.machine)
    // Clocks that count from the start of a machine are left out.
    #expect(LogLine.text(of: read).dropLast() == line)
    union.insert(read)
  }
  return LogOutcome(union)
}

func expectEqual(_ outcome: LogOutcome, _ tables: Store.Tables, _ fsrs: FSRS) throws {
  let stored = try tables.practice.load(fsrs)
  let schedules = Dictionary(
    uniqueKeysWithValues: stored.schedules.map {
      (LogOutcome.Key(card: $0.card, direction: $0.direction), $0.schedule)
    })
  let folded = outcome.histories.mapValues { $0.schedule(fsrs) }
  #expect(Set(schedules.keys) == Set(folded.keys))
  for (key, schedule) in schedules { #expect(folded[key] == schedule, "\(key)") }
  #expect(Set(stored.suspended) == outcome.suspended)
  #expect(try tables.log.gone() == outcome.gone)
  #expect(try tables.log.practicedDays() == outcome.practiced)
  #expect(stored.standings.filter { $0.value != DeckStanding() } == outcome.standings)
  let settings = try tables.settings.all().filter { Setting.shared.contains($0.key) }
  #expect(
    Dictionary(uniqueKeysWithValues: settings.map { ($0.key.rawValue, $0.value) })
      == outcome.settings)
}
