import ArgumentParser
import DBus
import MemorizeBus

/// The verb `practice stats`.
struct PracticeStatsVerb: Verb, Request {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Sums up all reviews: what is ahead, and what was remembered.",
    discussion: """
      One chart shows the reviews that fall due today and on each day after, one what was remembered \
      on past days, in ASCII where the locale is not of UTF-8. With --plain there is none: answers, \
      reviewed, recalled and retrievability (in percent; empty without any card), each with its \
      number; then “ahead”, the days from today, and a number; then “day”, its date, how many cards \
      were reviewed and how many recalled; separated by tabs.
      """)

  @OptionGroup var ascii: ASCIIOption
  @OptionGroup var common: CommonOptions
  var isASCII: Bool { ascii.ascii }

  func perform(_ options: Options) throws {
    let statistics = try ServiceConnection(options).wait {
      $0.call(PracticeContract.statistics, of: PracticeContract.interface, completion: $1)
    }
    switch options.form {
    case .json:
      try Output.results.write(JSON.object([("statistics", JSON(statistics))]).text + "\n")
    case .plain: try Output.results.write(statistics.plain)
    case .text:
      let isASCII = CellWidth.prepare() != .user || options.isASCII
      let width = Terminal(.results, color: options.color).size.columns
      try Output.results.write(statistics.text(width: width, isASCII: isASCII))
    }
  }
}
