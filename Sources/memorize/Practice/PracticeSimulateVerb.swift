import ArgumentParser
import CellDrawing
import DBus
import EventLoop
import MemorizeBus
import MemoryGame
import PlainText
import Practice
import Screens
import TerminalKit
import Translation

struct PracticeSimulateVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "simulate", abstract: "Show what practice would be like with other settings.",
    discussion: """
      Play the days to come with your cards, parameters, settings and planned breaks, the shares of \
      your grades and the times of your answers; cards are remembered as often as FSRS says. Print for \
      each retention the reviews and minutes a day, and how many cards you would know at the end. It \
      shows, and recommends nothing: a retention that looks cheap may forget what you need.

      With --plain, print retention, reviews a day, minutes a day, known cards and all cards, \
      separated by tabs; --json has every day.
      """)
  static let examples = [
    "memorize practice simulate --retention 0.85,0.9",
    "memorize practice simulate --new 20 --days 90",
  ]

  @Option(
    help: ArgumentHelp(
      "The retentions to compare, separated by commas; by default the one that is set.",
      valueName: "shares"),
    transform: Self.retentions)
  var retention: [Double]?

  @Option(
    help: ArgumentHelp(
      "How many new cards a day, \(Self.newRange.lowerBound) to \(Self.newRange.upperBound); by "
        + "default as set.",
      valueName: "count"))
  var new: Int?

  @Option(
    help: ArgumentHelp(
      "How many days, \(Self.dayRange.lowerBound) to \(Self.dayRange.upperBound).",
      valueName: "count"))
  var days = 365

  @Option(help: "Only the cards of this deck.")
  var deck: String?

  @OptionGroup var common: CommonOptions

  private static let dayRange = 1...3_650
  private static let newRange = PracticeSettings.newPerDayRange

  func validate() throws {
    guard Self.dayRange.contains(days) else {
      throw ValidationError(
        english(
          "It can play \(Self.dayRange.lowerBound) to \(Self.dayRange.upperBound) days, not \(days)."
        ))
    }
    if let new, !PracticeSettings.newPerDayRange.contains(new) {
      throw ValidationError(
        english(
          "A day can have \(Self.newRange.lowerBound) to \(Self.newRange.upperBound) new cards, not "
            + "\(new)."
        ))
    }
  }

  private static func retentions(_ text: String) throws -> [Double] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map {
      guard let share = Double($0), FSRS.retentionRange.contains(share) else {
        throw ValidationError(english("A retention goes from 0.7 to 0.97, not “\($0)”."))
      }
      return share
    }
  }

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let own = try connection.serviceSettings()
    let cards = try connection.withDeck(deck) {
      try connection.practicedCards(ofDeck: $0, own)
    }
    let shares = retention ?? [own.retention]
    var bar = ProgressBar(options)
    var results: [SimulatedPractice] = []
    for (index, share) in shares.enumerated() {
      var settings = own
      settings.retention = share
      if let new { settings.newPerDay = UInt32(new) }
      results.append(
        SimulatedPractice(cards, settings, days: days) {
          bar.show((Double(index) + $0) / Double(shares.count))
        })
    }
    bar.erase()
    let columns = Terminal(color: options.color).size.columns
    try options.print(
      json: ["simulations": .array(results.map(\.json))], plain: results.map(\.fields).tabbed,
      text: SimulatedPractice.table(results).text(options)
        + results.flatMap { $0.chart(columns, options) }.lines)
  }
}

/// The cards that are practiced, and how they were answered so far.
struct PracticedCards {
  var schedules: [Schedule] = []
  var unseen = 0
  let habits: PracticeHabits
  let breaks: [String]
  let today: Int
  /// What was asked today already.
  let done: (reviews: Int, new: Int)

  init(_ log: [LoggedReview], breaks: [String], today: Int) {
    habits = PracticeHabits(log)
    (self.breaks, self.today) = (breaks, today)
    let firsts = Dictionary(log.map { ($0.review.key, $0.day) }) { first, _ in first }
    let asked = Set(log.filter { $0.day == today }.map(\.review.key))
    let new = asked.count { firsts[$0] == today }
    done = (asked.count - new, new)
  }
}

extension ServiceConnection {
  fileprivate func practicedCards(
    ofDeck deck: String?, _ settings: UserSettings
  ) throws(ProgramError) -> PracticedCards {
    let calendar = SystemCalendar.current.starting(
      at: ClockTime(settings.dayStart) ?? .usualDayStart)
    var all = PracticedCards(
      try loggedReviews(), breaks: try practice().breaks,
      today: calendar.day(of: WallClock.microseconds))
    all.schedules = try schedules(ofDeck: deck ?? "").filter(\.isAsked).map(\.schedule)
    let key = deck.map(ThemeName.comparisonKey)
    for summary in try decks() where !summary.isSuspended {
      let isAsked = key.map { $0 == ThemeName.comparisonKey(of: summary.name) } ?? summary.offersNew
      if isAsked { all.unseen += Int(summary.unseen) }
    }
    return all
  }

  /// Reads all schedules of a deck, or of all with an empty name.
  private func schedules(
    ofDeck deck: String
  ) throws(ProgramError) -> [ScheduleColumns.Row] {
    var (rows, last) = ([ScheduleColumns.Row](), UInt64(0))
    repeat {
      let columns = ScheduleColumns(
        try read(PracticeContract.schedules, deck, last, PracticeContract.maximumReviews))
      rows += columns.rows
      // A faulty service would be asked for ever.
      last = columns.next > last ? columns.next : 0
    } while last > 0
    return rows
  }
}

/// The days that were played with one retention.
private struct SimulatedPractice {
  private let retention: Double
  private let days: [PracticeSimulation.Day]
  private let known: Double
  private let cards: Int

  init(_ cards: PracticedCards, _ settings: UserSettings, days: Int, _ progress: (Double) -> Void) {
    var simulation = PracticeSimulation(
      cards.schedules, unseen: cards.unseen, from: cards.today, days: days, settings.fsrs,
      settings.practice(breaks: cards.breaks), cards.habits, done: cards.done)
    var played: [PracticeSimulation.Day] = []
    while !simulation.isOver {
      played.append(simulation.next())
      progress(Double(played.count) / Double(days))
    }
    retention = settings.retention
    self.days = played
    known = simulation.known
    self.cards = simulation.schedules.count
  }

  private var reviewsADay: Double {
    Double(days.reduce(0) { $0 + $1.reviews + $1.new }) / Double(days.count)
  }

  private var minutesADay: Double {
    days.reduce(0) { $0 + $1.milliseconds } / 60_000 / Double(days.count)
  }

  var fields: [String] {
    ["\(retention)", reviewsADay.tenths, minutesADay.tenths, known.tenths, "\(cards)"]
  }

  /// For people.
  private var texts: [String] {
    [
      "\(retention)".localDecimal, reviewsADay.tenthsText, minutesADay.tenthsText,
      known.tenthsText, "\(cards)",
    ]
  }

  var json: JSON {
    [
      "retention": .real(retention), "reviews_a_day": .real(reviewsADay),
      "minutes_a_day": .real(minutesADay), "known": .real(known), "cards": .integer(cards),
      "days": .array(
        days.map {
          [
            "reviews": .integer($0.reviews), "new": .integer($0.new),
            "minutes": .real($0.milliseconds / 60_000), "waiting": .integer($0.waiting),
          ]
        }),
    ]
  }

  static func table(_ all: [SimulatedPractice]) -> TextTable {
    TextTable(
      columns: [
        .init(heading: tr("retention", context: "column"), isRight: true),
        .init(heading: tr("answers a day", context: "column"), isRight: true),
        .init(heading: tr("minutes a day", context: "column"), isRight: true),
        // Translators: how many cards one would know, beside the column “of”.
        .init(heading: tr("known", context: "column"), isRight: true),
        // Translators: of how many cards, beside the column “known”.
        .init(heading: tr("of", context: "column"), isRight: true),
      ], rows: all.map(\.texts))
  }

  /// Answers a day, a bar for each part of the time.
  func chart(_ width: Int, _ options: Options) -> [String] {
    let bars = max(min(width - 8, 60, days.count), 1)
    let values = (0..<bars).map { bar in
      let part = days[bar * days.count / bars..<(bar + 1) * days.count / bars]
      return Double(part.reduce(0) { $0 + $1.reviews + $1.new }) / Double(part.count)
    }
    let chart = Chart(
      values: values, tops: [5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000], options.symbols)
    // Translators: above a chart; {retention} is a number such as 0.9.
    let heading = tr(
      days.count, "answers a day over 1 day, with a retention of {retention}",
      "answers a day over {n} days, with a retention of {retention}",
      ["retention": "\(retention)".localDecimal])
    return ["", heading.painted(options.palette?.quiet)] + chart.lines(options.palette)
  }
}
