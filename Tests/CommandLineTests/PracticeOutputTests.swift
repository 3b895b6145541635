import Foundation
import TestSupport
import Testing

/// The output of the practice verbs.
@Suite(.timeLimit(.minutes(30))) struct PracticeOutputTests {
  private let desk: Desk

  init() throws {
    desk = try Desk()
    try desk.addLetters()
  }

  @Test func plainLinesAreFields() throws {
    let outcome = try desk.memorize("practice", "start", "--deck", "Letters", "--plain")
    let rows = outcome.output.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    #expect(rows[0] == ["started: Letters, 5 questions"])
    let letter = try #require(rows[1].dropFirst(3).first)
    #expect(rows[1] == ["question", "1", "5", letter, letter + letter, "choices", "asking"])
    #expect(rows[2...].map { $0[0] } == ["choice", "choice", "choice"])
    #expect(rows[2...].map { $0[1] } == ["1", "2", "3"])
    #expect(rows[2...].contains { $0[2] == letter.uppercased() })
    let shown = try desk.memorize("practice", "show", "--plain").output
    #expect(outcome.output == rows[0][0] + "\n" + shown)
  }

  /// Recalled first: the choices are told to who asks for them, and to nobody else.
  @Test func choicesMayBeLeftOut() throws {
    try desk.memorize("practice", "config", "set", "show-choices", "no", "--quiet")
    let text = try desk.memorize("practice", "start", "--deck", "Letters").output
    #expect(text.hasSuffix("3 choices: see them by “memorize practice show --choices”."))
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

  @Test func quietIsForWhatChangesSomething() throws {
    func output(_ arguments: String...) throws -> String {
      let outcome = try desk.memorize(arguments + ["--quiet"])
      #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(arguments)")
      return outcome.output
    }
    #expect(try output("practice", "start").isEmpty)
    #expect(try output("practice", "answer", "1").isEmpty)
    #expect(try output("practice", "undo").isEmpty)
    #expect(try output("practice", "restart", "--json").isEmpty)
    #expect(try output("practice", "reveal").hasPrefix("revealed: "))
    #expect(try !output("practice").isEmpty)
    #expect(try !output("practice", "status").isEmpty)
    #expect(try output("practice", "stop").isEmpty)
    #expect(try output("practice", "config", "set", "scoring", "timed").isEmpty)
    #expect(try output("practice", "config", "get", "scoring") == "timed")
    #expect(try output("profile", "register", "Ada").isEmpty)
    #expect(try output("profile", "show") == "Ada, until the service ends")
    #expect(try output("profile", "forget").isEmpty)
  }

  @Test func theExitCodeTellsTheState() throws {
    func code() throws -> Int32 { try desk.memorize("practice", "status", "--exit-code").code }
    #expect(try code() == 11)
    try desk.memorize(
      "practice", "start", "--deck", "Letters", "--questions", "3", "--mode", "recall", "--quiet")
    #expect(try code() == 0)
    try desk.memorize("practice", "reveal", "--quiet")
    #expect(try code() == 0)
    try desk.memorize("practice", "start", "--mode", "choices", "--questions", "3", "--quiet")
    for _ in 0..<3 { try desk.answerRight("--quiet") }
    let finished = try desk.memorize("practice", "status", "--exit-code", "--json")
    #expect(finished.code == 10 && finished.errors.isEmpty)
    #expect(finished.json.object("practice").text("state") == "finished")
    #expect(try desk.memorize("practice", "status").code == 0)
  }

  @Test func decksAreListed() throws {
    let plain = try desk.memorize("practice", "decks", "--plain").output.split(separator: "\n")
    #expect(plain.contains("Letters\t5\t0\t5"))
    #expect(plain.contains { $0.hasPrefix("Japanese basics\t") })
    let text = try desk.memorize("practice", "decks").output.split(separator: "\n")
    #expect(text.first?.contains(/^deck +cards  due  new$/) == true)
    #expect(text.count == plain.count + 1)
    let decks = try desk.memorize("practice", "decks", "--json").json.objects("decks")
    #expect(decks.first { $0.text("name") == "Letters" }?.number("cards") == 5)
  }

  @Test func statisticsHaveAChart() throws {
    let none = try desk.memorize("practice", "stats")
    #expect(none.code == 0)
    #expect(none.output.hasPrefix("No card has been answered yet: start a session by"))
    try desk.memorize("practice", "start", "--deck", "Letters", "--questions", "3", "--quiet")
    for _ in 0..<3 { try desk.answerRight("--quiet") }
    let text = try desk.memorize("practice", "stats", "--ascii").output
    #expect(text.hasPrefix("3 answers\nnone asked again on a later day yet\nchance that a card"))
    #expect(text.contains("\n\nreviews due today and on the 29 days after, 3 in all\n5 |"))
    #expect(text.utf8.allSatisfy { $0 < 0x80 })
    // The locale is C, and has no blocks.
    #expect(try desk.memorize("practice", "stats").output == text)
    #expect(
      try desk.memorize("practice", "stats", with: ["LC_ALL": "C.UTF-8"]).output.contains("│"))
    let narrow = try desk.memorize("practice", "stats", with: ["COLUMNS": "20"]).output
      .split(separator: "\n")
    #expect(narrow.suffix(4).allSatisfy { $0.count <= 20 })
    let plain = try desk.memorize("practice", "stats", "--plain").output.split(separator: "\n")
    #expect(
      plain.prefix(4) == ["answers\t3", "reviewed\t0", "recalled\t0", "retrievability\t100"])
    #expect(plain.count == 34 && plain.dropFirst(4).allSatisfy { $0.hasPrefix("ahead\t") })
    let statistics = try desk.memorize("practice", "stats", "--json").json.object("statistics")
    #expect((statistics["ahead"] as? [Int])?.reduce(0, +) == 3)
    #expect(statistics.number("answers") == 3 && statistics.objects("days").isEmpty)
  }

  @Test func settingsAreToldAndSet() throws {
    let all = try desk.memorize("practice", "config", "get", "--plain").output
    #expect(
      all
        == [
          "questions-per-session\t5", "show-choices\tyes", "learning-enabled\tyes",
          "new-per-day\t10",
          "daily-reminder\tno", "daily-reminder-time\t19:00", "scoring\tclassic",
        ].joined(separator: "\n"))
    let changes = [
      ("questions-per-session", "20"), ("show-choices", "no"), ("learning-enabled", "no"),
      ("new-per-day", "0"), ("daily-reminder", "yes"), ("daily-reminder-time", "06:05"),
      ("scoring", "timed"),
    ]
    for (name, value) in changes {
      let set = try desk.memorize("practice", "config", "set", name, value)
      #expect(set.output == "set: \(name) \(value)")
      #expect(try desk.memorize("practice", "config", "get", name).output == value)
    }
    let text = try desk.memorize("practice", "config", "get").output.split(separator: "\n")
    #expect(text.first == "questions-per-session  20")
    let settings = try desk.memorize("practice", "config", "get", "--json").json.object("settings")
    #expect(settings.count == 7)
    #expect(settings["show_choices"] as? Bool == false)
    #expect(settings.number("questions_per_session") == 20)
    #expect(settings.text("daily_reminder_time") == "06:05")
    let one = try desk.memorize("practice", "config", "get", "scoring", "--json").json
    #expect(one.object("settings").keys.sorted() == ["scoring"])
  }

  @Test func theProfileIsToldKeptAndForgotten() throws {
    let nobody = try desk.memorize("profile", "show")
    #expect(nobody.code == 0)
    #expect(
      nobody.output
        == "Nobody is registered: say who practises by “memorize profile register NAME”.")
    #expect(
      try desk.memorize("profile", "register", " Ada  ").output == "Ada, until the service ends")
    desk.killDaemon()
    try desk.startDaemon()
    #expect(try desk.memorize("profile", "show").output == nobody.output)
    #expect(
      try desk.memorize("profile", "register", "Ada L", "--remember").output == "Ada L, remembered")
    desk.killDaemon()
    try desk.startDaemon()
    #expect(try desk.memorize("profile", "show", "--plain").output == "Ada L\tremembered")
    try desk.memorize("practice", "start", "--deck", "Letters", "--quiet")
    try desk.answerRight("--quiet")
    #expect(try desk.memorize("profile", "forget").output == "forgotten: name")
    #expect(try desk.memorize("practice", "stats", "--plain").output.hasPrefix("answers\t1\n"))
    #expect(
      try desk.memorize("profile", "forget", "--reviews").output == "forgotten: name and reviews")
    #expect(try desk.memorize("practice", "stats", "--plain").output.hasPrefix("answers\t0\n"))
    let profile = try desk.memorize("profile", "show", "--json").json.object("profile")
    #expect(profile.text("name") == "" && profile["registered"] as? Bool == false)
  }
}
