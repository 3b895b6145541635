import ArgumentParser
import CellDrawing
import MemorizeBus
import PlainText
import Practice
import Screens
import TerminalKit
import Translation

struct PracticeReviewsVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "reviews", abstract: "Print the log of all reviews.",
    discussion: """
      Print local time, card, direction, grade and seconds from the question to the answer, in the \
      order in which the reviews were logged. With --plain, print number, card's number, \
      direction, rating (1 to 4; 0 for what was known of a card before its reviews were logged), \
      time in microseconds since 1970-01-01 UTC and milliseconds, separated by tabs.

      With --csv, print, by time, a table that the optimizers of FSRS read: card_id, \
      review_time, review_rating, review_duration, review_state. card_id is twice the card's \
      number, plus 1 if it was asked backward, since each direction is remembered by itself. Time \
      and duration are in milliseconds. review_state is 0 for a card that was new, otherwise 2.
      """)
  static let examples = [
    "memorize practice reviews --since 2026-01-31", "memorize practice reviews --csv",
  ]

  @Option(
    help: ArgumentHelp("Print only reviews from this local day on: YYYY-MM-DD.", valueName: "date"),
    transform: UInt64.init(startOfDay:))
  var since: UInt64?

  @Flag(help: "Print a table for the optimizers of FSRS.")
  var csv = false

  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard csv, common.json || common.plain else { return }
    throw ValidationError(english("--csv cannot be combined with --json or --plain."))
  }

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let reviews = try connection.reviews()
    let shown = reviews.filter { $0.at >= since ?? 0 }
    if csv { return try Output.results.write(FSRSTable(reviews).text(of: shown)) }
    try options.print(
      json: ["reviews": .array(shown.map { JSON($0) })], plain: shown.map(\.fields).tabbed,
      text: shown.isEmpty
        ? (since == nil ? PracticeText.noReview : PracticeText.noReviewSince) + "\n"
        : Self.table(shown, try connection.cards(Set(shown.map(\.card)).sorted())).text(options))
  }

  private static func table(_ reviews: [ReviewRow], _ cards: [CardSummary]) -> TextTable {
    let fronts = Dictionary(cards.map { ($0.id, $0.spokenFront) }) { first, _ in first }
    return TextTable(
      columns: [
        .init(heading: tr("when", context: "column")),
        .init(heading: tr("card", context: "column"), isCut: true),
        .init(heading: tr("direction", context: "column")),
        .init(heading: tr("grade", context: "column")),
        .init(heading: tr("seconds", context: "column"), isRight: true),
      ],
      rows: reviews.map { review in
        [
          review.at.localTime, fronts[review.card] ?? PracticeText.card(review.card),
          PracticeText.direction(review.direction),
          PracticeText.grade(Rating(rawValue: Int(review.rating))),
          review.took > 0 ? (Double(review.took) / 1_000).tenthsText : "",
        ]
      })
  }
}

/// Reviews as the optimizers of FSRS read them.
private struct FSRSTable {
  /// The first row of each card and direction, which is the learning of a new card unless
  /// something was known of it before.
  private let firsts: Set<UInt64>

  init(_ all: [ReviewRow]) {
    var earliest: [UInt64: ReviewRow] = [:]
    for row in all where earliest[row.memory].map({ ($0.at, $0.id) > (row.at, row.id) }) ?? true {
      earliest[row.memory] = row
    }
    firsts = Set(earliest.values.filter { $0.rating > 0 }.map(\.id))
  }

  func text(of reviews: [ReviewRow]) -> String {
    // Machines that share a folder have logged the same reviews in different orders.
    let inTime = reviews.filter { $0.rating > 0 }.sorted {
      ($0.at, $0.memory, $0.id) < ($1.at, $1.memory, $1.id)
    }
    let rows = inTime.map { row in
      [
        row.memory, row.at / 1_000, UInt64(row.rating), UInt64(row.took),
        firsts.contains(row.id) ? 0 : 2,
      ].map(String.init)
    }
    return ([Self.columns] + rows).map { $0.joined(separator: ",") }.lines
  }

  private static let columns = [
    "card_id", "review_time", "review_rating", "review_duration", "review_state",
  ]
}

extension ReviewRow {
  /// A number for the card in this direction.
  fileprivate var memory: UInt64 { card &* 2 | (direction == .backward ? 1 : 0) }

  fileprivate var fields: [String] {
    [String(id), String(card), direction.text, String(rating), String(at), String(took)]
  }
}

extension ServiceConnection {
  /// Reads the whole log, page by page.
  func reviews() throws(ProgramError) -> [ReviewRow] {
    let size = PracticeContract.maximumReviews
    return try pages(of: size, inOrder: { $0.id < $1.id }) { (rows) throws(ProgramError) in
      try read(PracticeContract.reviews, rows.last?.id ?? 0, size)
    }
  }
}

struct PracticeRebuildVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "rebuild", abstract: "Compute all schedules again from the log of reviews.",
    discussion: """
      The log is what counts; when a card is due follows from it. “memorize doctor” compares the \
      two. Print how many schedules there are, and how many differed.
      """)
  static let examples = ["memorize practice rebuild --dry-run", "memorize practice rebuild"]

  @Flag(help: "Only compare, and change nothing.")
  var dryRun = false

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let (schedules, different) = try ServiceConnection(options).ask(
      PracticeContract.rebuild, dryRun)
    guard dryRun || !options.isQuiet else { return }
    let plain =
      "\(dryRun ? "compared" : "rebuilt"): \(counted(schedules, "schedule")), \(different) different\n"
    try options.print(
      json: ["schedules": .integer(schedules), "different": .integer(different)], plain: plain,
      text: PracticeText.rebuilt(
        schedules: schedules, different: different, isDryRun: dryRun) + "\n")
  }
}
