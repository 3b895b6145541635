import EventLoop
import Foundation
import Practice
import TestSupport
import Testing

/// `memorize practice stats`: its pages, its picture and its numbers.
@Suite(.timeLimit(.minutes(30))) struct PracticeStatisticsTests {
  private let desk: Desk

  /// A log of 40 cards, of which 20 are in the deck “Own”.
  init() throws {
    desk = try Desk(runs: false)
    let now = WallClock.microseconds
    try desk.bus.log(
      (0..<40).flatMap { card in
        [30, 25, 1].map { (card, card % 4 == 0 ? .again : .good, now - $0 * Schedule.day) }
      }.sorted { $0.2 < $1.2 })
    try desk.bus.files.write(
      "data/memorize/decks/Own.tsv",
      "#guid column:1\n" + (0..<20).map { "card\($0)\tf\($0)\tb\($0)\n" }.joined())
    try desk.startDaemon()
  }

  @Test func aDeckHasItsOwnNumbers() throws {
    let all = try desk.memorize("practice", "stats", "--json").output
    let own = try desk.memorize("practice", "stats", "--json", "--deck", "own").output
    try JSONSchema.validate([("practice stats", all), ("practice stats", own)])
    let statistics = [all, own].map { parsed($0).object("statistics") }
    #expect(statistics.map { $0.number("answers") } == [120, 60])
    #expect(statistics.map { $0.number("reviewed") } == [80, 40])
    #expect(statistics.map { $0.number("recalled") } == [60, 30])
    let days = parsed(own).object("year").objects("days")
    #expect(days.compactMap { $0.number("answers") } == [20, 20, 20])
    let plain = try desk.memorize("practice", "stats", "--plain", "--deck", "Own").output
    #expect(plain.hasPrefix("answers\t60\nreviewed\t40\nrecalled\t30\nretrievability\t"))
    #expect(plain.split(separator: "\n").count { $0.hasPrefix("ahead\t") } == 30)
    #expect(
      try desk.memorize("practice", "stats", "--deck", "Own").output.hasPrefix("60 answers\n"))
  }

  @Test func anUnknownDeckIsOneSentence() throws {
    for options in [[], ["--json"], ["--svg", desk.bus.files.path("a.svg")]] {
      let outcome = try desk.memorize(["practice", "stats", "--deck", "Owm"] + options)
      #expect(outcome.code == 6)
      let told = options == ["--json"] ? outcome.output : outcome.errors
      #expect(told.contains("Did you mean “Own”?"), "\(told)")
    }
    #expect(!FileManager.default.fileExists(atPath: desk.bus.files.path("a.svg")))
  }

  @Test func thePictureIsAFileOfItsOwn() throws {
    let path = try desk.bus.files.write("stats.svg", "before")
    let outcome = try desk.memorize("practice", "stats", "--svg", path, "--deck", "Own")
    #expect(outcome.code == 0 && outcome.output == "saved in \(path)" && outcome.errors.isEmpty)
    let check = "import sys, xml.dom.minidom as m; m.parse(sys.argv[1])"
    #expect(try Outcome("/usr/bin/python3", ["-c", check, path]).code == 0)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("<title>Practice: Own</title>"))
    let json = try desk.memorize("practice", "stats", "--svg", path, "--json")
    try JSONSchema.validate([("practice stats", json.output)])
    #expect(try desk.memorize("practice", "stats", "--svg", path, "--plain").output == path)
    #expect(try desk.memorize("practice", "stats", "--svg", path, "--quiet").output.isEmpty)
  }

  /// A device was replaced by a file.
  @Test func aPictureReplacesNoDevice() throws {
    for path in ["/dev/full", "/dev/stdout", ""] {
      let outcome = try desk.memorize("practice", "stats", "--svg", path)
      #expect(outcome.code == 2 && outcome.errors.contains("is not a file"), "\(path) \(outcome)")
    }
  }

  @Test func aPictureThatCannotBeWrittenIsOneSentence() throws {
    for (path, reason) in [
      ("/proc/a.svg", "there is no such file"), (desk.bus.files.root, "it is a directory"),
      ("/dev/full/a.svg", "a part of the path is a file"),
    ] {
      let outcome = try desk.memorize("practice", "stats", "--svg", path)
      #expect(outcome.code == 1 && outcome.output.isEmpty, "\(path)")
      #expect(
        outcome.errors.hasPrefix("memorize: \(path) could not be written: \(reason)"),
        "\(outcome.errors)")
      #expect(outcome.errors.split(separator: "\n").count == 1)
    }
    // As on a full disk: what is there stays.
    let path = try desk.bus.files.write("kept.svg", "before")
    let full = try desk.shell("ulimit -f 1; trap '' XFSZ; memorize practice stats --svg '\(path)'")
    #expect(full.code == 1 && full.errors.contains("would exceed the limit"), "\(full.errors)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "before")
  }

  @Test func thePagesAreOnTheTerminal() throws {
    let screen = try TmuxScreen(desk)
    try screen.start("memorize practice stats", until: "q leave")
    try screen.waitFor { $0.contains("31+") && $0.contains("All decks") }
    try screen.press("Right")
    try screen.waitFor("due today")
    try screen.press("3")
    try screen.waitFor("asked for: 90.0%")
    try screen.press("Tab")
    try screen.waitFor("Stability in days")
    try screen.resize(40, 12)
    try screen.press("5")
    try screen.waitFor("Answers by the hour")
    try screen.press("q")
    _ = try screen.linesAfterEnd(0)
  }

  @Test func practiceShowsThemToo() throws {
    let screen = try TmuxScreen(desk)
    try screen.start("memorize practice play --deck Own --mode recall", until: "1 of ")
    try screen.press("S")
    try screen.waitFor { $0.contains("Ahead") && $0.contains("in a row") }
    try screen.press("q")
    try screen.waitFor { $0.contains("1 of ") && !$0.contains("Ahead") }
    try screen.press("q")
    try screen.waitFor("ended 0")
  }
}
