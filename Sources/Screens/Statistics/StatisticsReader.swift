import DBus
import EventLoop
import MemorizeBus
import Practice

/// Reads the log and the cards in portions, between which the service answers others, and computes
/// the pages from them here.
package final class StatisticsReader {
  /// What the service answers in some ten milliseconds, so that nobody waits for it.
  private static let rowsAtOnce: UInt32 = 2_000
  private static let cardsAtOnce: UInt32 = 100

  private let connection: ServiceConnection
  private let deck: String?
  /// Gets what is known after each portion.
  private let publish: (Result<StatisticsReport, ProgramError>) -> Void
  private var settings = UserSettings()
  private var calendar = SystemCalendar.current
  private var report: StatisticsReport?
  private var log: [LoggedReview] = []
  /// The cards of the decks, once each.
  private var cards: [UInt64: CardSummary] = [:]

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
      if let deck = reader.deck {
        reader.readCards(of: [deck]) { $0.readLog(after: 0) }
      } else {
        reader.readLog(after: 0)
      }
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
      where reader.deck == nil || reader.cards[row.review.card] != nil {
        reader.log.append(row)
        reader.report?.days.add(row)
      }
      if rows.count == size {
        reader.show()
        reader.readLog(after: next)
      } else {
        reader.summarizeLog()
      }
    }
  }

  private func summarizeLog() {
    guard let today = report?.today else { return }
    report?.past = PastReviews(log, today: today, settings.fsrs, calendar)
    log = []
    guard deck == nil else { return summarizeCards() }
    show()
    ask({ $0.call(PracticeContract.decks, completion: $1) }) { reader, decks in
      // A deck of which nothing was answered has none that is remembered.
      let names = decks.filter { !$0.isSuspended && $0.unseen < $0.cards }.map(\.name)
      reader.readCards(of: names) { $0.summarizeCards() }
    }
  }

  private func readCards(
    of decks: [String], from offset: UInt32 = 0, then: @escaping (StatisticsReader) -> Void
  ) {
    guard let deck = decks.first else { return then(self) }
    let size = Self.cardsAtOnce
    ask({ $0.call(DecksContract.cards, deck, offset, size, completion: $1) }) { reader, page in
      for card in page { reader.cards[card.id] = card }
      guard page.count <= size, Int(offset) <= Deck.maximumCards else { return reader.fail() }
      if page.count == size {
        reader.readCards(of: decks, from: offset + size, then: then)
      } else {
        reader.readCards(of: Array(decks.dropFirst()), then: then)
      }
    }
  }

  private func summarizeCards() {
    guard let today = report?.today, let past = report?.past else { return }
    var now = CardsNow(today: today, settings.fsrs)
    for card in cards.values where !card.isSuspended {
      for (direction, memory) in [(Direction.forward, card.forward), (.backward, card.backward)] {
        guard let memory, let day = past.lastDays[.init(card: card.id, direction: direction)],
          let state = MemoryState(stability: memory.stability, difficulty: memory.difficulty)
        else { continue }
        now.add(state, due: calendar.day(of: memory.due), reviewedOn: day)
      }
    }
    report?.cards = now
    cards = [:]
    show()
  }

  private func show() { if let report { publish(.success(report)) } }

  private func fail() {
    publish(.failure(connection.explain(.incompleteReply, asksVersion: false)))
  }
}
