import Foundation
import MemoryGame
import TestSupport
import Testing

@testable import Practice
@testable import Store

/// Every later version reads a database that an earlier one has written.
///
/// `version-1.sqlite` was written once by version 0.1.0, from games played at random, and closed in
/// order. `version-2.sqlite` has the same games, and practice; `version-3.sqlite` also has a session
/// over all decks; `version-4.sqlite` also has a log of reviews by card, some of them imported, and a
/// suspended card; `version-5.sqlite` also has its origin, and `version-6.sqlite` a change of a card
/// during which the daemon was killed; in `version-7.sqlite` bots have played two of the games, and
/// `version-8.sqlite` has a row of past sessions; in `version-10.sqlite` reviews have days, those of
/// Tokyo, and it has rows of decks; in `version-11.sqlite` what happened has the numbers of a log.
/// The programs that wrote them are not kept: they are never written again. A later version of the schema gets a file of its own.
@Suite struct FrozenStoreTests {
  /// The database, copied so that it stays as it is.
  private func copy(_ version: Int = 1, to directory: TemporaryDirectory) throws -> String {
    let stored = try #require(Bundle.module.resourceURL).appendingPathComponent("Stored")
    let path = directory.path("memorize")
    try directory.make("memorize")
    try FileManager.default.copyItem(
      atPath: stored.appendingPathComponent("version-\(version).sqlite").path,
      toPath: path + "/memorize.sqlite")
    return path
  }

  /// The rows of a table as they are stored.
  private func rows(_ table: String, _ tables: Store.Tables) throws -> [[String]] {
    let names = try columns("PRAGMA table_info(\(table))", of: tables.database).map { $0[1] }
    return try columns("SELECT * FROM \(table)", names.count, of: tables.database)
  }

  private func columns(
    _ sql: String, _ count: Int = 4, of database: Database
  ) throws -> [[String]] {
    let statement = Statement(database, sql)
    return try statement.map { row throws(StoreError) in (0..<Int32(count)).map { row.text($0) } }
  }

  /// Each game is read, replayed, and saved anew: what is lost or changed on the way differs.
  @Test(arguments: 1...Schema.version)
  func everyGameReadsBackAndFollowsFromItsLog(version: Int) throws {
    let directory = try TemporaryDirectory()
    let opened = try OpenedStore(try copy(version, to: directory))
    #expect(opened.setAside == nil && !opened.isNew)
    let old = try opened.use { tables throws(StoreError) in tables }
    let new = try Store.Tables(path: directory.path("new"))
    let games = try old.games.games(limit: 500).sorted { $0.id < $1.id }.map { record in
      let stored = try #require(try old.games.game(record.id))
      #expect(stored.record == record)
      return stored
    }
    #expect(games.count == 14)
    for stored in games {
      let (id, beginning) = (stored.record.id, stored.beginning)
      var game = try Replay.play(stored.log, on: try Game(beginning))
      game.bots = stored.bots
      let last = games.first { $0.record.id + 1 == id && $0.record.state == .abandoned }?.record
      let ended = try last.map { ($0.id, try #require($0.result)) }
      _ = try new.games.begin(game, beginning, revision: stored.revision, ending: ended)
      guard let result = stored.record.result else { continue }
      #expect(Replay.verify(result, log: stored.log, on: try Game(beginning)))
    }
    for table in ["game", "theme", "entry"] { #expect(try rows(table, old) == rows(table, new)) }
    #expect(opened.last?.stored == games.last && opened.last?.game.isWon == false)
    let bots = games.filter { !$0.bots.isEmpty }
    #expect(bots.map(\.bots.names.count) == (version < 7 ? [] : [0, 1]))
    #expect(bots.allSatisfy { $0.record.result?.bots == $0.bots })
    // All kinds of games are among them.
    #expect(Set(games.map(\.record.state)) == [.won, .abandoned, .playing])
    let beginnings = games.map(\.beginning)
    #expect(Set(beginnings.map(\.scoring)) == [.classic, .timed])
    #expect(Set(beginnings.map(\.players.count)) == [0, 2, 3])
    #expect(Set(beginnings.map { [$0.daily == nil, $0.isRepeatedDaily, $0.isSeeded] }).count == 4)
    #expect(Set(beginnings.map { $0.deal.theme.pairs[0].isTwoSided }) == [true, false])
    #expect(games.contains { $0.log.contains { $0.kind == .conceal } })
  }

  @Test func aGameGoesOnInIt() throws {
    let directory = try TemporaryDirectory()
    let opened = try OpenedStore(try copy(to: directory))
    let games = try opened.use { tables throws(StoreError) in tables.games }
    let (stored, left) = try #require(opened.last)
    var game = left
    let card = try #require(game.cards.indices.first { game.card($0).state == .down })
    _ = try game.flip(card, at: moment(100_000_000))
    try games.add(try #require(game.log.last), at: game.log.count - 1, to: stored.record.id)
    let again = try #require(try games.last())
    #expect(try Replay.play(again.log, on: try Game(again.beginning)) == game)
    let statistics = try games.statistics(today: DailyDate(day: 20_001))
    #expect(opened.store.settings["scoring"] == "timed")
    #expect(statistics.games == 14 && statistics.streak.current == 2)
  }

  /// Practice as it is stored in a version, saved anew and compared.
  private func practice(_ version: Int) throws -> (Store.Tables, StoredPractice, Trainer) {
    let directory = try TemporaryDirectory()
    let old = try Store.Tables(path: try copy(version, to: directory) + "/memorize.sqlite")
    if try old.settings.all()[.schedulesAreOutdated] != nil { try old.practice.followLog() }
    let stored = try old.practice.load(FSRS())
    var trainer = Trainer()
    trainer.reviews.setSchedules(stored.schedules)
    trainer.reviews.setSuspended(stored.suspended)
    trainer.resume(stored.session, isRevealed: stored.isRevealed, at: 0)
    let new = try Store.Tables(path: directory.path("new"))
    try new.practice.saveAgain(stored)
    try new.settings.set(try old.settings.all().mapValues(Optional.some))
    try new.practice.save(try old.practice.pastSessions())
    for table in ["session", "question", "setting", "past_sessions"] {
      #expect(try !rows(table, old).isEmpty && rows(table, old) == rows(table, new), "\(table)")
    }
    // Cards have other numbers in the new database.
    let again = try new.practice.load(FSRS())
    #expect(Set(again.schedules) == Set(stored.schedules) && !stored.schedules.isEmpty)
    #expect(Set(again.suspended) == Set(stored.suspended))
    #expect(again.session == stored.session && stored.session?.responses.isEmpty == false)
    try expectFollowingFromTheLog(old)
    try expectFollowingFromTheLog(new)
    return (old, stored, trainer)
  }

  /// Each kept schedule is what the log makes of its card, and no review is without a schedule.
  private func expectFollowingFromTheLog(_ tables: Store.Tables) throws {
    let kept = try tables.practice.schedules()
    var count = 0
    let rest = try tables.practice.reviews.histories(after: 0, while: { true }) {
      card, direction, history in
      count += 1
      let schedule = history.schedule(FSRS())
      let known = kept[CardDirection(card: card, direction: direction)]
      #expect(schedule?.reviewedAt == known?.reviewedAt && schedule != nil)
      #expect(schedule?.introducedAt == known?.introducedAt)
      #expect(schedule?.reviewedOn == known?.reviewedOn)
      let (one, other) = (schedule?.memory, known?.memory)
      #expect(abs((one?.stability ?? 0) - (other?.stability ?? 1)) < 1e-9)
      #expect(abs((one?.difficulty ?? 0) - (other?.difficulty ?? 1)) < 1e-9)
    }
    #expect(rest == nil && count == kept.count)
  }

  @Test func pastSessionsReadBack() throws {
    let (tables, _, _) = try practice(8)
    let done = SessionsDone(day: 20784, count: 1, daysBefore: 4)
    #expect(try tables.practice.pastSessions() == PastSessions(last: 3, done: done))
  }

  /// Up to version 7 they were texts among the settings.
  @Test(arguments: [
    (["sessions-done": "19676 2"], PastSessions(done: SessionsDone(day: 19676, count: 2))),
    (
      ["practice-session": "12", "unasked-session": "12", "sessions-done": "-3 0 41"],
      PastSessions(
        last: 12, isUnsolicited: true, done: SessionsDone(day: -3, count: 0, daysBefore: 41))
    ),
    (["practice-session": "12", "unasked-session": "11"], PastSessions(last: 12)),
    (["practice-session": "-1", "unasked-session": "x"], PastSessions()),
    (["practice-session": "99999999999999999999", "sessions-done": ""], PastSessions()),
    (["practice-session": "x", "sessions-done": "x"], PastSessions()),
  ])
  func textsOfPastSessionsBecomeARow(texts: [String: String], past: PastSessions) throws {
    #expect(try self.past(texts) == past)
  }

  @Test(arguments: [
    " ", "-1", "24:00", "9223372036854775807", "2147483647 2147483648", "15470 -1", "15470  1",
    "15470 1 -1", "15470 1 2 3", "99999999999999999999999 1", "4294967296 1", "１５４７０ 1",
  ])
  func unusableTextsOfSessionsDoneAreLeftOut(text: String) throws {
    #expect(try past(["sessions-done": text]) == PastSessions())
  }

  /// What a database of version 7 with these settings has of past sessions.
  private func past(_ texts: [String: String]) throws -> PastSessions {
    let directory = try TemporaryDirectory()
    let path = try copy(7, to: directory) + "/memorize.sqlite"
    do {
      let settings = SettingTable(database: try Database(path: path))
      try settings.set(["practice-session": nil, "sessions-done": nil])
      for (name, text) in texts { try settings.set([Setting(rawValue: name): text]) }
    }
    let tables = try Store.Tables(path: path)
    let known = try tables.settings.all()
    #expect(texts.keys.allSatisfy { known[Setting(rawValue: $0)] == nil } && known.count == 9)
    return try tables.practice.pastSessions()
  }

  @Test func standingsOfDecksReadBack() throws {
    let (tables, stored, _) = try practice(10)
    #expect(
      stored.standings == [
        "capitals": DeckStanding(place: 1),
        "guids": DeckStanding(place: 2, addedAt: 1_700_000_000_000_001, isStarted: true),
        "japanese basics": DeckStanding(
          addedAt: 1_700_000_000_000_002, isStarted: true, isSuspended: true),
      ])
    let again = try Store.Tables(path: ":memory:")
    try again.practice.decks.save(stored.standings)
    #expect(try rows("deck", again) == rows("deck", tables))
  }

  @Test func aPendingChangeReadsBack() throws {
    let (tables, stored, _) = try practice(6)
    let card = try #require(stored.suspended.first)
    let record = try #require(try tables.practice.cards.record(of: card))
    #expect(
      try tables.practice.changes.pending() == [
        CardChange(
          of: record.id, from: .side(deck: "capitals", first: "gallia"), to: card, front: "France",
          pronunciation: "")
      ])
  }

  @Test func theLogOfReviewsReadsBack() throws {
    let (old, stored, trainer) = try practice(4)
    #expect(stored.suspended == [.side(deck: "capitals", first: "france")])
    let rows = try old.practice.reviews.rows(after: 0, limit: 5000)
    #expect(
      rows.contains { $0.logged.review.rating == nil }
        && rows.contains { $0.logged.review.took == 4321 })
    #expect(trainer.question != nil)
  }

  /// An answer given before the migration can still be undone, as if it had never been given.
  @Test(arguments: [2, 3])
  func anAnswerGivenBeforeIsUndone(version: Int) throws {
    let directory = try TemporaryDirectory()
    let tables = try Store.Tables(path: try copy(version, to: directory) + "/memorize.sqlite")
    try tables.practice.followLog()
    let stored = try tables.practice.load(FSRS())
    var trainer = Trainer()
    trainer.reviews.setSchedules(stored.schedules)
    trainer.resume(stored.session, at: 0)
    let changes = stored.session?.responses.compactMap(\.change) ?? []
    #expect(!changes.isEmpty)
    while let response = trainer.session?.responses.last {
      let step = try trainer.undo(at: 0)
      try tables.practice.save(step, revision: 1, lastDeck: nil)
      guard let change = response.change else { continue }
      #expect(trainer.reviews.schedule(of: change.card, change.direction) == change.before)
      try expectFollowingFromTheLog(tables)
    }
    let left = try tables.practice.load(FSRS()).schedules
    #expect(Set(left) == Set(trainer.reviews.schedules))
  }

  @Test(arguments: 1...Schema.version)
  func itsLogSaysWhatIsStored(version: Int) throws {
    let directory = try TemporaryDirectory()
    let tables = try Store.Tables(path: try copy(version, to: directory) + "/memorize.sqlite")
    try tables.practice.followLog()
    let outcome = try outcome(of: try tables.log.events(after: 0))
    try expectEqual(outcome, tables, FSRS())
    #expect(outcome.games.count == 13 && outcome.histories.isEmpty == (version == 1))
    #expect(outcome.suspended.isEmpty == (version < 4))
    #expect(outcome.standings.isEmpty == (version < 10))
  }

  /// Imports that came in another order than they were made must not change places when they get
  /// numbers, nor must a clock that was wrong once move what follows to the year 9999.
  @Test func importsKeepTheirTimesWhenTheyGetNumbers() throws {
    let directory = try TemporaryDirectory()
    let path = try copy(10, to: directory) + "/memorize.sqlite"
    try Database(path: path).execute(
      """
      DELETE FROM response; DELETE FROM review;
      INSERT INTO card (id, deck, side, added_at) VALUES (77, '', 'imported', 1);
      INSERT INTO review (at, rating, card, direction, mode, took, day)
        SELECT column1 * 86400000000, 3, 77, 'forward', column2, 1, column1
        FROM (VALUES (17010, 'imported'), (17020, 'imported'), (17001, 'imported'),
          (17030, 'choices'), (2932532, 'choices'), (17005, 'imported'), (17040, 'choices'));
      """)
    let tables = try Store.Tables(path: path)
    let history = try tables.practice.reviews.history(of: 77, .forward)
    #expect(history.rows.map(\.day) == [17001, 17005, 17010, 17020, 17030, 2_932_532, 17040])
    #expect(try tables.log.events(after: 0).allSatisfy { $0.stamp < 4_000_000_000_000_000 })
  }

  /// Of a card that a session asked twice, the first answer was taken for an earlier schedule too.
  @Test func aCardThatWasAskedTwiceBeforeCountsOnce() throws {
    let directory = try TemporaryDirectory()
    let path = try copy(3, to: directory) + "/memorize.sqlite"
    try Database(path: path).execute(
      """
      DELETE FROM response; DELETE FROM review; DELETE FROM schedule;
      UPDATE question SET direction = 'forward', card_deck = 'capitals', card_side = 'france'
        WHERE number <= 2;
      INSERT INTO review (at, rating, elapsed) VALUES
        (1700000000000000, 3, NULL), (1700000001000000, 3, 0);
      INSERT INTO response VALUES
        (1, 1, 1, 1700000000000000, 0, 3, NULL, NULL, NULL, NULL),
        (2, 2, 1, 1700000001000000, 0, 3, 2.3065, 2.118103970459015, 1700000000000000,
          1700000000000000);
      INSERT INTO schedule VALUES ('capitals', 'france', 'forward', 2.3065, 2.118103970459015,
        1700000000000000, 1700000001000000);
      """)
    let tables = try Store.Tables(path: path)
    #expect(try columns("SELECT mode FROM review", 1, of: tables.database).count == 2)
    let stored = try tables.practice.load(FSRS())
    let changes = stored.session?.responses.compactMap(\.change) ?? []
    #expect(changes.map(\.before) == [nil, changes.first?.after])
  }

  @Test func aSessionOverAllDecksReadsBack() throws {
    let (_, stored, trainer) = try practice(3)
    #expect(stored.lastDeck == "Guids" && stored.session?.options.deck == nil)
    #expect(stored.session?.responses.count == 3 && trainer.question?.text == "今日")
    let questions = try #require(stored.session?.questions)
    #expect(Set(questions.map(\.direction)) == [.forward, .backward])
    #expect(Set(questions.map(\.deck)) == [Deck.japaneseBasics.name, "Capitals"])
  }

  @Test func practiceReadsBackAndGoesOn() throws {
    var (old, stored, trainer) = try practice(2)
    #expect(try rows("schedule", old).count == 15)
    #expect(stored.lastDeck == stored.session?.options.deck)
    #expect(Set(stored.session?.questions.map(\.deck) ?? []) == ["Guids"])
    // Two columns exchanged both ways would come back the same.
    let schedule = try #require(
      stored.schedules.first { $0.card == .guid("guid-2") && $0.direction == .forward }?.schedule)
    #expect(schedule.memory.stability == 0.6368506992409603)
    #expect(schedule.memory.difficulty == 7.394502741279718)
    #expect(schedule.introducedAt == 1_700_259_201_234_568)
    #expect(schedule.reviewedAt == 1_700_518_411_111_105)
    let question = try #require(trainer.session?.questions.first)
    #expect(question.text == "answer 3" && question.answers == ["side 3"])
    #expect(question.card == .guid("guid-3") && question.pronunciation.isEmpty)
    let calendar = LocalCalendar { _ in 0 }.starting(at: .usualDayStart)
    let logged = try columns(
      "SELECT at, rating, elapsed FROM review WHERE rating > 0", 3, of: old.database)
    var retention: [Int: Retention] = [:]
    for row in logged {
      let day = calendar.day(of: try #require(UInt64(row[0])))
      let rating = try #require(Int(row[1]).flatMap(Rating.init(rawValue:)))
      retention[day, default: Retention()].add(rating, after: Int(row[2]))
    }
    #expect(
      try old.practice.reviews.retention(since: 0)
        == retention.filter { $0.value.reviewed > 0 })
    #expect(logged.count == 18)
    // The session goes on: an answer was revealed and awaits its grade.
    let number = try #require(trainer.question?.number)
    let step = try trainer.grade(number, .good, PracticeSettings(), at: 1_701_400_000_000_000)
    #expect(step.given?.isCorrect == true && step.schedule != nil)
  }

  @Test(arguments: 1...Schema.version)
  func itsSchemaIsThatOfToday(version: Int) throws {
    func schema(_ path: String) throws -> [[String]] {
      let database = try Database(path: path)
      let pragmas = ["PRAGMA user_version", "PRAGMA application_id"]
      return try columns(
        "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name", of: database)
        + pragmas.flatMap { try columns($0, 1, of: database) }
    }
    let directory = try TemporaryDirectory()
    let path = try copy(version, to: directory) + "/memorize.sqlite"
    _ = try Store.Tables(path: directory.path("new"))
    let today = try schema(directory.path("new"))
    #expect(today.count > 5)
    // As it was written, and after opening: a migrated database equals a new one.
    if Schema.version == version { #expect(try schema(path) == today) }
    _ = try Store.Tables(path: path)
    #expect(try schema(path) == today)
  }
}
