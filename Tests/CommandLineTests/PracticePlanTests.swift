import Foundation
import TestSupport
import Testing

/// `memorize practice break` and `simulate`, and what is said of a backlog.
@Suite(.timeLimit(.minutes(30))) struct PracticePlanTests {
  @Test func aBreakIsPlannedListedAndRemoved() throws {
    let desk = try Desk.withNumbers()
    #expect(try desk.memorize("practice", "break", "list").output == "No break is planned.")
    #expect(try desk.memorize("practice", "break", "list", "--plain").output.isEmpty)
    let planned = try desk.memorize("practice", "break", "2099-12-24..2100-01-02")
    #expect(planned.output == "The break is planned. No card is due in it.")
    #expect(
      try desk.memorize("practice", "break", "2098-05-01", "--plain").output
        == "moved\t0\nleft\t0\nlost\t0.0")
    #expect(
      try desk.memorize("practice", "break", "list", "--json").json["breaks"] as? [String]
        == ["2098-05-01..2098-05-01", "2099-12-24..2100-01-02"])
    for (days, error) in [
      ("2099-12-30..2100-02-01", "There is a break 2099-12-24..2100-01-02 already"),
      ("2097-01-02..2097-01-01", "ends before it begins"), ("2097-01-01..2098-03-01", "366 days"),
      ("2020-01-01", "ended on 2020-01-01"), ("soon", "“soon” is no date"),
      ("平成30年", "“平成30年” is no date"),
    ] {
      let refused = try desk.memorize("practice", "break", days)
      #expect(refused.code == 2 || refused.code == 1, "\(refused)")
      #expect(refused.errors.contains(error) && refused.output.isEmpty, "\(refused)")
    }
    let removed = try desk.memorize("practice", "break", "remove", "2098-05-01..2098-05-01")
    #expect(removed.output == "removed: 2098-05-01..2098-05-01" && removed.code == 0)
    #expect(try desk.memorize("practice", "break", "list").output == "2099-12-24..2100-01-02")
    #expect(try desk.memorize("practice", "break", "remove", "2098-05-01").code != 0)
  }

  @Test func settingsOfDaysAreChecked() throws {
    let desk = try Desk.withNumbers()
    func config(_ arguments: String...) throws -> Outcome {
      try desk.memorize(["practice", "config"] + arguments)
    }
    #expect(try config("set", "easy-days", "sat,sun=0.5").output == "set: easy-days sat sun=0.5")
    #expect(try config("get", "easy-days").output == "sat sun=0.5")
    #expect(
      try config("get", "--json").json.object("settings")["easy_days"] as? [String]
        == ["sat", "sun=0.5"])
    for (value, error) in [
      ("sat=2", "0 (as few as possible) to 1"), ("sat", "sat=0.5"),
      ("sunday=0", "“sunday” is no day of the week"),
      ("mon,tue,wed,thu,fri,sat,sun=0", "plan a break instead"), ("", "easy-days"),
    ] {
      let refused = try config("set", "easy-days", value)
      #expect(refused.code != 0 && refused.errors.contains(error), "\(refused)")
    }
    #expect(try config("set", "easy-days", "none").output == "set: easy-days none")
    #expect(try config("set", "most-reviews", "0").code == 0)
    #expect(try config("set", "most-reviews", "20000").errors.contains("or any number (0)"))
    #expect(try config("get", "spread").output == "yes")
  }

  @Test func whatWaitsIsSaidWithItsEnd() throws {
    let desk = try learned()
    try desk.memorize("practice", "config", "set", "most-reviews", "7", "--quiet")
    let practice = try desk.memorize("practice", "status", "--json").json.object("practice")
    let waiting = try #require(practice.number("waiting"))
    try #require(waiting > 0)
    #expect(practice.number("new") == 0)
    let status = try desk.memorize("practice", "status").output
    #expect(status.contains("7 today, \(waiting) waiting, 0 new"), "\(status)")
    #expect(status.contains(/; done by [1-9][0-9]? [JFMASOND][a-z]+/), "\(status)")
  }

  @Test func daysAreSimulated() throws {
    let desk = try learned()
    let outcome = try desk.memorize(
      "practice", "simulate", "--retention", "0.8,0.9", "--days", "60")
    #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome)")
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0].contains(/^retention +answers a day +minutes a day +known +of$/))
    #expect(lines[1].contains(#/^ +0\.8 /#) && lines[2].contains(#/^ +0\.9 /#))
    #expect(outcome.output.contains("answers a day over 60 days, with a retention of 0.9"))
    let json = try desk.memorize(
      "practice", "simulate", "--days", "30", "--new", "0", "--json"
    ).json
    let simulation = try #require((json["simulations"] as? [[String: Any]])?.first)
    #expect((simulation["days"] as? [[String: Any]])?.count == 30)
    #expect(simulation.number("cards") == 60)
    // The same days each time.
    let plain = try desk.memorize("practice", "simulate", "--days", "30", "--plain").output
    #expect(try desk.memorize("practice", "simulate", "--days", "30", "--plain").output == plain)
    for (arguments, error) in [
      (["--retention", "0.5"], "0.7 to 0.97"), (["--retention", ""], "0.7 to 0.97"),
      (["--days", "0"], "1 to 3650 days"), (["--new", "1000"], "0 to 100 new cards"),
      (["--deck", "Nothing"], "no deck"),
    ] {
      let refused = try desk.memorize(["practice", "simulate"] + arguments)
      #expect(refused.code != 0 && refused.errors.contains(error), "\(refused)")
    }
  }

  /// A deck of 60 cards that were learned long ago.
  private func learned() throws -> Desk {
    let desk = try Desk(runs: false)
    var generator = SeededGenerator(fixed: 1)
    try desk.bus.log(
      try #require(SimulatedLearner.unusual).reviews(cards: 60, using: &generator))
    let rows = (0..<60).map { "q\($0)\ta\($0)\t\tcard\($0)" }
    try desk.bus.files.write(
      "data/memorize/decks/Learned.tsv",
      "#columns:First\tSecond\tPronunciation\tGUID\n#guid column:4\n" + rows.joined(separator: "\n")
    )
    try desk.startDaemon()
    return desk
  }
}
