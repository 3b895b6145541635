import ArgumentParser
import CellDrawing
import DBus
import Glibc
import MemorizeBus
import MemorizeText
import PlainText
import Screens
import TerminalKit
import Translation
import UserFiles

struct PracticeStatsVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Show how much you practiced and remembered, and what is due.",
    discussion: """
      On a terminal, five pages fill the screen: the days of the last year with the days in a row \
      (Year), what is due in the next 30 days (Ahead), the share remembered of the first answers of a \
      day, on time (within a day of being due) and late, of young and mature cards (Recall), the \
      stability, difficulty and retrievability of all cards (Cards), and how long answers took, and at \
      what hours (Times). With --svg they are one picture; with --json, every number of theirs.

      Elsewhere, one chart shows the reviews due today and on each of the next 29 days, the other the \
      share remembered on past days, in ASCII if the locale is not UTF-8. With --plain there are no \
      charts: print answers, reviewed, recalled, retrievability (in percent; empty if there are no \
      cards) and streak (days in a row with a finished session; of a deck, with an answer), each with \
      its number; then “ahead”, the days from today, and a number; then “day”, its date, how many \
      cards were reviewed and how many recalled; separated by tabs.
      """)
  static var details: String? { HelpPage.keys(StatisticsScreen.keys) }
  static let examples = [
    "memorize practice stats", "memorize practice stats --svg ~/practice.svg",
  ]

  @Option(
    help: "Only the cards of this deck.")
  var deck: String?

  @Option(
    help: ArgumentHelp(
      "Write all pages as a picture for a web page; an existing file is replaced.",
      valueName: "file"),
    completion: .file(extensions: ["svg"]))
  var svg: String?

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    if let svg, let host = options.host {
      throw ProgramError.usage(
        english(
          "A file is written where the service runs: ssh \(host.name) memorize practice stats "
            + "--svg \(svg)"))
    }
    let isOnScreen = svg == nil && StatisticsScreen.isPossible(options)
    // First, so that the service is not called for a screen that cannot be shown.
    if isOnScreen { try Screen.check() }
    let connection = try ServiceConnection(options)
    let name = try deck.map { deck in
      try connection.withDeck(deck) {
        try connection.read(DecksContract.cards, $0, 0, 1).first?.deck ?? $0
      }
    }
    if isOnScreen { return try StatisticsScreen(over: connection, deck: name).run() }
    if let svg {
      return try write(
        StatisticsReader.read(over: connection, deck: name), to: svg, connection)
    }
    guard name != nil || options.form == .json else { return try print(nil, connection) }
    do {
      try print(StatisticsReader.read(over: connection, deck: name), connection)
    } catch let error as ProgramError
      where name == nil && error.name == ErrorName.unknownMethod.shortName
    {
      // A service of before has only its own numbers.
      try print(nil, connection)
    }
  }

  /// Without a report, what the service says of all decks.
  private func print(_ report: StatisticsReport?, _ connection: ServiceConnection) throws {
    let options = connection.options
    let statistics = try statistics(report, connection)
    let isStreakEnding =
      try options.form == .text && deck == nil && connection.practice().isStreakEnding
    let width = Terminal(color: options.color).size.columns
    let json: JSON = ["statistics": JSON(statistics)]
    try options.print(
      json: report?.added(to: json) ?? json, plain: statistics.plain,
      text: statistics.text(
        width: width, options.symbols, options.palette, isStreakEnding: isStreakEnding))
  }

  /// Of one deck they are counted here.
  private func statistics(
    _ report: StatisticsReport?, _ connection: ServiceConnection
  ) throws -> PracticeStatistics {
    if deck != nil, let report { return PracticeStatistics(report) }
    return try connection.read(PracticeContract.statistics)
  }

  private func write(
    _ report: StatisticsReport, to path: String, _ connection: ServiceConnection
  ) throws {
    // A device or a pipe would be replaced by a file.
    guard !path.isEmpty, FilePath.kind(of: path).map({ [S_IFREG, S_IFDIR].contains($0) }) ?? true
    else {
      throw ProgramError.usage(
        english("“\(path.harmless)” is not a file."),
        hint: english("Name a file, such as ~/practice.svg."))
    }
    do throws(FileError) {
      try UserFile.replace(
        path, with: Array(StatisticsPicture(report).text.utf8), permissions: 0o644)
    } catch {
      throw ProgramError.notWritten(path, error)
    }
    let options = connection.options
    guard !options.isQuiet else { return }
    let json: JSON =
      options.form == .json ? ["statistics": JSON(try statistics(report, connection))] : [:]
    try options.print(
      json: report.added(to: json).with("file", .string(path)), plain: path.harmless + "\n",
      text: DeckText.saved(path) + "\n")
  }
}

extension PracticeStatistics {
  /// The mean chance that a card is remembered now; nil without cards.
  private var chance: Double? {
    retrievability >= 0 && retrievability.isFinite ? retrievability : nil
  }

  /// One number a line, then a line for each day ahead and each day past, separated by tabs.
  var plain: String {
    let numbers = [
      ["answers", String(answers)], ["reviewed", String(reviewed)],
      ["recalled", String(recalled)], ["retrievability", chance?.percent ?? ""],
      ["streak", String(streak)],
    ]
    let ahead = ahead.enumerated().map { ["ahead", String($0), String($1)] }
    let days = dated.map { ["day", $0.date, String($0.reviewed), String($0.recalled)] }
    return (numbers + ahead + days).tabbed
  }

  /// Numbers and two charts for people, in lines of `width` cells.
  func text(
    width: Int, _ symbols: Symbols, _ palette: Palette? = nil, isStreakEnding: Bool = false
  ) -> String {
    guard answers > 0 else {
      return tr("No card has been answered yet: start with “memorize practice”.") + "\n"
    }
    // The label on the left takes some cells: the highest number, a space and the edge.
    let digits = max(String(ahead.max() ?? 0).count, 4)
    let room = max(width - digits - 2, 1)
    let streak = PracticeText.streak(streak, isEnding: isStreakEnding)
    let lines = totals + [streak.painted(isStreakEnding ? palette?.ink(.amber) : nil)]
    return (lines + chartAhead(room, symbols, palette) + chartOfDays(room, symbols, palette)).lines
  }

  private var dated: [(date: String, reviewed: UInt32, recalled: UInt32)] {
    days.map { ($0.fields.0, $0.fields.1, $0.fields.2) }
  }

  private var totals: [String] {
    var lines = [tr(answers, "1 answer", "{n} answers"), recall]
    if let chance {
      // Translators: {share} is as 91%.
      let recallable = tr(
        "you would remember about {share} of your cards now", ["share": chance.wholePercentText])
      lines.append(recallable)
    }
    return lines
  }

  private var recall: String {
    guard reviewed > 0 else { return tr("no card has been reviewed on a later day yet") }
    let share = Double(recalled) / Double(reviewed)
    // Translators: numbers of cards; {share} is as 91%.
    return tr(
      "{recalled} of {reviewed} remembered on a later day ({share})",
      ["recalled": recalled, "reviewed": reviewed, "share": share.wholePercentText])
  }

  private func chartAhead(_ room: Int, _ symbols: Symbols, _ palette: Palette?) -> [String] {
    let shown = ahead.prefix(room)
    guard shown.contains(where: { $0 > 0 }) else { return [] }
    let chart = Chart(
      values: shown.map(Double.init), tops: [5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000],
      symbols)
    let sum = shown.reduce(0) { $0 + UInt64($1) }
    // Translators: above a chart.
    let heading = tr(
      shown.count - 1, "reviews due today and on the next day: {sum} in all",
      "reviews due today and on the next {n} days: {sum} in all", ["sum": sum])
    return ["", heading.painted(palette?.quiet)] + chart.lines(palette)
  }

  private func chartOfDays(_ room: Int, _ symbols: Symbols, _ palette: Palette?) -> [String] {
    let shown = dated.suffix(room).filter { $0.reviewed > 0 }
    guard let first = shown.first, let last = shown.last else { return [] }
    let chart = Chart(
      values: shown.map { Double($0.recalled) / Double($0.reviewed) * 100 }, tops: [100],
      symbols)
    let heading =
      shown.count == 1
      // Translators: above a chart; {date} is as 2026-12-24.
      ? tr("percentage remembered, {date}", ["date": first.date])
      // Translators: above a chart; the dates are as 2026-12-24.
      : tr(
        "percentage remembered, {first} to {last}", ["first": first.date, "last": last.date])
    return ["", heading.harmless.painted(palette?.quiet)] + chart.lines(palette, .green)
  }
}

extension Double {
  /// A share in whole percent.
  fileprivate var percent: String { String(Int((min(max(self, 0), 1) * 100).rounded())) }

  /// The same for people: `91%`.
  fileprivate var wholePercentText: String { tr("{number}%", ["number": percent]) }
}
