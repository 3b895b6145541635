import CellDrawing
import DBus
package import MemorizeBus
import MemoryGame
package import Practice

/// What the pages of statistics show, as far as it has been read.
package struct StatisticsReport {
  /// Empty for all decks.
  package let deck: String
  /// The local day, counted from 1970-01-01.
  package let today: Int
  /// What was asked for, as a share.
  package let retention: Double
  /// From 0, Sunday.
  let firstWeekday: Int
  /// The settings of practice, with its breaks.
  package var settings = PracticeSettings()
  /// In a row with a finished session, of all decks.
  package var sessionStreak: UInt32 = 0
  /// How a backlog of all decks will be worked off; nil if there is none.
  package var backlog: String?
  /// Nil until they were read.
  package var days: ReviewDays?
  /// Nil until the whole log was read.
  package var past: PastReviews?
  /// Nil until all cards were read.
  package var cards: CardsNow?

  package init(
    deck: String, today: Int, retention: Double, firstWeekday: Int = Weekday.firstOfLocale
  ) {
    (self.deck, self.today, self.retention) = (deck, today, retention)
    self.firstWeekday = firstWeekday
  }

  package var isComplete: Bool { cards != nil }

  var answers: Int { days?.answers.values.reduce(0, +) ?? 0 }

  static func date(_ day: Int) -> String { DailyDate(day: day).text }
}

extension PracticeStatistics {
  /// The same of one deck.
  package init(_ report: StatisticsReport) {
    self.init()
    let all = report.past?[.all, .all] ?? Retention()
    answers = UInt32(clamping: report.answers)
    (reviewed, recalled) = (UInt32(clamping: all.reviewed), UInt32(clamping: all.recalled))
    retrievability = report.cards?.meanChance ?? -1
    ahead = (report.cards?.ahead ?? []).map { UInt32(clamping: $0) }
    streak = report.sessionStreak
    let past = report.past?.days ?? [:]
    days = past.filter { $0.key > report.today - Self.coveredDays }.sorted { $0.key < $1.key }.map {
      .init(
        StatisticsReport.date($0), UInt32(clamping: $1.reviewed), UInt32(clamping: $1.recalled))
    }
  }
}

// Every number of every page.
extension StatisticsReport {
  /// Adds them to an object.
  package func added(to json: JSON) -> JSON {
    json.with("year", days.map(year)).with("forecast", cards.map(forecast))
      .with("retention", past.map(remembered)).with("cards", cards.map(memory))
      .with("times", past.map(times))
  }

  private func year(_ days: ReviewDays) -> JSON {
    let streaks = days.streaks(on: today)
    return [
      "today": .string(Self.date(today)), "streak": .integer(streaks.current),
      "longest_streak": .integer(streaks.longest),
      "days": .array(
        days.answers.sorted { $0.key < $1.key }.map {
          ["date": .string(Self.date($0)), "answers": .integer($1)]
        }),
    ]
  }

  private func forecast(_ cards: CardsNow) -> JSON {
    [
      "days": .array(
        cards.ahead.enumerated().map {
          [
            "date": .string(Self.date(today + $0)), "due": .integer($1),
            "break": .boolean(isBreak($0)),
          ]
        }), "later": .integer(cards.later),
    ]
  }

  private func remembered(_ past: PastReviews) -> JSON {
    [
      "asked": .real(retention),
      "reviews": .array(
        PastReviews.Span.allCases.flatMap { span in
          PastReviews.Group.allCases.map { group in
            [
              "span": .string(span.rawValue), "group": .string(group.rawValue),
              "reviewed": .integer(past[group, span].reviewed),
              "recalled": .integer(past[group, span].recalled),
            ]
          }
        }),
    ]
  }

  private func memory(_ cards: CardsNow) -> JSON {
    func ranges(_ bounds: [Int], _ counts: [Int]) -> JSON {
      .array(zip(bounds, counts).map { ["from": .integer($0), "cards": .integer($1)] })
    }
    return [
      "stability": ranges(CardsNow.stabilities, cards.byStability),
      "difficulty": ranges(CardsNow.difficulties, cards.byDifficulty),
      "retrievability": ranges(CardsNow.chances, cards.byChance),
    ]
  }

  private func times(_ past: PastReviews) -> JSON {
    [
      "ratings": .array(
        Rating.allCases.compactMap { rating in
          past.medians[rating].map {
            ["rating": .string(rating.name), "milliseconds": .integer($0)]
          }
        }),
      "hours": .array(
        past.hours.enumerated().map {
          [
            "hour": .integer($0), "answers": .integer($1.answers),
            "reviewed": .integer($1.retention.reviewed),
            "recalled": .integer($1.retention.recalled),
          ]
        }),
    ]
  }
}
