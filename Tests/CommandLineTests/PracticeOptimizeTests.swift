import Foundation
import Glibc
import Practice
import TestSupport
import Testing

/// `memorize practice optimize`: training on the log of reviews.
@Suite(.timeLimit(.minutes(30))) struct PracticeOptimizeTests {
  private let desk: Desk

  init() throws {
    desk = try Desk(runs: false)
  }

  /// Lets the daemon find the reviews of a learner who is unlike others.
  private func log(cards: Int) throws {
    // The last fifth of some learners says otherwise by chance.
    var generator = SeededGenerator(fixed: 1)
    try desk.bus.log(
      try #require(SimulatedLearner.unusual).reviews(cards: cards, using: &generator))
    try desk.startDaemon()
  }

  private func parameters() throws -> [Double] {
    let settings = try desk.memorize("practice", "config", "get", "--json").json.object("settings")
    return try #require(settings["parameters"] as? [Double])
  }

  @Test func parametersThatPredictBetterAreSet() throws {
    try log(cards: 300)
    let tried = try desk.memorize("practice", "optimize", "--dry-run")
    #expect(tried.code == 0 && tried.errors.isEmpty)
    let lines = tried.output.split(separator: "\n")
    try #require(lines.count == 5, "\(tried.output)")
    #expect(lines[0].contains(/^[1-9][0-9]+ reviews used$/))
    #expect(lines[1].contains(/^ +present +new$/))
    #expect(lines[2].contains(/^log loss +0\.[0-9]{4} +0\.[0-9]{4}$/))
    #expect(lines[3].contains(/^RMSE +0\.[0-9]{4} +0\.[0-9]{4}$/))
    #expect(
      lines[4] == "The new parameters predict better. Set them: memorize practice optimize")
    #expect(try parameters().isEmpty)
    let result = try desk.memorize("practice", "optimize", "--json").json
    let trained = try #require(result["parameters"] as? [Double])
    #expect(trained.count == 21 && result["set"] as? Bool == true)
    #expect(lines[0].hasPrefix("\(try #require(result.number("reviews"))) "))
    for measure in ["log_loss", "rmse"] {
      let before = try #require(result[measure + "_before"] as? Double)
      let after = try #require(result[measure + "_after"] as? Double)
      #expect(after < before && after > 0, "\(measure)")
    }
    #expect(try parameters() == trained)
    let schedules = try desk.memorize("doctor", "--json")
    #expect(schedules.errors.isEmpty)
    let again = try desk.memorize("practice", "optimize", "--plain").output
    #expect(again.contains(/^reviews\t[0-9]+\nlog_loss\t0\.[0-9]+\t0\.[0-9]+\nrmse\t/))
    #expect(again.contains(/\nset\tno$/) && again.split(separator: "\n").count == 4)
    #expect(
      try desk.memorize("practice", "optimize").output
        .hasSuffix("\nYour reviews give the present parameters again. Nothing was changed."))
    #expect(try parameters() == trained)
  }

  @Test func tooFewReviewsChangeNothing() throws {
    try log(cards: 5)
    let few = try desk.memorize("practice", "optimize")
    #expect(few.code == 0 && few.errors.isEmpty)
    #expect(few.output.contains("can be used, and 64 are needed"), "\(few.output)")
    #expect(try desk.memorize("practice", "optimize", "--quiet").output.isEmpty)
    let result = try desk.memorize("practice", "optimize", "--json").json
    #expect(result["set"] as? Bool == false && result["log_loss_after"] is NSNull)
    #expect((result["parameters"] as? [Double])?.count == 21)
    #expect(try parameters().isEmpty)
  }

  /// Reviews that the training leaves out must not be said to come too early.
  @Test func unusualIntervalsAreSaidNotToCount() throws {
    let start = SimulatedLearner.start
    try desk.bus.log(
      (0..<100).flatMap { card in
        [(card, .good, start), (card, .good, start + UInt64(card + 1) * Schedule.day)]
      })
    try desk.startDaemon()
    let none = try desk.memorize("practice", "optimize")
    #expect(none.output.hasPrefix("No review can be used, and 64 are needed, "))
    #expect(
      none.output.contains(
        ". Reviews of cards whose first interval few other cards have do not count. Nothing"))
  }

  @Test func interruptedItSetsNothingAndErasesItsBar() throws {
    try log(cards: 1_000)
    let terminal = try PseudoTerminal()
    let optimize = try Child(
      Programs.memorize, ["practice", "optimize"], environment: desk.environment,
      output: terminal.inside, errors: terminal.inside)
    terminal.read { $0.contains("%") }
    #expect(terminal.text.contains(/\r[#.]{40} +[0-9]+%\r/))
    optimize.signal(SIGINT)
    #expect(optimize.codeInTime == 130)
    terminal.hangUp(after: "% \r")
    #expect(terminal.text.hasSuffix("\r" + String(repeating: " ", count: 45) + "\r"))
    #expect(!terminal.text.contains("\n"))
    #expect(try parameters().isEmpty)
  }
}
