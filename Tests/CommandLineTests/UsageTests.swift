import TestSupport
import Testing

@Suite(.timeLimit(.minutes(30))) struct UsageTests {
  private func memorize(_ arguments: [String], options: String = "") throws -> Outcome {
    try Outcome(
      Programs.memorize, arguments,
      environment: ["DBUS_SESSION_BUS_ADDRESS": "disabled:", "MEMORIZE_OPTIONS": options])
  }

  @Test(arguments: [
    (["flip", "x"], "--json", true), (["flip", "x"], "--ascii  --json", true),
    (["nope"], "--json", true), (["flip", "x"], "--jsonx", false), (["flip", "x"], "", false),
    (["flip", "x", "--plain"], "--json", false), (["status"], "--json --nonsense", true),
    (["status"], "--nonsense--json", false), (["status", "--plain"], "--json --x", false),
  ]) func theEnvironmentAsksForJSONByWholeWords(
    arguments: [String], options: String, isJSON: Bool
  ) throws {
    // Wrong usage came without JSON where only MEMORIZE_OPTIONS asked for it, and with it for
    // words that only contain --json.
    let outcome = try memorize(arguments, options: options)
    #expect(outcome.code == 2)
    #expect((outcome.json.object("error").text("name") == "Usage") == isJSON)
    #expect(outcome.output.isEmpty != isJSON)
    #expect(!outcome.errors.isEmpty)
  }

  @Test(arguments: [
    ["--help"], ["--version"], ["flip", "--help"], ["board", "--version"], [], ["help"],
    ["help", "help"], ["help", "flip"], ["help", "theme", "show"], ["theme"], ["theme", "--help"],
    ["profile"], ["practice", "config"],
  ]) func helpAndVersionNeedNoBus(arguments: [String]) throws {
    let outcome = try memorize(arguments)
    #expect(outcome.code == 0)
    #expect(!outcome.output.isEmpty)
    #expect(outcome.errors.isEmpty)
  }

  private static let wrong = [
    (["board", "--plian"], "'--plain'"), (["flip"], "card"), (["flip", "x"], "'x'"),
    (["new", "--pairs", "9-4"], "9-4"), (["new", "--daily", "--seed", "1"], "--daily"),
    (["status", "--color", "blue"], "blue"), (["status", "--nonsense"], "--nonsense"),
    (["theme", "list", "--json", "--nonsense"], "'--nonsense'"),
  ]
  // An unknown verb was reported as an unknown option behind it, and “help nope” ended with 0.
  private static let wrongVerbs = [
    (["nope", "--json"], "Unknown verb “nope”. The verbs are new, "),
    (["bord", "--json"], "Unknown verb “bord”. Did you mean “board”?"),
    (["--json", "bord"], "A verb is missing. The verbs are new, "),
    (["--json", "board"], "Options follow the verb: “memorize board --json …”."),
    (["theme", "shw", "--json"], "Unknown verb “shw” of “theme”. Did you mean “show”?"),
    (["theme", "lst", "--json"], "Unknown verb “lst” of “theme”. Did you mean “list”?"),
    (["theme", "--json", "list"], "Options follow the verb: “memorize theme list --json …”."),
    (["--json"], "A verb is missing. The verbs are new, "),
    (["--plain", "--timeout", "3", "--json"], "A verb is missing. The verbs are new, "),
    (["theme", "--json"], "A verb is missing. The verbs of “theme” are list, show, add, "),
    (["help", "nope", "--json"], "Unknown verb “nope”. The verbs are new, "),
    (["help", "theme", "shw", "--json"], "Did you mean “show”?"),
    (["help", "flip", "nope", "--json"], "Unknown verb “nope” of “flip”."),
  ]
  // A value that was there was reported as missing.
  private static let negative = [
    (["flip", "-1"], "“-1” is not a value for “flip”, which takes no negative numbers."),
    (["flip", "0", "-3.5"], "“-3.5” is not a value for “flip”"),
    (["flip", "0", "--peek", "-1"], "“-1” is not a value for --peek"),
    (["wait", "won", "--since", "-1"], "“-1” is not a value for --since"),
    (["new", "--seed", "-7"], "“-7” is not a value for --seed"),
    (["practice", "grade", "-1"], "“-1” is not a value for “practice grade”"),
    (["practice", "answer", "-x"], "Put -- before text that begins with -."),
  ]
  // “--peek 0” was invalid, and nothing said why.
  private static let times = [
    ["flip", "0", "--peek", "0"], ["flip", "0", "--peek", "x"], ["status", "--timeout", "0"],
    ["play", "--conceal-after", "0"],
  ].map { ($0, "a number of seconds above 0") }

  private static let watching = [
    (["status", "--format", "{nope}"], "character 2"),
    (["watch", "--format", "{up"], "character 1"), (["watch", "--format", "waybra"], "polybar"),
    (["watch", "--format", "waybar", "--json"], "--json"),
    (["status", "--format", "waybar", "--plain"], "--plain"),
    (["watch", "--count", "0"], "--count"), (["watch", "--coalesce", "-1"], "coalesce"),
    (["watch", "--coalesce", "x"], "coalesce"), (["wait"], "event"), (["wait", "lost"], "lost"),
  ]
  private static let pastGames = [
    (["replay"], "Name one game"), (["replay", "1", "--from", "x"], "Name one game"),
    (["replay", "-1"], "“-1” is not a value for “replay”"), (["verify"], "Name one game"),
    (["replay", "1", "--speed", "0"], "Give a number from 0.001"),
    (["replay", "1", "--speed", "nan"], "Give a number from 0.001"),
    (["replay", "1", "--speed", "-1"], "“-1” is not a value for --speed"),
    (["replay", "1", "--delay", "0"], "a number of seconds above 0"),
    (["replay", "1", "--speed", "1", "--step"], "cannot be combined"),
    (["replay", "1", "--step"], "--step needs a terminal"), (["log"], "id"),
    (["history", "--limit", "0"], "--limit takes a number from 1 to 1000000"),
    (["history", "--before", "-1"], "“-1” is not a value for --before"),
  ]
  private static let addedThemes = [
    (["theme", "add", "T"], "color"), (["theme", "add", "T", ""], "faces"),
    (["theme", "add", "T", "", "a", "b"], "quotes"),
    (["theme", "add", "T", "", "a b", "--pairs", "x"], "--pairs"),
    (["theme", "add", "T", "", "a b", "--pairs", "-1"], "“-1”"),
  ]
  private static let practice = [
    (["practice", "strat"], "“start”"), (["practice", "config", "gt"], "“get”"),
    (["practice", "answer"], "answer"), (["practice", "answer", "-1"], "“-1”"),
    (["practice", "grade", "5"], "4 or easy"), (["practice", "grade", "best"], "4 or easy"),
    (["practice", "start", "--questions", "-3"], "--questions"),
    (["practice", "start", "--mode", "chioces"], "recall"),
    (["practice", "start", "--direction", "up"], "backward"),
    (["practice", "reveal", "--question", "-1"], "--question"),
    (["practice", "config", "get", "colour"], "show-choices"),
    (["practice", "config", "set", "show-choices", "on"], "yes or no"),
    (["practice", "config", "set", "new-per-day", "ten"], "a whole number"),
    (["practice", "config", "set", "new-per-day", "-1"], "no negative numbers"),
    (["practice", "--plian"], "--plian"), (["profile", "regster"], "register"),
    (["profile", "register"], "name"),
  ]

  @Test(
    arguments: [
      wrong, wrongVerbs, negative, times, watching, pastGames, addedThemes, practice,
    ].flatMap { $0 })
  func wrongUsageIsTwoAndNamed(arguments: [String], message: String) throws {
    let outcome = try memorize(arguments)
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    let reported = outcome.json.object("error").text("message")
    #expect(reported?.contains(message) == (arguments.contains("--json") ? true : nil))
    #expect(outcome.output.isEmpty == (reported == nil))
  }

  @Test(arguments: ["--help", "-h", "--plain --help"])
  func theEnvironmentCannotAskForHelp(options: String) throws {
    // The help of a private type, its name too, stood in the message.
    let outcome = try memorize(["status"], options: options)
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains(" is not allowed. It takes the options for all verbs"))
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(outcome.output.isEmpty)
  }

  @Test func aFaultInTheEnvironmentIsExplainedAsOneOnTheLine() throws {
    let errors = try memorize(["status"], options: "--timeout 0").errors
    #expect(errors.contains("a number of seconds above 0"))
  }

  @Test func quietSaysWhatItDoes() throws {
    // The help of --quiet promised silence of every verb.
    #expect(try memorize(["status", "--help"]).output.contains("new, flip and conceal"))
  }

  @Test func aFlagThatLooksLikeANumberIsStillOne() throws {
    // Without a bus it gets as far as to look for one.
    #expect(try memorize(["watch", "-0"]).code == 3)
  }
}
