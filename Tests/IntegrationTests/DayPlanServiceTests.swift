import DBus
import Foundation
import MemorizeBus
import Practice
import TestSupport
import Testing

@testable import Store

/// Spread days, breaks and a backlog, with the real daemon.
@Suite(.timeLimit(.minutes(30))) struct DayPlanServiceTests {
  private static let words = (0..<30).map { "word \($0)\tanswer \($0)" }.joined(separator: "\n")

  private func user() throws -> DeckSession {
    try DeckSession(["Words": Self.words + "\n"])
  }

  private func plan(_ days: String, _ user: DeckSession) throws -> (UInt32, UInt32, Double) {
    try user.proxy.callAndWait(PracticeContract.planBreak, days)
  }

  private func set(_ name: MemberName, _ value: Value, _ user: DeckSession) throws {
    try user.set(name, value)
  }

  /// Grades all cards of a session as easy, so that their ranges have days to choose from.
  private func learn(_ user: DeckSession, _ count: UInt32) throws {
    try user.startSession([
      "deck": .string("Words"), "questions": .uint32(count), "mode": .string("recall"),
    ])
    while try user.practice().isInProgress {
      let number = try user.practice().questionNumber
      try user.reveal(number)
      try user.grade(number, 4)
    }
  }

  private func date(_ ahead: Int) throws -> String {
    // A day of practice starts at 04:00.
    let ahead = Date(timeIntervalSinceNow: Double(ahead) * 86_400 - 4 * 3600)
    return String(ahead.formatted(.iso8601.year().month().day()))
  }

  @Test func aNewUserHasSpreadAndTheRowsHoldTheDays() throws {
    let user = try user()
    #expect(try user.settings().isSpread)
    try learn(user, 20)
    let columns = try user.proxy.callAndWait(
      PracticeContract.reviewColumns, UInt64(0), UInt32(100))
    let days = Set(ReviewColumns(columns).rows.compactMap { $0.logged?.chosenDay })
    #expect(days.count >= 2, "20 cards of one day are not all due on one day")
    #expect(try user.rebuild() == [20, 0])
    try user.restart()
    #expect(try user.rebuild() == [20, 0])
    try set("Spread", .boolean(false), user)
    #expect(try user.rebuild() == [20, 0])
  }

  @Test func aBreakIsKeptMovesCardsAndIsRemoved() throws {
    let user = try user()
    try learn(user, 20)
    let ahead = try user.practiceStatistics()["ahead"].flatMap { [UInt32](exactly: $0) } ?? []
    let busiest = try #require(ahead.indices.max { ahead[$0] < ahead[$1] })
    let day = try date(busiest)
    let (moved, left, lost) = try plan(day, user)
    #expect(moved == ahead[busiest] && left == 0 && lost == 0)
    #expect(try user.practice().breaks == ["\(day)..\(day)"])
    try user.restart()
    #expect(try user.practice().breaks == ["\(day)..\(day)"])
    let after = try user.practiceStatistics()["ahead"].flatMap { [UInt32](exactly: $0) } ?? []
    #expect(after[busiest] == 0 && after.reduce(0, +) == ahead.reduce(0, +))
    #expect(try user.rebuild() == [20, 0])
    // Once more, it goes on where it was interrupted.
    #expect(try plan(day, user) == (0, 0, 0))
    let week = try date(busiest + 7)
    let refusals = [
      "\(day)..\(week)", "2020-01-01", "2099-01-02..2099-01-01", "2099-01-01..2100-02-01", "x", "",
    ]
    for text in refusals {
      #expect(try user.refusalName { _ = try plan(text, user) } == "InvalidArgs", "\(text)")
    }
    #expect(
      try user.refusalName { _ = try user.proxy.callAndWait(PracticeContract.removeBreak, "x") }
        == "InvalidArgs")
    _ = try user.proxy.callAndWait(PracticeContract.removeBreak, "\(day)..\(day)")
    #expect(try user.practice().breaks.isEmpty)
  }

  /// An undo after a break was planned brings back the day that the break has chosen.
  @Test func anUndoAfterABreakAgreesWithTheLog() throws {
    let user = try user()
    try learn(user, 20)
    // Answered again on the same day, and taken back.
    try user.startSession([
      "deck": .string("Words"), "questions": .uint32(5), "mode": .string("recall"),
    ])
    try user.reveal(1)
    try user.grade(1, 3)
    let last = Date(timeIntervalSinceNow: 30 * 86_400)
    let end = last.formatted(.iso8601.year().month().day())
    _ = try plan("\(try date(4))..\(end)", user)
    try user.undo()
    #expect(try user.rebuild() == [20, 0])
    try user.restart()
    #expect(try user.rebuild() == [20, 0])
  }

  /// With another retention all cards of equal intervals fell due on one day of a simulation.
  @Test func readSchedulesKeepApartUnderAnotherRetention() throws {
    let memory = try #require(MemoryState(stability: 50, difficulty: 5))
    let rows = (1...40).map { (card: UInt64) in
      ScheduleColumns.Row(
        key: CardDirection(card: card, direction: .forward),
        schedule: Schedule(memory: memory, introducedAt: 1, reviewedAt: 1, reviewedOn: 20_000),
        isAsked: true)
    }
    let read = ScheduleColumns(ScheduleColumns(rows, next: 0, FSRS()).wire).rows
    #expect(read.count == 40 && read.allSatisfy { FSRS().dueDay(of: $0.schedule) == 20_050 })
    let other = FSRS(retention: 0.8)
    #expect(Set(read.map { other.dueDay(of: $0.schedule) }).count > 5)
  }

  @Test func unusableDaysAreRefused() throws {
    let user = try user()
    for value in [["sat"], ["sat=2"], ["sat=-1"], ["samedi=0"], ["\u{0}"]] {
      #expect(
        try user.refusalName { try set("EasyDays", value.asValue, user) } == "InvalidArgs",
        "\(value)")
    }
    let all = ["mon", "tue", "wed", "thu", "fri", "sat", "sun=0"]
    #expect(try user.refusalName { try set("EasyDays", all.asValue, user) } == "InvalidArgs")
    try set("EasyDays", ["sat", "sun=0.5"].asValue, user)
    #expect(try user.settings().easyDays == ["sat", "sun=0.5"])
    try user.restart()
    #expect(try user.settings().easyDays == ["sat", "sun=0.5"])
    #expect(try user.refusalName { try set("MostReviews", .uint32(10_001), user) } == "InvalidArgs")
  }

  @Test func aBacklogHasAnEnd() throws {
    let user = try user()
    try learn(user, 20)
    try user.restart {
      let database = try Database(path: user.state + "/memorize.sqlite")
      // All of it was 60 days earlier.
      for column in ["at", "day", "chosen_day"] {
        let days = column == "at" ? "5184000000000" : "60"
        try database.execute("UPDATE review SET \(column) = \(column) - \(days)")
      }
      try database.execute(
        """
        UPDATE schedule SET introduced_at = introduced_at - 5184000000000,
          reviewed_at = reviewed_at - 5184000000000, reviewed_on = reviewed_on - 60,
          chosen_day = chosen_day - 60
        """)
    }
    #expect(try user.rebuild() == [20, 0])
    #expect(try user.practice().due == 20 && user.practice().new == 10)
    let none = try user.proxy.callAndWait(PracticeContract.backlog)
    #expect(none == (20, 0, ""))
    try set("MostReviews", .uint32(8), user)
    #expect(try user.practice().waiting == 12 && user.practice().ready == 8)
    #expect(try user.practice().new == 0)
    let (today, waiting, done) = try user.proxy.callAndWait(PracticeContract.backlog)
    #expect(today == 8 && waiting == 12)
    #expect(try [date(2), date(3)].contains(done), "\(done)")
    try user.startSession(["due": .boolean(true), "questions": .uint32(0)])
    #expect(try user.practice().questions == 8)
  }

  /// An answer that came between two parts of planning a break was lost from the schedule.
  @Test func anAnswerMeanwhileStays() throws {
    let words = (0..<1200).map { "word \($0)\tanswer \($0)" }.joined(separator: "\n")
    let user = try DeckSession(["Words": words + "\n"])
    try learn(user, 20)
    try user.restart {
      // All cards of the deck are known, and due on one day.
      let database = try Database(path: user.state + "/memorize.sqlite")
      try database.execute(
        """
        WITH RECURSIVE n(i) AS (SELECT 20 UNION ALL SELECT i + 1 FROM n WHERE i < 1199)
        INSERT INTO card (id, deck, side, added_at) SELECT i + 1, 'words', 'word ' || i, 1 FROM n
        WHERE NOT EXISTS (SELECT 1 FROM card WHERE side = 'word ' || i);
        INSERT INTO review (at, rating, card, direction, mode, took, day)
          SELECT (SELECT max(at) FROM review), 4, id, 'forward', 'recall', 1,
            (SELECT max(day) FROM review) FROM card WHERE id NOT IN (
              SELECT card FROM review WHERE card IS NOT NULL);
        """)
    }
    _ = try user.proxy.callAndWait(PracticeContract.rebuild, false)
    try user.startSession([
      "deck": .string("Words"), "questions": .uint32(20), "mode": .string("recall"),
    ])
    let ahead = try user.practiceStatistics()["ahead"].flatMap { [UInt32](exactly: $0) } ?? []
    let busiest = try #require(ahead.indices.max { ahead[$0] < ahead[$1] })
    var moved: UInt32?
    user.proxy.call(PracticeContract.planBreak, try date(busiest)) { moved = try? $0.get().0 }
    while try user.practice().isInProgress {
      let number = try user.practice().questionNumber
      try user.reveal(number)
      try user.grade(number, 3)
    }
    #expect(user.connection.loop.waits { moved != nil })
    #expect(moved.map { $0 > 500 } == true)
    #expect(try user.rebuild()[1] == 0)
    try user.restart()
    #expect(try user.rebuild()[1] == 0)
  }
}
