import ArgumentParser
import CellDrawing
import DBus
import Glibc
import MemorizeBus
import PlainText
import Practice
import Screens
import TerminalKit
import Translation

struct PracticeOptimizeVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "optimize", abstract: "Fit the scheduler to your own memory.",
    discussion: """
      Train the 21 parameters of FSRS-6 on the log of your reviews. If the new parameters predict \
      what you remember better than the present ones do, set them, and schedule all cards with \
      them. At least \(ParameterTraining.minimumReviews) reviews are needed, each on a later day \
      than the one before; cards whose first interval few others have do not count. To go back to \
      the published parameters, use “memorize practice config set parameters published”.

      Log loss and RMSE say how wrong predictions were; lower is better. To compare, parameters \
      trained on the first four fifths of your reviews predict the last fifth, as do the present \
      ones; the parameters that are set are trained on all reviews.

      With --plain, print reviews, log_loss and rmse (with the present and the new parameters) and \
      set (yes or no), separated by tabs.
      """)
  static let examples = ["memorize practice optimize", "memorize practice optimize --dry-run"]

  @Flag(help: "Only train and compare, and set nothing.")
  var dryRun = false

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let present = try connection.serviceSettings().fsrs.parameters
    let training = ParameterTraining(try connection.loggedReviews())
    let result = Self.result(of: training, present: present, options)
    let isSet = result?.isBetter == true && !dryRun
    if isSet, let result {
      // Training may have outlasted the timeout.
      connection.restartClock()
      // The service then schedules all cards with them.
      try connection.set("Parameters", to: result.parameters.values.asValue)
    }
    guard dryRun || !options.isQuiet else { return }
    let report = TrainingReport(
      reviews: training.reviews, laterReviews: training.laterReviews, present: present,
      result: result, isSet: isSet)
    try options.print(json: report.json, plain: report.plain, text: report.text)
  }

  /// Ctrl-C ends the program before anything is set.
  private static func result(
    of training: ParameterTraining, present: FSRSParameters, _ options: Options
  ) -> ParameterTraining.Result? {
    var bar = ProgressBar(options)
    var result: ParameterTraining.Result?
    // Held back until the bar is erased.
    TerminalSignals.holding(SIGINT, SIGTERM) {
      result = training.result(present: present) {
        bar.show($0)
        return !Interruption.isPending
      }
      bar.erase()
    }
    return result
  }
}

/// The result of training, as it is printed.
struct TrainingReport {
  let reviews: Int
  let laterReviews: Int
  let present: FSRSParameters
  /// Nil if there were too few reviews.
  let result: ParameterTraining.Result?
  let isSet: Bool

  var json: JSON {
    [
      "parameters": .array((result?.parameters ?? present).values.map { .real($0) }),
      "reviews": .integer(reviews),
      "log_loss_before": result.map { .real($0.before.logLoss) } ?? .null,
      "log_loss_after": result.map { .real($0.after.logLoss) } ?? .null,
      "rmse_before": result.map { .real($0.before.rmse) } ?? .null,
      "rmse_after": result.map { .real($0.after.rmse) } ?? .null,
      "set": .boolean(isSet),
    ]
  }

  var plain: String {
    let errors = result.map {
      [
        ["log_loss", "\($0.before.logLoss)", "\($0.after.logLoss)"],
        ["rmse", "\($0.before.rmse)", "\($0.after.rmse)"],
      ]
    }
    return ([["reviews", "\(reviews)"]] + (errors ?? []) + [["set", isSet ? "yes" : "no"]]).tabbed
  }

  var text: String {
    guard let result else {
      return PracticeText.tooFew(reviews: reviews, ofAll: laterReviews) + "\n"
    }
    let table = TextTable(
      columns: [
        .init(),
        // Translators: above numbers of the parameters that are set now.
        .init(heading: tr("present", context: "column"), isRight: true),
        // Translators: above numbers of the parameters that were trained.
        .init(heading: tr("new", context: "column"), isRight: true),
      ],
      rows: [
        // Translators: how wrong predictions were, in statistics.
        [tr("log loss"), result.before.logLoss.fourDigits, result.after.logLoss.fourDigits],
        // Translators: the root of the mean squared error, in statistics.
        [tr("RMSE"), result.before.rmse.fourDigits, result.after.rmse.fourDigits],
      ])
    let verdict = PracticeText.verdict(
      isSame: result.isSame, isBetter: result.isBetter, isSet: isSet)
    return PracticeText.used(reviews: reviews) + "\n" + table.text() + verdict + "\n"
  }
}

extension Double {
  /// Rounded; not for negative numbers.
  fileprivate var fourDigits: String {
    let whole = Int((self * 10_000).rounded())
    return "\(whole / 10_000).\((whole % 10_000).zeroPadded(to: 4))".localDecimal
  }
}
