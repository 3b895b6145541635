import ArgumentParser
import CellDrawing
import DBus
import MemorizeBus
import MemorizeText
import PlainText
import Screens
import TerminalKit

struct PracticeStatsVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Summarize all reviews: how many are due, and how many were remembered.",
    discussion: """
      One chart shows the reviews due today and on each of the next 29 days, the other the share \
      remembered on past days, in ASCII if the locale is not UTF-8. With --plain there are no \
      charts: print answers, reviewed, recalled, retrievability (in percent; empty if there are no \
      cards) and streak (days in a row with a finished session), each with its number; then \
      “ahead”, the days from today, and a number; then “day”, its date, how many cards were \
      reviewed and how many recalled; separated by tabs.
      """)
  static let examples = ["memorize practice stats", "memorize practice stats --plain"]

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let statistics = try connection.read(PracticeContract.statistics)
    let isStreakEnding = try options.form == .text && connection.practice().isStreakEnding
    let width = Terminal(color: options.color).size.columns
    try options.print(
      json: ["statistics": JSON(statistics)], plain: statistics.plain,
      text: statistics.text(
        width: width, options.symbols, options.palette, isStreakEnding: isStreakEnding))
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
      return "No card has been answered yet: start with “memorize practice”.\n"
    }
    // The label on the left takes some cells: the highest number, a space and the edge.
    let digits = max(String(ahead.max() ?? 0).count, 4)
    let room = max(width - digits - 2, 1)
    let streak = "practice " + PracticeState.streakText(streak, isEnding: isStreakEnding)
    let lines = totals + [streak.painted(isStreakEnding ? palette?.ink(.amber) : nil)]
    return (lines + chartAhead(room, symbols, palette) + chartOfDays(room, symbols, palette)).lines
  }

  private var dated: [(date: String, reviewed: UInt32, recalled: UInt32)] {
    days.map { ($0.fields.0, $0.fields.1, $0.fields.2) }
  }

  private var totals: [String] {
    let share = reviewed > 0 ? (Double(recalled) / Double(reviewed)).percent : ""
    return [
      plural(answers, one: "1 answer", other: "\(answers) answers"),
      reviewed > 0
        ? "\(recalled) of \(reviewed) remembered on a later day (\(share)%)"
        : "no card has been reviewed on a later day yet",
      chance.map { "you would remember about \($0.percent)% of your cards now" },
    ].compactMap(\.self)
  }

  private func chartAhead(_ room: Int, _ symbols: Symbols, _ palette: Palette?) -> [String] {
    let shown = ahead.prefix(room)
    guard shown.contains(where: { $0 > 0 }) else { return [] }
    let chart = Chart(
      values: shown.map(Double.init), tops: [5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000],
      symbols)
    let sum = shown.reduce(0) { $0 + UInt64($1) }
    let heading = plural(
      shown.count - 1, one: "reviews due today and on the next day: \(sum) in all",
      other: "reviews due today and on the next \(shown.count - 1) days: \(sum) in all")
    return ["", heading.painted(palette?.quiet)] + chart.lines(palette)
  }

  private func chartOfDays(_ room: Int, _ symbols: Symbols, _ palette: Palette?) -> [String] {
    let shown = dated.suffix(room).filter { $0.reviewed > 0 }
    guard let first = shown.first, let last = shown.last else { return [] }
    let chart = Chart(
      values: shown.map { Double($0.recalled) / Double($0.reviewed) * 100 }, tops: [100],
      symbols)
    let heading = plural(
      shown.count, one: "percentage remembered, \(first.date)",
      other: "percentage remembered, \(first.date) to \(last.date)")
    return ["", heading.harmless.painted(palette?.quiet)] + chart.lines(palette, .green)
  }
}

extension Double {
  /// A share in whole percent.
  fileprivate var percent: String { String(Int((min(max(self, 0), 1) * 100).rounded())) }
}
