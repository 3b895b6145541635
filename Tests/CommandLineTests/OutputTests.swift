import TestSupport
import Testing

/// Colors, ASCII and sizes of what the verbs print.
@Suite(.timeLimit(.minutes(30))) struct OutputTests {
  private let desk: Desk

  init() throws {
    desk = try Desk()
    try desk.deal()
  }

  private static let colors: [([String: String], String, String?)] = [
    (["COLORTERM": "truecolor"], "always", "\u{1B}[38;2;"),
    (["TERM": "xterm-256color"], "always", "\u{1B}[38;5;"), ([:], "always", "\u{1B}["),
    (["COLORTERM": "24bit"], "auto", nil), (["COLORTERM": "24bit"], "never", nil),
    // xterm names its version alone.
    (["XTERM_VERSION": "XTerm(379)"], "always", "\u{1B}[38;2;"),
    (["XTERM_VERSION": "XTerm(379)"], "auto", nil),
    (["FORCE_COLOR": "1"], "auto", "\u{1B}["),
    (["FORCE_COLOR": "1", "NO_COLOR": "1"], "auto", "\u{1B}["),
    (["FORCE_COLOR": "0"], "auto", nil), (["FORCE_COLOR": ""], "auto", nil),
    (["FORCE_COLOR": "1"], "never", nil),
  ]

  @Test func anOldXtermGetsNoColorsThatItDoesNotHave() throws {
    for version in ["XTerm(330)", "XTerm", ""] {
      let board = try desk.memorize(
        "board", "--color", "always", with: ["XTERM_VERSION": version]
      ).output
      #expect(board.contains("\u{1B}[") && !board.contains("38;2;"), "\(version)")
    }
  }

  /// FORCE_COLOR was ignored: colors did not come through a pipe.
  @Test func colorsFollowOptionAndEnvironment() throws {
    for (environment, color, sequence) in Self.colors {
      let board = try desk.memorize("board", "--color", color, with: environment).output
      let isThere = board.contains(sequence ?? "\u{1B}")
      #expect(isThere == (sequence != nil), "\(environment) \(color)")
    }
  }

  /// Lists, statistics and the doctor were the only black and white things on a terminal.
  @Test(arguments: [
    "theme list", "deck list", "deck search cat", "history", "stats", "practice stats", "doctor",
  ])
  func listsHaveColorOnATerminal(verb: String) throws {
    // Ranked, so that the statistics have a chart.
    try desk.memorize("new", "--theme", "Halloween", "--pairs", "2", "--quiet")
    try Person(desk).win()
    try desk.addLetters()
    try desk.memorize("practice", "start", "--deck", "Letters", "--questions", "3", "--quiet")
    for _ in 0..<3 { try desk.answerRight("--quiet") }
    let words = verb.split(separator: " ").map(String.init)
    let trueColor = ["COLORTERM": "truecolor", "COLUMNS": "400"]
    let plain = try desk.memorize(words, with: trueColor).output
    #expect(!plain.contains("\u{1B}"))
    let colored = try desk.memorize(words + ["--color", "always"], with: trueColor).output
    #expect(colored.contains("\u{1B}[38;2;") || colored.contains(/\u{1B}\[1;38;2;/))
    // Colors say nothing that the words do not; the doctor names the terminal's colors.
    func lines(_ text: String) -> [Substring] {
      text.split(separator: "\n").filter { !$0.contains("stdout is not a terminal") }
    }
    #expect(lines(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "")) == lines(plain))
    for form in [["--plain"], ["--json"]] {
      let output = try desk.memorize(words + form + ["--color", "always"], with: trueColor).output
      #expect(!output.contains("\u{1B}"), "\(form)")
    }
  }

  @Test func aListIsColoredByTheTerminalUnlessAskedOtherwise() throws {
    func list(_ options: String = "", _ environment: [String: String] = [:]) throws -> String {
      try desk.shell(
        "script -qec 'memorize deck list \(options)' /dev/null",
        with: environment.merging(["COLORTERM": "truecolor"]) { $1 }
      ).output
    }
    #expect(try list().contains("\u{1B}["))
    #expect(try !list("--color never").contains("\u{1B}["))
    #expect(try !list("--plain").contains("\u{1B}["))
    #expect(try !list("", ["NO_COLOR": "1"]).contains("\u{1B}["))
    #expect(try !list("", ["TERM": "dumb"]).contains("\u{1B}["))
  }

  /// The board as a terminal gets it.
  private func board(_ options: String, _ environment: [String: String]) throws -> String {
    let line = "script -qec 'memorize board \(options)' /dev/null"
    return try desk.shell(line, with: environment).output
  }

  @Test func aTerminalGetsColorsUnlessAskedOtherwise() throws {
    try desk.memorize("flip", "0", "--quiet")
    let colored = try board("--faces text", ["COLORTERM": "truecolor"])
    #expect(colored.contains("\u{1B}[38;2;"))
    // The cursor is placed anew after a face.
    #expect(colored.contains("G"))
    #expect(try !board("", ["COLORTERM": "truecolor", "NO_COLOR": "1"]).contains("38;2;"))
    #expect(try !board("", ["COLORTERM": "truecolor", "TERM": "dumb"]).contains("\u{1B}"))
  }

  /// A terminal that has no colors was sent those of the sixteen.
  @Test func aTerminalWithoutColorsGetsNone() throws {
    for name in ["vt100", "vt52", "vt220", "vt320-w", "xterm-mono", "rxvt-m", "xterm-r6"] {
      #expect(try !board("", ["TERM": name]).contains(/\u{1B}\[[0-9;]*m/), "\(name)")
      #expect(try board("--color always", ["TERM": name]).contains(/\u{1B}\[[0-9;]*m/), "\(name)")
    }
    for name in ["linux", "xterm", "screen", "xterm-vt220", "vte", "mintty"] {
      #expect(try board("", ["TERM": name]).contains(/\u{1B}\[[0-9;]*m/), "\(name)")
    }
  }

  @Test func asciiHasNamesAndNothingElse() throws {
    try desk.memorize("flip", "0", "--quiet")
    let board = try desk.memorize("board", "--ascii").output
    #expect(board.utf8.allSatisfy { $0 < 128 })
    #expect(board.contains("lollipop"))
  }

  @Test func matchedCardsMayLeaveTheirPlaces() throws {
    try desk.memorize("flip", "0", "6", "--quiet")
    #expect(try desk.memorize("board").output.contains("🍭"))
    #expect(try !desk.memorize("board", "--matched", "blank").output.contains("🍭"))
  }

  @Test func aBoardThatFitsNowhereIsPaged() throws {
    try desk.memorize("new", "--theme", "Halloween", "--pairs", "all", "--quiet")
    let board = try desk.memorize("board", with: ["COLUMNS": "12", "LINES": "5"]).output
    #expect(board.contains("Page 1 of 5"))
    let cards = board.split(separator: "\n").filter { !$0.contains("of") }
    #expect(cards.flatMap { $0.split(separator: " ") } == (0..<18).map { "\($0)" })
  }

  @Test func anEndlessAreaHasAnEnd() throws {
    // COLUMNS and LINES of many digits made the drawing take minutes and gigabytes.
    let board = try desk.memorize("board", with: ["COLUMNS": "99999", "LINES": "100000"])
    #expect(board.code == 0)
    let lines = board.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 500)
    #expect(lines.allSatisfy { $0.count <= 1_000 })
  }
}
