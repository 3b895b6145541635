import CellDrawing
import MemoryGame
import PlainText
import Practice

// What the pages say, on a screen and in a picture.
extension StatisticsReport {
  func heatMap(_ days: ReviewDays) -> HeatMap {
    HeatMap(days.answers, today: today, firstWeekday: firstWeekday) { DailyDate(day: $0).month }
  }

  func yearTexts(_ days: ReviewDays) -> [String] {
    let (current, longest) = days.streaks(on: today)
    let practiced = days.answers.filter { $0.key > today - 365 && $0.key <= today }
    let answers = practiced.values.reduce(0, +)
    let mean = practiced.isEmpty ? 0 : (answers + practiced.count / 2) / practiced.count
    return [
      plural(
        current, one: "answers on 1 day in a row, longest \(longest)",
        other: "answers on \(current) days in a row, longest \(longest)"),
      plural(
        practiced.count, one: "\(answers) answers on 1 day of the last year",
        other: "\(answers) answers on \(practiced.count) days of the last year"),
      plural(mean, one: "1 answer on such a day", other: "\(mean) answers on such a day"),
    ]
  }

  /// Whether a day, counted from today, lies in a planned break.
  func isBreak(_ ahead: Int) -> Bool { settings.plan.breakEnd(on: today + ahead) != nil }

  /// Below the bars of the days ahead.
  func aheadLabels(_ cards: CardsNow, _ symbols: Symbols) -> [String] {
    cards.ahead.indices.map {
      isBreak($0) ? symbols.times : $0 == 0 ? "today" : $0 % 7 == 0 ? "+\($0)" : ""
    }
  }

  func aheadTexts(_ cards: CardsNow, _ symbols: Symbols) -> [String] {
    let (today, sum) = (cards.ahead.first ?? 0, cards.ahead.dropFirst().reduce(0, +))
    let days = cards.ahead.count - 1
    return [
      "\(today) due today, \(sum) on the next \(days) days, \(cards.later) later", backlog ?? "",
      cards.ahead.indices.contains(where: isBreak) ? "\(symbols.times) in a break" : "",
    ].filter { !$0.isEmpty }
  }

  static func recallTexts(_ asked: Double) -> [String] {
    [
      "asked for: \(asked.percent)",
      "First answers of a day; young: less than \(PastReviews.matureInterval) days apart.",
    ]
  }

  struct Histogram {
    let title: String
    let labels: [String]
    let values: [Int]
  }

  static func histograms(_ cards: CardsNow) -> [Histogram] {
    [
      Histogram(
        title: "Stability in days, from", labels: CardsNow.stabilities.map(String.init),
        values: cards.byStability),
      Histogram(
        title: "Difficulty, from", labels: CardsNow.difficulties.map(String.init),
        values: cards.byDifficulty),
      Histogram(
        title: "Retrievability in percent, from", labels: CardsNow.chances.map(String.init),
        values: cards.byChance),
    ]
  }

  static func medians(_ past: PastReviews) -> [(rating: String, time: String)] {
    Rating.allCases.compactMap { rating in
      past.medians[rating].map { (rating.name, (Double($0) / 1_000).tenths + " s") }
    }
  }
}

extension PastReviews.Span {
  var title: String {
    switch self {
    case .month: "month"
    case .year: "year"
    case .all: "ever"
    }
  }
}

extension PastReviews.Group {
  var title: String {
    switch self {
    case .onTime: "on time"
    case .late: "late"
    case .early: "early"
    case .young: "young"
    case .mature: "mature"
    case .all: "all"
    }
  }
}

extension Retention {
  /// Nil without reviews.
  var share: Double? { reviewed > 0 ? Double(recalled) / Double(reviewed) : nil }
}

extension Double {
  /// A share: `91.2%`.
  var percent: String { (self * 100).tenths + "%" }
}
