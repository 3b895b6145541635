import DBus
import EventLoop
import MemorizeBus
import MemorizeText
import Practice

/// Reads the log and the cards in portions, between which the service answers others, and computes
/// the pages from them here.
package final class StatisticsReader {
  /// What the service answers in some ten milliseconds, so that nobody waits for it.
  private static let rowsAtOnce: UInt32 = 2_000

  private let connection: ServiceConnection
  private let deck: String?
  /// Gets what is known so far.
  private let publish: (Result<StatisticsReport, ProgramError>) -> Void
  private var settings = UserSettings()
  private var calendar = SystemCalendar.current
  private var report: StatisticsReport?
  private var log: [LoggedReview] = []
  /// Of the cards of the deck, or of all.
  private var schedules: [ScheduleColumns.Row] = []
  /// Of the deck, if there is one.
  private var cards: Set<UInt64> = []

  package init(
    _ connection: ServiceConnection, deck: String? = nil,
    publish: @escaping (Result<StatisticsReport, ProgramError>) -> Void
  ) {
    (self.connection, self.deck, self.publish) = (connection, deck, publish)
  }

  /// Reads all of it, and waits.
  package static func read(
    over connection: ServiceConnection, deck: String?
  ) throws -> StatisticsReport {
    var result: Result<StatisticsReport, ProgramError>?
    let reader = StatisticsReader(connection, deck: deck) {
      if (try? $0.get())?.isComplete != false { result = $0 }
    }
    reader.start()
    connection.run { result != nil }
    guard let result else { preconditionFailure("statistics that were not completed") }
    return try result.get()
  }

  package func start() {
    ask({ $0.state(of: SettingsContract.self, completion: $1) }) { reader, settings in
      reader.settings = settings
      reader.calendar = SystemCalendar.current.starting(
        at: ClockTime(settings.dayStart) ?? .usualDayStart)
      reader.report = StatisticsReport(
        deck: reader.deck ?? "", today: reader.calendar.day(of: WallClock.microseconds),
        retention: settings.retention)
      if reader.deck == nil { reader.readDays() } else { reader.readPractice() }
    }
  }

  /// The days of all decks are counted by the service: the log takes longer.
  private func readDays() {
    ask({ $0.call(PracticeContract.reviewDays, completion: $1) }) { reader, columns in
      let days = zip(columns.0, columns.1).map { (Int($0), Int($1)) }
      reader.report?.days = ReviewDays(Dictionary(days) { $0 + $1 })
      reader.show()
      reader.readPractice()
    }
  }

  private func readPractice() {
    ask({ $0.state(of: PracticeContract.self, completion: $1) }) { reader, practice in
      reader.report?.settings = reader.settings.practice(breaks: practice.breaks)
      reader.report?.sessionStreak = practice.streak
      if practice.waiting > 0, reader.deck == nil { return reader.readBacklog() }
      reader.readCards()
    }
  }

  private func readBacklog() {
    ask({ $0.call(PracticeContract.backlog, completion: $1) }) { reader, backlog in
      reader.report?.backlog = PracticeState.backlogText(
        today: backlog.0, waiting: backlog.1, done: backlog.2)
      reader.readCards()
    }
  }

  private func readCards() {
    guard let deck else { return readLog(after: 0) }
    readSchedules(of: deck) {
      $0.cards = Set($0.schedules.map(\.key.card))
      $0.readLog(after: 0)
    }
  }

  private func ask<T>(
    _ call: ServiceConnection.Call<T>, then: @escaping (StatisticsReader, T) -> Void
  ) {
    connection.request(call) { [weak self] answer in
      guard let self else { return }
      switch answer {
      case .success(let value): then(self, value)
      case .failure(let error): publish(.failure(error))
      }
    }
  }

  private func readLog(after last: UInt64) {
    let size = Self.rowsAtOnce
    ask({ $0.call(PracticeContract.reviewColumns, last, size, completion: $1) }) { reader, wire in
      let rows = ReviewColumns(wire).rows
      let next = rows.last?.id ?? last
      // A faulty service would be asked for ever.
      guard rows.isEmpty || next > last, rows.count <= size else { return reader.fail() }
      for row in rows.compactMap(\.logged)
      where reader.deck == nil || reader.cards.contains(row.review.card) {
        reader.log.append(row)
      }
      if rows.count == size {
        reader.readLog(after: next)
      } else {
        reader.summarizeLog()
      }
    }
  }

  private func summarizeLog() {
    guard let today = report?.today else { return }
    if deck != nil {
      var days = ReviewDays()
      for row in log { days.add(row) }
      report?.days = days
    }
    report?.past = PastReviews(log, today: today, settings.fsrs, calendar)
    log = []
    guard deck == nil else { return summarizeCards() }
    show()
    readSchedules(of: "") { $0.summarizeCards() }
  }

  private func readSchedules(
    of deck: String, after last: UInt64 = 0, then: @escaping (StatisticsReader) -> Void
  ) {
    let size = Self.rowsAtOnce
    ask({ $0.call(PracticeContract.schedules, deck, last, size, completion: $1) }) { reader, wire in
      let columns = ScheduleColumns(wire)
      reader.schedules += columns.rows
      if columns.next == 0 { return then(reader) }
      // A faulty service would be asked for ever.
      guard columns.next > last else { return reader.fail() }
      reader.readSchedules(of: deck, after: columns.next, then: then)
    }
  }

  private func summarizeCards() {
    guard let today = report?.today else { return }
    var now = CardsNow(today: today, settings.fsrs)
    for row in schedules where row.isAsked {
      now.add(row.schedule, due: settings.fsrs.dueDay(of: row.schedule))
    }
    report?.cards = now
    schedules = []
    show()
  }

  private func show() { if let report { publish(.success(report)) } }

  private func fail() {
    publish(.failure(connection.explain(.incompleteReply, asksVersion: false)))
  }
}
