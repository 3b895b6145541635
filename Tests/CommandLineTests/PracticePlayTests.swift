import DBus
import EventLoop
import Foundation
import MemorizeBus
import TestSupport
import Testing

/// `memorize practice play` as its user has it: on a terminal, with keys and mouse.
@Suite(.timeLimit(.minutes(30))) struct PracticePlayTests {
  @Test(arguments: [(80, 24), (20, 6)])
  func aWholeSessionByKeys(columns: Int, rows: Int) throws {
    let desk = try Desk.withNumbers()
    try desk.memorize("profile", "register", "Ada", "--quiet")
    let screen = try desk.practicing(columns: columns, rows: rows)
    let place = { (number: Int) in rows < 10 ? "\(number)/5" : "\(number) of 5" }
    var last = place(1)
    var asked: String?
    for number in 1...5 {
      // A frame that is only half drawn has its place, and below it no question or the last one.
      let text = try screen.waitFor { text in
        guard let shown = ShownQuestion(text), shown.question != asked else { return false }
        return text.contains(place(number)) && text.contains(last)
          && (columns < 40 || text.contains("said \(shown.question)"))
      }
      let shown = try #require(ShownQuestion(text), "\(text)")
      asked = shown.question
      if number == 2 {
        for wrong in shown.wrong {
          try screen.press(wrong.key)
          let text = try screen.waitFor { $0.contains("✗ \(wrong.key)") }
          // The same question, number and choices.
          #expect(text.contains(place(2)))
          #expect(try #require(ShownQuestion(text)).right == shown.right)
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
      if number == 2 {
        // It was missed, and stays until a key.
        let text = try screen.waitFor { $0.contains("✓ \(shown.right.key)") }
        #expect(text.contains(place(2)) && (text.contains("q quit") || rows < 7))
        try screen.press("Space")
      }
      last = number < 5 ? "✓ \(shown.question)" : "Well done, Ada"
    }
    let result = try screen.waitFor("Well done, Ada")
    #expect(columns < 40 || result.contains("4 of 5 right on the first try"))
    #expect(columns < 40 || result.contains("Missed:"))
    #expect(try desk.practice().text("state") == "finished")
    try screen.press("q")
    #expect(try screen.linesAfterEnd(0).isEmpty)
  }

  /// The verb alone must not end with an error on a terminal.
  ///
  /// Two lines were printed if nothing is due, and the deck they named was nobody's choice.
  @Test func aloneItPracticesWhatIsDueOrAsksForADeck() throws {
    let desk = try Desk.withNumbers()
    let screen = try TmuxScreen(desk, columns: 80, rows: 24)
    for _ in 0..<2 {
      // Then the session is resumed.
      try screen.start("memorize practice")
      try screen.waitFor { $0.contains("All decks") && $0.contains("1 of 5") }
      try screen.press("q")
      try screen.waitFor("ended 0")
    }
    try desk.memorize("practice", "stop", "--quiet")
    try desk.memorize("practice", "config", "set", "new-per-day", "0", "--quiet")
    // A busy machine may be slow to answer.
    try screen.start("memorize practice --timeout 60")
    try screen.waitFor { $0.contains("Nothing is due") && $0.contains("Numbers") }
    try screen.type("/numb")
    try screen.press("Enter")
    try screen.waitFor { $0.contains("Numbers") && $0.contains("1 of ") }
    try screen.press("q")
    try screen.waitFor("ended 0")
  }

  /// The notifier shows no question beside a screen that shows it: not even the first one for a
  /// moment, nor for ever after a screen was stopped or killed.
  @Test func aScreenSaysThatItShowsTheQuestions() throws {
    let desk = try Desk.withNumbers()
    let loop = try Loop()
    let bus = try Connection(to: BusAddress(desk.bus.address), loop: loop)
    var events: [String] = []
    bus.followOwner(of: NotifierContract.screenName, onFailure: { _ in }) {
      events.append($0 == nil ? "free" : "shown")
    }
    let service = Proxy(bus, to: MemorizeContract.name, at: MemorizeContract.path)
    service.on(PracticeContract.questionAsked) { _, _, _, _, _ in events.append("asked") }
    #expect(loop.waits { events == ["free"] })
    let screen = try TmuxScreen(desk)
    try screen.start("memorize practice")
    try screen.waitFor("1 of 5")
    #expect(loop.waits { events == ["free", "shown", "asked"] })
    try screen.press("C-z")
    #expect(loop.waits { events.last == "free" })
    try screen.run("fg")
    #expect(loop.waits { events.last == "shown" })
    kill(try #require(try screen.program), SIGKILL)
    #expect(loop.waits { events.last == "free" })
    try desk.memorize("practice", "stop", "--quiet")
    try screen.start("memorize practice play --due")
    #expect(loop.waits { events.suffix(2) == ["shown", "asked"] })
    try screen.waitFor("1 of ")
    try screen.press("q")
    #expect(loop.waits { events.last == "free" })
    try desk.memorize("practice", "stop", "--quiet")
    try screen.start("memorize while --min 0 -- sleep 600")
    #expect(loop.waits { events.suffix(2) == ["shown", "asked"] })
    try screen.waitFor("1 of ")
    // The command is in front again.
    try screen.press("q")
    #expect(loop.waits { events.last == "free" })
  }

  /// Keys that arrived together, as `r 4`, were dropped while a reply was pending.
  @Test func keysThatArriveTogetherAreAllTaken() throws {
    let desk = try Desk.withNumbers()
    let screen = try desk.practicing(options: "--deck Numbers --mode recall")
    try screen.type("r4r4r3r2")
    try screen.waitFor("5 of 5")
    #expect(try desk.practice().number("answered") == 4)
    try screen.type("r3")
    try screen.waitFor("5 of 5 right on the first try")
    try screen.type("Rr1")
    try screen.waitFor("1 missed")
    try screen.type("q")
    try screen.waitFor("ended 0")
  }

  @Test func answersAndSettingsOfOthersAreSeenAtOnce() throws {
    let desk = try Desk.withNumbers()
    try desk.memorize("practice", "config", "set", "show-choices", "no", "--quiet")
    let screen = try desk.practicing(awaiting: "c  Show choices")
    try desk.memorize("practice", "config", "set", "show-choices", "yes", "--quiet")
    let first = try screen.question("1 of 5")
    try desk.answerWrong("--quiet")
    try screen.waitFor { $0.contains("1 of 5") && $0.contains("✗ ") && $0.contains("1 missed") }
    try desk.answerRight("--quiet")
    try screen.waitFor { $0.contains("1 of 5") && $0.contains("✓ \(first.right.key)") }
    try screen.press("Enter")
    try screen.waitFor("2 of 5")
    try desk.memorize("practice", "stop", "--quiet")
    try screen.waitFor("No session.")
    try desk.memorize("practice", "start", "--deck", "Numbers", "--mode", "recall", "--quiet")
    try screen.waitFor("Show answer")
    let answer = try desk.question().answer
    try desk.memorize("practice", "reveal", "--quiet")
    // Another client revealed it, and it is shown here too.
    try screen.waitFor { $0.contains(answer) && $0.contains("3 Good") }
  }

  @Test func anAnswerIsTyped() throws {
    let desk = try Desk.withNumbers()
    let screen = try desk.practicing(
      options: "--deck Numbers --mode typed --direction backward", awaiting: "back → front")
    try screen.type("nönsense 日本")
    try screen.press("Enter")
    try screen.waitFor { $0.contains("✗ nönsense 日本") && $0.contains("1 of 5") }
    let english = try desk.question().text
    let german = try #require(Desk.numbers.first { $0.value == english }?.key)
    // The first letter comes last.
    try screen.type("\(german.dropFirst())x")
    try screen.press("BSpace", "Home")
    try screen.type(String(german.prefix(1)))
    try screen.waitFor("> \(german)")
    try screen.press("Enter")
    try screen.waitFor("✓ \(german)")
    try screen.press("Enter")
    try screen.waitFor { $0.contains("2 of 5") && $0.contains("Before: ✓ \(english)") }
    try screen.press("Escape")
    try screen.waitFor("u undo")
    try screen.press("u")
    try screen.waitFor { $0.contains("1 of 5") && !$0.contains("✓") }
  }

  /// No answer counts whose outcome nobody sees: the service that it would start is started only.
  @Test func anAnswerToAServiceThatIsGoneIsNotGiven() throws {
    let desk = try Desk.withNumbers(activates: true)
    let screen = try desk.practicing()
    let shown = try screen.question("1 of 5")
    desk.killDaemon()
    try screen.waitFor("The service has stopped")
    try screen.press(shown.wrong[0].key)
    try screen.waitFor("The service is back.")
    #expect(try desk.practice().number("wrong") == 0)
    try screen.press(shown.wrong[0].key)
    try screen.waitFor { $0.contains("✗ \(shown.wrong[0].key)") && $0.contains("1 missed") }
    try screen.press(shown.right.key)
    try screen.waitFor("✓ \(shown.right.key)")
    try screen.press("Enter")
    try screen.waitFor("2 of 5")
  }

  /// A session that is on does not end for one that the terminal cannot show.
  @Test func anUnknownTerminalLeavesTheSessionAlone() throws {
    let desk = try Desk.withNumbers()
    try desk.memorize("practice", "start", "--deck", "Numbers", "--mode", "typed", "--quiet")
    let screen = try TmuxScreen(desk)
    try screen.run("TERM=nonesuch memorize practice play --mode recall; echo \"ended $?\"")
    #expect(try screen.waitFor("ended 2").contains("not known to terminfo"))
    #expect(try desk.practice().text("mode") == "typed")
    #expect(try desk.practice().number("revision") == 1)
  }

  @Test func aSessionInProgressIsResumed() throws {
    let desk = try Desk.withNumbers()
    try desk.memorize("practice", "start", "--deck", "Numbers", "--questions", "4", "--quiet")
    try desk.answerRight("--quiet")
    let screen = try desk.practicing(options: "", awaiting: "2 of 4")
    try screen.press("q")
    try screen.waitFor("ended 0")
    try screen.runCleared("memorize practice play --questions 3; echo \"ended $?\"")
    try screen.waitFor("1 of 3")
    try screen.press("q")
    try screen.waitFor("ended 0")
    for _ in 1...3 { try desk.answerRight("--quiet") }
    // A finished session is not resumed: a deck is chosen.
    try screen.runCleared("memorize practice play")
    try screen.waitFor("All decks")
    try screen.press("/")
    try screen.type("numb")
    try screen.waitFor("▌ Numbers")
    try screen.press("Enter")
    try screen.waitFor("1 of ")
  }

  @Test func aWrongStartIsReported() throws {
    let desk = try Desk.withNumbers()
    let piped = try desk.memorize("practice", "play")
    #expect(piped.code == 2 && piped.errors.contains("practice play --plain"))
    #expect(try desk.memorize("practice", "play", "--json").code == 2)
    for (options, code) in [
      (["--deck", "Nothing"], Int32(6)), (["--questions", "21"], 2), (["--mode", "nonsense"], 2),
    ] {
      let outcome = try desk.memorize(["practice", "play", "--plain"] + options)
      #expect(outcome.code == code && !outcome.errors.isEmpty, "\(options)")
    }
  }
}
