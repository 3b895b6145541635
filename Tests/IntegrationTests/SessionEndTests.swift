import DBus
import Foundation
import Practice
import Store
import TestSupport
import Testing

@testable import MemorizeBus
@testable import memorized

/// A session that nobody answers ends by itself, in every view.
@Suite struct SessionEndTests {
  private static let hour: UInt64 = 3_600_000_000
  /// 2026-03-01 12:00 UTC.
  private static let noon: UInt64 = 1_772_366_400_000_000

  private final class Clock {
    var now = SessionEndTests.noon
  }

  /// A forgotten session took practice over, and silenced the questions through the day.
  @Test func itEndsWithoutACall() throws {
    let clock = Clock()
    let fixture = try PracticeFixture(now: { clock.now })
    let practice = fixture.practice
    try practice.start(["questions": .uint32(3)])
    practice.publishChanges()
    #expect(fixture.clock.alarm == Self.noon + Self.hour)
    clock.now += Self.hour / 2
    _ = try practice.reveal(1)
    practice.publishChanges()
    let alarm = try #require(fixture.clock.alarm)
    #expect(alarm == clock.now + Self.hour)
    let before = practice.published.state
    clock.now = alarm
    fixture.clock.ring()
    let after = practice.published.state
    #expect(after.state == "idle" && after.revision == before.revision + 1)
    #expect(after.session == before.session && after.question.isEmpty)
    #expect(throws: BusError.self) { try practice.reveal(1) }
  }

  /// A service that was not running meanwhile ends it with the first look; an answer is no answer.
  @Test func theFirstLookEndsIt() throws {
    let (clock, directory) = (Clock(), try TemporaryDirectory())
    func service() throws -> PracticeFixture {
      try PracticeFixture(in: directory, now: { clock.now })
    }
    var fixture: PracticeFixture? = try service()
    try fixture?.practice.start(["questions": .uint32(3)])
    fixture = nil
    clock.now += Self.hour - 1
    fixture = try service()
    try fixture?.practice.ensureLoaded()
    #expect(fixture?.practice.published.state.state == "asking")
    clock.now += 1
    let refusal = #expect(throws: BusError.self) { try fixture?.practice.answer(1, choice: 0) }
    #expect(refusal?.name == .noSession)
    fixture = nil
    fixture = try service()
    var isRead = false
    fixture?.practice.whenRead { isRead = true }
    #expect(fixture?.loop.waits { isRead } == true)
    #expect(fixture?.practice.published.state.state == "idle")
  }

  /// The last answer of a finished session, taken back hours later, ended it, and was gone.
  @Test func anUndoneEndGoesOn() throws {
    let (clock, directory) = (Clock(), try TemporaryDirectory())
    var fixture: PracticeFixture? = try PracticeFixture(in: directory, now: { clock.now })
    try fixture?.practice.start(["questions": .uint32(1), "mode": .string("recall")])
    _ = try fixture?.practice.reveal(1)
    try fixture?.practice.grade(1, 3)
    clock.now += 5 * Self.hour
    try fixture?.practice.undo()
    fixture?.practice.publishChanges()
    #expect(fixture?.practice.published.state.isInProgress == true)
    // Also for the next service.
    fixture = nil
    clock.now += Self.hour - 1
    fixture = try PracticeFixture(in: directory, now: { clock.now })
    _ = try fixture?.practice.reveal(1)
    try fixture?.practice.grade(1, 4)
    fixture?.practice.publishChanges()
    #expect(fixture?.practice.published.state.isFinished == true)
  }

  /// What is finished has ended already: it stays to be looked at and restarted.
  @Test func aFinishedSessionStays() throws {
    let clock = Clock()
    let fixture = try PracticeFixture(now: { clock.now })
    let practice = fixture.practice
    try practice.start(["questions": .uint32(1), "mode": .string("recall")])
    _ = try practice.reveal(1)
    try practice.grade(1, 3)
    clock.now += 30 * Self.hour
    practice.publishChanges()
    #expect(practice.published.state.isFinished)
    try practice.restart()
    practice.publishChanges()
    #expect(practice.published.state.isInProgress)
  }

  /// The days of reviews made before are those of the time zone of the migration, and all schedules
  /// follow from them.
  @Test(arguments: [("Asia/Tokyo", 9), ("America/Los_Angeles", -8), ("UTC", 0)])
  func anOldDatabaseMovesToDaysOnce(zone: String, hours: Int) throws {
    let old = SourceTree.root.appendingPathComponent("Tests/StoreTests/Stored/version-9.sqlite")
    let user = try UserSession(zone: zone) { files in
      try files.make("state/memorize")
      try FileManager.default.copyItem(
        at: old, to: URL(fileURLWithPath: files.path("state/memorize/memorize.sqlite")))
    }
    let state = try user.practice()
    let rebuilt = try user.rebuild()
    #expect(rebuilt[0] > 10 && rebuilt[1] == 0)
    func logged() throws -> [LoggedReview] {
      let columns = try user.proxy.callAndWait(PracticeContract.reviewColumns, 0, 5000)
      return ReviewColumns(columns).rows.compactMap(\.logged)
    }
    let log = try logged()
    #expect(log.count > 10 && Set(log.map(\.day)).count > 3)
    // None of them was made in summer.
    for row in log {
      #expect(row.day == (Int(row.review.at / 1_000_000) + (hours - 4) * 3600) / 86_400)
    }
    // Another time zone, later, changes nothing of it.
    user.variables["TZ"] = "Pacific/Kiritimati"
    try user.restart()
    #expect(try user.rebuild() == rebuilt)
    #expect(try logged() == log)
    #expect(try user.practice().revision >= state.revision)
  }

  /// The command line names the start of a day that another program's collection has.
  @Test func reviewsHaveTheDayOfTheirPlace() throws {
    let user = try DeckSession(["Words": "#guid column:3\nun\tone\tg1\ndeux\ttwo\tg2\n"])
    // 05:00 UTC of day 19675.
    let review = ForeignReview(
      guid: "g1", direction: "forward", at: 1_699_938_000_000_000, rating: 3, took: 1000)
    #expect(try user.importReviews([review]) == 1)
    #expect(
      try user.proxy.callAndWait(
        DecksContract.importWithDayStart, "06:00", [],
        [ForeignReview(guid: "g2", direction: "forward", at: review.at, rating: 3, took: 1000)])
        == 1)
    let days = try user.proxy.callAndWait(PracticeContract.reviewColumns, 0, 10).6
    #expect(days == [19675, 19674])
    for wrong in ["6", "24:00", "", "06:00:00"] {
      let error = user.refusal {
        _ = try user.proxy.callAndWait(DecksContract.importWithDayStart, wrong, [], [review])
      }
      #expect(error?.name == .invalidArgs && error?.message.contains("HH:MM") == true)
    }
  }
}
