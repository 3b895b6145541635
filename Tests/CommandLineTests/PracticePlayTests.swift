import Foundation
import TestSupport
import Testing

/// `memorize practice play` as its user has it: on a terminal, with keys and mouse.
@Suite(.timeLimit(.minutes(30))) struct PracticePlayTests {
  @Test(arguments: [(80, 24), (59, 24), (40, 12), (20, 6)])
  func aWholeSessionByKeys(columns: Int, rows: Int) throws {
    let quiz = try PracticeScreenDesk()
    try quiz.register("Ada")
    let screen = try quiz.playing(columns: columns, rows: rows)
    var last = "/5"
    for number in 1...5 {
      let text = try screen.waitFor { $0.hasPrefix("\(number)/5") && $0.contains(last) }
      let shown = try ShownQuestion(text)
      if columns > 40 {
        // Side by side they share a row, and one above the other they do not.
        let row = text.split(separator: "\n").first {
          $0.contains(shown.question) && !$0.hasPrefix("✓")
        }
        #expect(row?.contains("│") == (columns == 80))
        #expect(text.contains("said \(shown.question)"))
      }
      if number == 2 {
        for wrong in shown.wrong {
          try screen.press(wrong.key)
          let text = try screen.waitFor { $0.contains("✗ \(wrong.word)") }
          // The same question, number and choices.
          #expect(text.hasPrefix("2/5"))
          #expect(try ShownQuestion(text).right == shown.right)
        }
      }
      if number == 3 {
        let steps = try #require(Int(shown.right.key)) - 1
        try screen.press("Home")
        for _ in 0..<steps { try screen.press(steps == 1 ? "j" : "Down") }
        try screen.press("Enter")
      } else {
        try screen.press(shown.right.key)
      }
      last = number < 5 ? "✓ \(shown.question)" : "Well done, Ada"
    }
    let end = try screen.waitFor { $0.hasPrefix("5/5") && $0.contains("Well done, Ada") }
    #expect(columns < 80 || end.contains("4 of 5 at the first") && end.contains("2 wrong"))
    #expect(try quiz.property("State") == "finished")
    try screen.press("q")
    try quiz.isAsBefore(screen, code: 0, isNarrow: columns < 40)
  }

  @Test func theEndIsLedOutOf() throws {
    let quiz = try PracticeScreenDesk()
    let screen = try quiz.playing(options: "--deck Numbers --questions 3", awaiting: "1/3")
    for _ in 1...3 { try quiz.answer() }
    try screen.waitFor("Well done: 3 of 3 at the first")
    try screen.press("u")
    try screen.waitFor("3/3   Numbers")
    try quiz.answer()
    try screen.waitFor("Well done")
    try screen.press("n")
    try screen.waitFor { $0.hasPrefix("1/3") && $0.contains("0 first try") }
    try screen.press("R")
    try screen.waitFor("y or n")
    try screen.press("n", "?")
    try screen.waitFor("makes the next key a command.")
    try screen.press("q")
    try quiz.isAsBefore(screen, code: 0)
    #expect(try quiz.property("State") == "asking")
  }

  @Test func choicesAreClickedOn() throws {
    let quiz = try PracticeScreenDesk()
    let screen = try quiz.playing(terminal: "xterm-256color")
    let text = try screen.waitFor("1/5")
    let shown = try ShownQuestion(text)
    for (row, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      guard let place = line.firstRange(of: "\(shown.right.key) \(shown.right.word)") else {
        continue
      }
      // The deck's words take a cell a letter.
      try screen.click((line.distance(from: line.startIndex, to: place.lowerBound) + 1, row))
    }
    try screen.waitFor { $0.hasPrefix("2/5") && $0.contains("✓ \(shown.question)") }
  }

  @Test func theWindowChangesInTheMiddle() throws {
    let quiz = try PracticeScreenDesk()
    let screen = try quiz.playing(columns: 200, rows: 60)
    let large = try ShownQuestion(try screen.waitFor { $0.contains("1/5") && $0.contains("│") })
    try screen.resize(20, 6)
    let small = try ShownQuestion(
      try screen.waitFor { $0.hasPrefix("1/5") && !$0.contains("│") && $0.contains("3 ") })
    #expect(small.question == large.question && small.right == large.right)
    try screen.press(small.right.key)
    try screen.waitFor { $0.hasPrefix("2/5") && $0.contains("✓ ") }
    try screen.resize(200, 60)
    try screen.waitFor { $0.contains("2/5   Numbers   choices") && $0.contains("│") }
  }

  @Test func othersAreSeenAtOnce() throws {
    let quiz = try PracticeScreenDesk()
    let screen = try quiz.playing()
    let first = try ShownQuestion(try screen.text)
    try quiz.answer(isCorrect: false)
    try screen.waitFor { $0.hasPrefix("1/5") && $0.contains("✗ ") && $0.contains("1 wrong") }
    try quiz.answer()
    try screen.waitFor { $0.hasPrefix("2/5") && $0.contains("✓ \(first.question) = ") }
    try quiz.call("Stop")
    try screen.waitFor("No session is on.")
    try quiz.call("Start", "a{sv}", "2", "deck", "s", "Numbers", "mode", "s", "recall")
    try screen.waitFor("recall")
    try quiz.call("Reveal", "u", "1")
    // It was revealed to somebody else, and is told here as well.
    let answer = try #require(PracticeScreenDesk.words[try quiz.property("Question")])
    try screen.waitFor { $0.contains(answer) && $0.contains("3 well") }
  }

  @Test func anAnswerIsTyped() throws {
    let quiz = try PracticeScreenDesk()
    let screen = try quiz.playing(
      options: "--deck Numbers --mode typed --direction backward", awaiting: "typed, backward")
    try screen.type("nönsense 日本")
    try screen.press("Enter")
    try screen.waitFor { $0.contains("✗ nönsense 日本") && $0.hasPrefix("1/5") }
    let english = try quiz.property("Question")
    let german = try #require(PracticeScreenDesk.words.first { $0.value == english }?.key)
    // The first letter comes last.
    try screen.type("\(german.dropFirst())x")
    try screen.press("BSpace", "Home")
    try screen.type(String(german.prefix(1)))
    try screen.waitFor("> \(german)")
    try screen.press("Enter")
    try screen.waitFor { $0.hasPrefix("2/5") && $0.contains("✓ \(english) = \(german)") }
    try screen.press("Escape")
    try screen.waitFor("r reveals, u takes back")
    try screen.press("u")
    try screen.waitFor { $0.hasPrefix("1/5") && !$0.contains("✓") }
    try screen.press("Escape")
    try screen.waitFor("r reveals, u takes back")
    try screen.press("r")
    try screen.waitFor { $0.contains("✗ \(english) = \(german)") }
  }

  @Test func recallIsRevealedAndGraded() throws {
    let quiz = try PracticeScreenDesk()
    let screen = try quiz.playing(options: "--deck Numbers --mode recall", awaiting: "recall")
    let question = try quiz.property("Question")
    let answer = try #require(PracticeScreenDesk.words[question])
    #expect(try !screen.text.contains(answer))
    try screen.press("r")
    try screen.waitFor { $0.contains(answer) && $0.contains("4 at once") }
    try screen.press("u")
    try screen.waitFor { !$0.contains(answer) }
    try screen.press("Enter")
    try screen.waitFor { $0.contains(answer) && $0.contains("4 at once") }
    try screen.press("1")
    try screen.waitFor { $0.contains("✗ \(question) = \(answer)") && $0.hasPrefix("2/5") }
  }

  @Test func hiddenChoicesAreShownOnDemand() throws {
    let quiz = try PracticeScreenDesk()
    try quiz.set("ShowChoices", "b", "false")
    let screen = try quiz.playing(awaiting: "c the choices")
    let answer = try #require(PracticeScreenDesk.words[try quiz.property("Question")])
    try screen.press("1", "2", "3")
    #expect(try !screen.text.contains(answer))
    try screen.press("c")
    let shown = try ShownQuestion(try screen.waitFor(answer))
    try screen.press(shown.right.key)
    try screen.waitFor { $0.hasPrefix("2/5") && $0.contains("c the choices") }
    // The setting holds at once.
    try quiz.set("ShowChoices", "b", "true")
    try screen.waitFor { $0.hasPrefix("2/5") && !$0.contains("c the choices") }
    #expect(try quiz.property("Wrong") == "0")
  }

  @Test func theDaemonGoesAndComesBack() throws {
    let quiz = try PracticeScreenDesk()
    let screen = try quiz.playing()
    quiz.desk.killDaemon()
    try screen.waitFor("The service memorized is gone")
    try screen.press("1")
    try screen.waitFor("is not running")
    try quiz.desk.startDaemon()
    try screen.waitFor("The service is back.")
    try quiz.answer()
    try screen.waitFor { $0.hasPrefix("2/5") && $0.contains("✓") }
  }

  /// No answer counts whose outcome nobody is told: the service that it would start is started only.
  @Test func anAnswerToAServiceThatIsGoneIsNotGiven() throws {
    let quiz = try PracticeScreenDesk(activates: true)
    let screen = try quiz.playing()
    let shown = try ShownQuestion(try screen.text)
    quiz.desk.killDaemon()
    try screen.waitFor("The service memorized is gone")
    try screen.press(shown.wrong[0].key)
    try screen.waitFor("The service is back.")
    #expect(try quiz.property("Wrong") == "0")
    try screen.press(shown.wrong[0].key)
    try screen.waitFor { $0.contains("✗ \(shown.wrong[0].word)") && $0.contains("1 wrong") }
    try screen.press(shown.right.key)
    try screen.waitFor { $0.hasPrefix("2/5") && $0.contains("✓ \(shown.question)") }
  }

  /// A session that is on does not end for one that the terminal cannot show.
  @Test func anUnknownTerminalLeavesTheSessionAlone() throws {
    let quiz = try PracticeScreenDesk()
    try quiz.call("Start", "a{sv}", "2", "deck", "s", "Numbers", "mode", "s", "typed")
    let screen = try TmuxScreen(quiz.desk)
    try screen.run("TERM=nonesuch memorize practice play --mode recall; echo \"ended $?\"")
    #expect(try screen.waitFor("ended 2").contains("not known to terminfo"))
    #expect(try quiz.property("Mode") == "typed")
    #expect(try quiz.property("Revision") == "1")
  }

  @Test func aSignalPutsTheTerminalBack() throws {
    let quiz = try PracticeScreenDesk()
    let screen = try quiz.playing()
    kill(try #require(try screen.program), SIGTERM)
    try quiz.isAsBefore(screen, code: 128 + SIGTERM)
    #expect(try quiz.property("State") == "asking")
  }

  @Test func aSessionThatIsOnIsTakenUp() throws {
    let quiz = try PracticeScreenDesk()
    try quiz.call("Start", "a{sv}", "2", "deck", "s", "Numbers", "questions", "u", "4")
    try quiz.answer()
    let screen = try quiz.playing(options: "", awaiting: "2/4")
    try screen.press("q")
    try screen.waitFor("ended 0")
    try screen.run("clear; memorize practice play --questions 3")
    try screen.waitFor("1/3")
    try screen.press("q")
    try screen.waitFor("$")
    for _ in 1...3 { try quiz.answer() }
    // One that is over is none to be taken up.
    try screen.run("clear; memorize practice play")
    try screen.waitFor("1/5")
  }

  @Test func whatCannotBePractisedIsSaid() throws {
    let quiz = try PracticeScreenDesk()
    let piped = try quiz.desk.memorize("practice", "play")
    #expect(piped.code == 2 && piped.errors.contains("practice play --plain"))
    #expect(try quiz.desk.memorize("practice", "play", "--json").code == 2)
    for (options, code) in [
      (["--deck", "Nothing"], Int32(6)), (["--questions", "2"], 2), (["--mode", "nonsense"], 2),
    ] {
      let outcome = try Outcome(
        Programs.memorize, ["practice", "play", "--plain"] + options,
        environment: quiz.desk.environment)
      #expect(outcome.code == code && !outcome.errors.isEmpty, "\(options)")
    }
  }

  /// A service of an older version knows no practice.
  @Test func anotherVersionIsNamed() throws {
    let desk = try Desk(runs: false)
    let service = try FakeService.start(on: desk.bus, version: "9.8.7")
    let outcome = try desk.memorize("practice", "play", "--plain")
    #expect(outcome.code == 7 && outcome.errors.contains("9.8.7"))
    service.signal(SIGKILL)
  }
}
