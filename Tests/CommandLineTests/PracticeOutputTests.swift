import Foundation
import Practice
import TestSupport
import Testing

/// The output of the practice verbs.
@Suite(.timeLimit(.minutes(30))) struct PracticeOutputTests {
  private let desk: Desk

  init() throws {
    desk = try Desk()
    try desk.addLetters()
  }

  private func start(_ options: String...) throws -> Outcome {
    try desk.memorize(["practice", "start", "--deck", "Letters", "--questions", "3"] + options)
  }

  @Test func aSessionIsAnsweredToItsEnd() throws {
    let started = try start()
    #expect(started.code == 0 && started.errors.isEmpty)
    let lines = started.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == "started: Letters, 3 questions")
    #expect(lines[1].contains(/^1\/3  ([a-e]) \[\1\1\]$/))
    #expect(lines[2...].map { $0.prefix(5) } == ["  1  ", "  2  ", "  3  "])
    #expect(try desk.memorize("practice").output == lines[1...].joined(separator: "\n"))

    let question = try desk.question().text
    let plain = try desk.memorize("practice", "--plain").output.split(separator: "\n")
    #expect(plain[0] == "question\t1\t3\t\(question)\t\(question)\(question)\tchoices\tasking")
    let wrong = try desk.answerWrong()
    #expect(wrong.code == 0)
    #expect(wrong.output.hasPrefix("wrong: \(question) is not “"))
    // The same question stays, with the same choices, of which the wrong one is marked.
    let again = wrong.output.split(separator: "\n").dropFirst()
    #expect(
      again.map { String($0).replacing("  (wrong)", with: "") } == lines[1...].map(String.init)
        && again.count { $0.hasSuffix("  (wrong)") } == 1)
    let marked = try desk.memorize("practice", "show", "--plain").output.split(separator: "\n")
    #expect(marked.count { $0.contains(/^choice\t\d\t[A-E]\twrong$/) } == 1)
    #expect(marked.count { $0.contains(/^choice\t\d\t[A-E]$/) } == 2)
    #expect((try desk.practice()["wrong_choices"] as? [Int])?.count == 1)
    let right = try desk.answerRight()
    #expect(right.output.hasPrefix("right: \(question) = \(question.uppercased())\n2/3  "))
    try desk.answerRight("--quiet")
    #expect(
      try desk.memorize("practice", "status").output
        == "Letters: question 3 of 3, 1 mistake, 1 right first time; 0 due, 3 new")
    let last = try desk.answerRight()
    let end = "Well done: 2 of 3 on the first try\npractice streak 1 day"
    #expect(last.output.hasSuffix("\n" + end))
    #expect(try desk.memorize("practice", "show").output == end)
    #expect(
      try desk.memorize("practice", "status").output
        == "Letters: finished: 3 cards, 1 mistake, 2 right first time; 0 due, 2 new; streak 1 day")
    #expect(try desk.memorize("practice", "restart").output.hasPrefix("started: Letters, 3 q"))
  }

  /// `memorize practice --mode typed` was an unknown option.
  @Test func theQueueTakesTheOptionsOfASession() throws {
    let resumed = try desk.memorize("practice", "--json").json.object("practice")
    #expect(resumed.text("mode") == "choices" && resumed.text("deck") == "")
    let typed = try desk.memorize("practice", "--mode", "typed", "--json").json.object("practice")
    #expect(typed.text("mode") == "typed" && typed.text("deck") == "")
    let one = try desk.memorize(
      "practice", "--deck", "letters", "--direction", "backward", "--questions", "2", "--json")
    let session = one.json.object("practice")
    #expect(session.text("deck") == "Letters" && session.number("questions") == 2)
    #expect(session.text("direction") == "backward")
    let unknown = try desk.memorize("practice", "--deck", "leters")
    #expect(unknown.code == 6 && unknown.errors.contains("“Letters”"))
    // What was asked for is not there: the session in progress is not resumed in its stead.
    try desk.memorize("practice", "config", "set", "new-per-day", "0", "--quiet")
    let nothing = try desk.memorize("practice", "--deck", "letters")
    #expect(nothing.code == 5 && nothing.output.isEmpty)
  }

  /// Backward it was never shown how an answer is read.
  @Test(arguments: ["with-question", "with-answer"], ["forward", "backward"])
  func aReadingIsPrintedWithItsAnswer(reading: String, direction: String) throws {
    let set = try desk.memorize("practice", "config", "set", "reading", reading)
    #expect(set.output == "set: reading \(reading)")
    // It stands with the question already.
    let isShown = reading == "with-question" && direction == "forward"
    func begin(_ mode: String) throws -> String {
      _ = try start("--mode", mode, "--direction", direction, "--quiet")
      let practice = try desk.practice()
      let question = try #require(practice.text("question"))
      let read = question.lowercased() + question.lowercased()
      #expect(practice.text("pronunciation") == (isShown ? read : ""))
      #expect(try desk.memorize("practice", "show").output.contains("[\(read)]") == isShown)
      return question
    }
    func answer(_ question: String) -> String {
      direction == "forward" ? question.uppercased() : question.lowercased()
    }
    var question = try begin("typed")
    var read = question.lowercased() + question.lowercased()
    let typed = try desk.memorize("practice", "answer", answer(question), "--plain").output
    #expect(typed.split(separator: "\n").contains("reading: \(read)") == !isShown)
    question = try begin("typed")
    read = question.lowercased() + question.lowercased()
    let right = try desk.memorize("practice", "answer", answer(question)).output
    #expect(right.split(separator: "\n").contains("  [\(read)]") == !isShown)
    #expect(try desk.practice().text("answer_pronunciation") == read)
    question = try begin("typed")
    read = question.lowercased() + question.lowercased()
    let givenUp = try desk.memorize("practice", "reveal").output
    #expect(givenUp.split(separator: "\n").contains("  [\(read)]") == !isShown)
    question = try begin("recall")
    read = question.lowercased() + question.lowercased()
    let revealed = try desk.memorize("practice", "reveal", "--plain").output
    #expect(revealed.split(separator: "\n").contains("reading\t\(read)") == !isShown)
    let shown = try desk.memorize("practice", "show").output
    #expect(shown.split(separator: "\n").contains("[\(read)]") == !isShown)
  }

  /// Recalled first: the choices are printed on demand only.
  @Test func choicesMayBeLeftOut() throws {
    try desk.memorize("practice", "config", "set", "show-choices", "no", "--quiet")
    let text = try desk.memorize("practice", "start", "--deck", "Letters").output
    #expect(text.hasSuffix("3 choices: see them with “memorize practice show --choices”."))
    for arguments in [["show"], ["undo"], ["restart"], ["start"], []] {
      for form in [[], ["--plain"], ["--json"]] {
        let outcome = try desk.memorize(["practice"] + arguments + form)
        let letters = Set(outcome.output.filter { ("A"..."E").contains($0) })
        #expect(letters.isEmpty, "\(arguments) \(outcome.output)")
      }
    }
    let practice = try desk.memorize("practice", "show", "--json").json.object("practice")
    #expect(practice["choices"] == nil)
    #expect(try desk.practice()["choices"] as? [String] != nil)
    let lines = try desk.memorize("practice", "show", "--choices").output.split(separator: "\n")
    #expect(lines.count == 4)
    // They can be answered even so.
    let right = try desk.answerRight("--choices")
    #expect(right.output.split(separator: "\n").count == 5)
  }

  /// Each deck once showed today's allowance as its own new cards.
  @Test func decksAreListed() throws {
    let text = try desk.memorize("practice", "decks").output.split(separator: "\n")
    #expect(text.first?.contains(/^deck +cards  due  unseen$/) == true)
    #expect(text.contains { $0.contains(/^Japanese basics +(\d\d) +0 +\1$/) })
    #expect(text.contains { $0.contains(/^Letters +5 +0 +5$/) })
    #expect(text.last == "5 new cards are left for today.")
    let plain = try desk.memorize("deck", "list", "--plain").output.split(separator: "\n")
    #expect(plain.contains("Letters\t5\t0\t5"))
    try desk.memorize("practice", "config", "set", "new-per-day", "1", "--quiet")
    #expect(try desk.memorize("deck", "list").output.hasSuffix("1 new card is left for today."))
    try desk.memorize("practice", "config", "set", "new-per-day", "0", "--quiet")
    #expect(try desk.memorize("deck", "list").output.hasSuffix("No new cards are left for today."))
  }

  /// The streak was a number that fell to 0 overnight, without a word on the day before.
  @Test func theStreakSaysWhatEndsTheDay() throws {
    let warning = "streak 1 day; finish a session today to keep it"
    func lines() throws -> [String] {
      try [["practice", "status"], [], ["practice", "stats"], ["practice", "show"]].map {
        try desk.memorize($0).output
      }
    }
    #expect(try lines().allSatisfy { !$0.contains("streak") })
    try desk.memorize("practice", "start", "--deck", "Letters", "--questions", "3", "--quiet")
    for _ in 0..<3 { try desk.answerRight("--quiet") }
    #expect(try lines().allSatisfy { $0.contains("streak 1 day") && !$0.contains(warning) })
    desk.killDaemon()
    let changed = try Outcome(
      "/usr/bin/python3",
      [
        "-c",
        """
        import sqlite3, sys
        with sqlite3.connect(sys.argv[1]) as store:
            store.execute("UPDATE past_sessions SET done_on = done_on - 1")
            store.execute("UPDATE fact SET subject = subject - 1 WHERE kind = 'practiced'")
        """, desk.bus.files.path("state/memorize/memorize.sqlite"),
      ])
    #expect(changed.code == 0, "\(changed.errors)")
    try desk.startDaemon()
    #expect(try lines().allSatisfy { $0.contains(warning) })
    let status = try desk.memorize("practice", "status", "--json").json.object("practice")
    #expect(status.number("streak") == 1 && status["finished_today"] as? Bool == false)
  }

  @Test func statisticsHaveAChart() throws {
    let none = try desk.memorize("practice", "stats")
    #expect(none.code == 0)
    #expect(none.output.hasPrefix("No card has been answered yet: start with “memorize practice”"))
    try desk.memorize("practice", "start", "--deck", "Letters", "--questions", "3", "--quiet")
    for _ in 0..<3 { try desk.answerRight("--quiet") }
    let text = try desk.memorize("practice", "stats", "--ascii").output
    #expect(
      text.hasPrefix(
        "3 answers\nno card has been reviewed on a later day yet\nyou would remember about "))
    #expect(text.contains("\n\nreviews due today and on the next 29 days: 3 in all\n5 |"))
    #expect(text.contains("\npractice streak 1 day\n"))
    #expect(text.utf8.allSatisfy { $0 < 0x80 })
    // The locale is C, and has no blocks.
    #expect(try desk.memorize("practice", "stats").output == text)
    #expect(
      try desk.memorize("practice", "stats", with: ["LC_ALL": "C.UTF-8"]).output.contains("│"))
    let narrow = try desk.memorize("practice", "stats", with: ["COLUMNS": "20"]).output
      .split(separator: "\n")
    #expect(narrow.suffix(4).allSatisfy { $0.count <= 20 })
  }

  @Test func parametersAreSetFromAnyListOfNumbers() throws {
    // Lines, as jq prints the numbers of a list, were refused.
    for separator in [" ", ", ", "\n", "\t"] {
      let list = FSRSParameters.published.text.replacing(" ", with: separator)
      let json = try desk.memorize("practice", "config", "set", "parameters", list, "--json").json
      let parameters = try #require(json.object("settings")["parameters"] as? [Double])
      #expect(parameters == FSRSParameters.published.values)
    }
    // An empty value, which an unset variable has, set the published parameters without a word.
    #expect(try desk.memorize("practice", "config", "set", "parameters", "").code == 2)
    let kept = try desk.memorize("practice", "config", "get", "parameters").output
    #expect(kept == FSRSParameters.published.text)
    let text = try desk.memorize("practice", "config", "get").output.split(separator: "\n")
    #expect(text.first == "questions-per-session  5")
  }

  @Test func practiceAsksWhatIsDueInAllDecks() throws {
    // “practice decks” said that cards are due, and no command asked them all.
    let desk = try Desk()
    try desk.memorize("practice", "start", "--deck", "Japanese basics", "--quiet")
    try desk.memorize("practice", "stop", "--quiet")
    let first = try desk.memorize("practice").output
    #expect(first.hasPrefix("started: all decks, 10 questions\n1/10  "), "\(first)")
    let again = try desk.memorize("practice").output
    #expect(again.hasPrefix("1/10  "), "the session goes on: \(again)")
    try desk.memorize("practice", "stop", "--quiet")
    try desk.memorize("practice", "config", "set", "new-per-day", "0", "--quiet")
    let none = try desk.memorize("practice")
    #expect(none.code == 0 && none.output.hasPrefix("Nothing is due.\n"), "\(none.output)")
    #expect(none.output.contains("memorize practice play --deck"))
    // The line sent people to another verb, which asks one deck.
    let status = try desk.memorize("practice", "status").output
    #expect(status == "no session; 0 due, 0 new: practice with “memorize practice”")
  }

  @Test func theProfileIsPrintedKeptAndForgotten() throws {
    let nobody = try desk.memorize("profile", "show").output
    let once = try desk.memorize("profile", "register", " Ada  ")
    #expect(once.output == "Ada (until the service exits)")
    desk.killDaemon()
    try desk.startDaemon()
    #expect(try desk.memorize("profile", "show").output == nobody)
    let kept = try desk.memorize("profile", "register", "Ada L", "--remember")
    #expect(kept.output == "Ada L (saved)")
    desk.killDaemon()
    try desk.startDaemon()
    #expect(try desk.memorize("profile", "show", "--plain").output == "Ada L\tremembered")
    try desk.memorize("practice", "start", "--deck", "Letters", "--quiet")
    try desk.answerRight("--quiet")
    #expect(try desk.memorize("profile", "forget").output == "forgotten: name")
    // One word too many erased all reviews without a question.
    #expect(try desk.memorize("profile", "forget", "--reviews").code == 5)
    #expect(try desk.memorize("practice", "stats", "--plain").output.hasPrefix("answers\t1\n"))
    try desk.memorize("profile", "forget", "--reviews", "--yes")
    #expect(try desk.memorize("practice", "stats", "--plain").output.hasPrefix("answers\t0\n"))
  }
}

extension FSRSParameters {
  /// As the command line prints them.
  fileprivate var text: String { values.map { "\($0)" }.joined(separator: " ") }
}
