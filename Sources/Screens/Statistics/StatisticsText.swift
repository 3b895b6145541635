import CellDrawing
import MemoryGame
import PlainText
import Practice
import Translation

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
      // Translators: {longest} days were the longest such row.
      tr(
        current, "answers on 1 day in a row, longest {longest}",
        "answers on {n} days in a row, longest {longest}", ["longest": longest]),
      tr(
        practiced.count, "{answers} answers on 1 day of the last year",
        "{answers} answers on {n} days of the last year", ["answers": answers]),
      // Translators: the mean of the days of the last year with answers.
      tr(mean, "1 answer on such a day", "{n} answers on such a day"),
    ]
  }

  /// Whether a day, counted from today, lies in a planned break.
  func isBreak(_ ahead: Int) -> Bool { settings.plan.breakEnd(on: today + ahead) != nil }

  /// Below the bars of the days ahead.
  func aheadLabels(_ cards: CardsNow, _ symbols: Symbols) -> [String] {
    // Translators: below the first bar of a chart.
    let today = tr("today", context: "chart")
    return cards.ahead.indices.map {
      isBreak($0) ? symbols.times : $0 == 0 ? today : $0 % 7 == 0 ? "+\($0)" : ""
    }
  }

  func aheadTexts(_ cards: CardsNow, _ symbols: Symbols) -> [String] {
    let (today, sum) = (cards.ahead.first ?? 0, cards.ahead.dropFirst().reduce(0, +))
    let days = cards.ahead.count - 1
    return [
      // Translators: numbers of cards.
      tr(
        days, "{today} due today, {sum} on the next day, {later} later",
        "{today} due today, {sum} on the next {n} days, {later} later",
        ["today": today, "sum": sum, "later": cards.later]),
      backlog ?? "",
      cards.ahead.indices.contains(where: isBreak) ? StatisticsText.sign(ofBreak: symbols) : "",
    ].filter { !$0.isEmpty }
  }

  static func recallTexts(_ asked: Double) -> [String] {
    [
      // Translators: the share of answers that the user wants to remember.
      tr("asked for: {share}", ["share": asked.percentText]),
      // Translators: below a table; “young” is the name of one of its rows.
      tr(
        PastReviews.matureInterval,
        "First answers of a day; young: less than 1 day apart.",
        "First answers of a day; young: less than {n} days apart."),
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
        // Translators: above a chart of numbers of cards, whose bars begin at the numbers below them.
        title: tr("Stability in days, from"), labels: CardsNow.stabilities.map(String.init),
        values: cards.byStability),
      Histogram(
        title: tr("Difficulty, from"), labels: CardsNow.difficulties.map(String.init),
        values: cards.byDifficulty),
      Histogram(
        title: tr("Retrievability in percent, from"), labels: CardsNow.chances.map(String.init),
        values: cards.byChance),
    ]
  }

  /// `again 4.2 s`, for each grade with answers.
  static func medians(_ past: PastReviews) -> [String] {
    Rating.allCases.compactMap { rating in
      past.medians[rating].map {
        // Translators: seconds.
        let time = tr("{number} s", ["number": (Double($0) / 1_000).tenthsText])
        return "\(rating.word) \(time)"
      }
    }
  }
}

enum StatisticsText {
  static var noRoom: String { tr("The screen is too small for this page.") }

  static var nothing: String {
    tr("No card has been answered yet: start with “memorize practice”.")
  }

  static func readingLog(_ symbols: Symbols) -> String {
    // Translators: {ellipsis} is “…”, or “...” in ASCII.
    tr("Reading the log of reviews{ellipsis}", ["ellipsis": symbols.ellipsis])
  }

  static func readingCards(_ symbols: Symbols) -> String {
    // Translators: {ellipsis} is “…”, or “...” in ASCII.
    tr("Reading the cards{ellipsis}", ["ellipsis": symbols.ellipsis])
  }

  /// Beside a share.
  static func beside(_ reviewed: Int) -> String {
    // Translators: short, after a share: “91.2% of 40”.
    tr("of {reviewed}", ["reviewed": reviewed])
  }

  static func share(_ share: Double, of reviewed: Int) -> String {
    // Translators: what share of how many answers: “91.2% of 40”.
    tr("{share} of {reviewed}", ["share": share.percentText, "reviewed": reviewed])
  }

  static func sign(ofBreak symbols: Symbols) -> String {
    // Translators: {sign} stands below the days of a chart that lie in a planned break.
    tr("{sign} in a break", ["sign": symbols.times])
  }

  // Translators: above a list of times, one for each grade.
  static var half: String { tr("Half of the answers came within") }

  static var hours: String { tr("Answers by the hour") }

  static var rememberedHours: String { tr("Remembered by the hour, in percent") }

  static func title(ofDeck deck: String) -> String {
    deck.isEmpty ? tr("Practice", context: "title") : tr("Practice: {deck}", ["deck": deck])
  }

  static func answers(_ answers: Int, on date: String) -> String {
    tr(answers, "{date}: 1 answer", "{date}: {n} answers", ["date": date])
  }

  static func remembered(_ asked: Double) -> String {
    // Translators: above a table; {share} is what the user wants to remember.
    tr("Remembered; asked for: {share}", ["share": asked.percentText])
  }

  static func hours(medians: [String]) -> String {
    // Translators: {medians} are the times within which half of the answers came, by grades.
    tr("Answers by the hour; half within: {medians}", ["medians": medians.listText])
  }
}

extension Rating {
  fileprivate var word: String {
    switch self {
    case .again: tr("again", context: "grade")
    case .hard: tr("hard", context: "grade")
    case .good: tr("good", context: "grade")
    case .easy: tr("easy", context: "grade")
    }
  }
}

extension PastReviews.Span {
  var title: String {
    switch self {
    // Translators: above a column of a table, as the next ones: what was answered in the last month.
    case .month: tr("month", context: "column")
    case .year: tr("year", context: "column")
    case .all: tr("ever", context: "column")
    }
  }
}

extension PastReviews.Group {
  var title: String {
    switch self {
    // Translators: beside a row of a table, as the next ones: answers on the day a card was due.
    case .onTime: tr("on time", context: "answers")
    case .late: tr("late", context: "answers")
    case .early: tr("early", context: "answers")
    // Translators: answers less than 21 days after the one before.
    case .young: tr("young", context: "answers")
    case .mature: tr("mature", context: "answers")
    case .all: tr("all", context: "answers")
    }
  }
}

extension Retention {
  /// Nil without reviews.
  var share: Double? { reviewed > 0 ? Double(recalled) / Double(reviewed) : nil }
}
