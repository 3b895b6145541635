import DBus

/// What all reviews come to, as the service tells it.
struct PracticeStatistics {
  /// A local day that had reviews of cards known from an earlier day.
  struct Day {
    let date: String
    let reviewed: UInt32
    let recalled: UInt32
  }

  /// How many cards were answered in all sessions, each by its first answer in one.
  let answers: UInt32
  let reviewed: UInt32
  let recalled: UInt32
  /// The mean chance that a card is remembered now; nil without any.
  let retrievability: Double?
  /// How many reviews fall due today, with what is overdue, and on each day after.
  let ahead: [UInt32]
  let days: [Day]

  /// Reads the service's answer.
  ///
  /// - Throws: `UnknownProperty` where a key is missing or of another type.
  init(_ answer: [String: Value]) throws(BusError) {
    let fields = Fields(answer)
    answers = try fields.read("answers")
    reviewed = try fields.read("reviewed")
    recalled = try fields.read("recalled")
    let mean: Double = try fields.read("retrievability")
    retrievability = mean.isFinite && mean >= 0 ? mean : nil
    ahead = try fields.read("ahead")
    let told: [Struct<String, UInt32, UInt32>] = try fields.read("days")
    days = told.map {
      Day(date: $0.fields.0, reviewed: $0.fields.1, recalled: min($0.fields.1, $0.fields.2))
    }
  }

  /// The numbers as `--json` tells them.
  var json: JSON {
    [
      "answers": .integer(answers), "reviewed": .integer(reviewed), "recalled": .integer(recalled),
      "retrievability": retrievability.map(JSON.real) ?? .null,
      "ahead": .array(ahead.map { .integer($0) }),
      "days": .array(
        days.map {
          [
            "date": .string($0.date), "reviewed": .integer($0.reviewed),
            "recalled": .integer($0.recalled),
          ]
        }),
    ]
  }

  /// A number a line, then a line for each day ahead and each day past, separated by tabs.
  var plain: String {
    let numbers = [
      ["answers", String(answers)], ["reviewed", String(reviewed)],
      ["recalled", String(recalled)], ["retrievability", retrievability?.percent ?? ""],
    ]
    let ahead = ahead.enumerated().map { ["ahead", String($0), String($1)] }
    let days = days.map { ["day", $0.date.harmless, String($0.reviewed), String($0.recalled)] }
    return (numbers + ahead + days).map { $0.joined(separator: "\t") + "\n" }.joined()
  }

  /// The numbers and two charts, for people.
  ///
  /// - Parameters:
  ///   - width: the cells of a line.
  ///   - isASCII: whether to keep to ASCII.
  /// - Returns: the text.
  func text(width: Int, isASCII: Bool) -> String {
    guard answers > 0 else {
      return "No card has been answered yet: start a session by “memorize practice start”.\n"
    }
    // The label at the left takes some cells: the highest number, a space and the edge.
    let digits = max(String(ahead.max() ?? 0).count, 4)
    let room = max(width - digits - 2, 1)
    let lines = totals + chartAhead(room, isASCII) + chartOfDays(room, isASCII)
    return lines.map { $0.harmless + "\n" }.joined()
  }

  private var totals: [String] {
    let remembered =
      reviewed > 0
      ? "\(recalled) of \(reviewed) remembered from an earlier day, "
        + "\((Double(recalled) / Double(reviewed)).percent) %"
      : "none asked again on a later day yet"
    return [
      "\(answers) answer\(answers == 1 ? "" : "s")", remembered,
      "chance that a card is remembered now " + (retrievability.map { "\($0.percent) %" } ?? "-"),
    ]
  }

  private func chartAhead(_ room: Int, _ isASCII: Bool) -> [String] {
    let shown = ahead.prefix(room)
    guard shown.contains(where: { $0 > 0 }) else { return [] }
    let chart = Chart(
      values: shown.map(Double.init), tops: [5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000],
      isASCII: isASCII)
    let sum = shown.reduce(0) { $0 + UInt64($1) }
    return ["", "reviews due today and on the \(shown.count - 1) days after, \(sum) in all"]
      + chart.lines
  }

  private func chartOfDays(_ room: Int, _ isASCII: Bool) -> [String] {
    let shown = days.suffix(room).filter { $0.reviewed > 0 }
    guard let first = shown.first, let last = shown.last else { return [] }
    let chart = Chart(
      values: shown.map { Double($0.recalled) / Double($0.reviewed) * 100 }, tops: [100],
      isASCII: isASCII)
    let when = shown.count == 1 ? "on \(first.date)" : "on days from \(first.date) to \(last.date)"
    return ["", "remembered in percent, \(when)"] + chart.lines
  }
}

extension Double {
  /// A share as a whole number of hundredths.
  fileprivate var percent: String { String(Int((min(max(self, 0), 1) * 100).rounded())) }
}
