import ArgumentParser
import TestSupport
import Testing

@testable import UserService
@testable import Screens
@testable import memorize

@Suite(.timeLimit(.minutes(30))) struct UsageTests {
  private func memorize(_ arguments: [String], options: String = "") throws -> Outcome {
    try Outcome(
      Programs.memorize, arguments,
      environment: ["DBUS_SESSION_BUS_ADDRESS": "disabled:", "MEMORIZE_OPTIONS": options])
  }

  /// With a library in LD_PRELOAD that sets a variable, released programs found no arguments at all.
  @Test func theKernelKnowsTheArguments() {
    let words = ProgramArguments.kernelWords.map { String(decoding: $0.dropLast(), as: UTF8.self) }
    #expect(!words.isEmpty && words == CommandLine.arguments)
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
    (["board", "--plian"], "of “memorize board”. Did you mean “--plain”?"), (["flip"], "card"),
    (["board", "--foo"], "See “memorize help board”."),
    (["status", "--color", "blue"], "Choose auto, always or never."),
    (["new", "--daily", "--seed", "1"], "--daily"),
    (["status", "--color", "blue"], "“blue” is not a value for --color."),
    (["status", "--nonsense"], "--nonsense"),
    (["theme", "list", "--json", "--nonsense"], "Unknown option “--nonsense”"),
  ]
  // An unknown verb was reported as an unknown option behind it, and “help nope” ended with 0.
  private static let wrongVerbs = [
    (["nope", "--json"], "Unknown verb “nope”. “memorize help” lists the verbs."),
    (["bord", "--json"], "Unknown verb “bord”. Did you mean “memorize board”?"),
    (["--json", "bord"], "Unknown verb “bord”. Did you mean “memorize board”?"),
    (["--json", "board"], "Options follow the verb. Write “memorize board --json …”."),
    (["theme", "shw", "--json"], "“shw” of “theme”. Did you mean “memorize theme show”?"),
    (["theme", "lst", "--json"], "“lst” of “theme”. Did you mean “memorize theme list”?"),
    (
      ["theme", "--json", "list"], "Options follow the verb. Write “memorize theme list --json …”."
    ),
    (["theme", "--json"], "A verb is missing. “memorize help theme” lists its verbs."),
    (["help", "nope", "--json"], "Unknown verb “nope”. “memorize help” lists the verbs."),
    (["help", "theme", "shw", "--json"], "Did you mean “memorize theme show”?"),
    // “foo” was taken for “log”, and verbs of another level were not found.
    (["foo"], "Unknown verb “foo”. “memorize help” lists the verbs."),
    (["go"], "“memorize help” lists the verbs."),
    (
      ["theme", "import", "x.csv"],
      "“memorize theme import” is now “memorize deck import”. Write that instead."
    ),
    (["undo"], "Unknown verb “undo”. Did you mean “memorize practice undo”?"),
    (["reveel"], "Did you mean “memorize practice reveal”?"),
    (
      ["show"],
      "“memorize theme show”, “memorize profile show” or “memorize sync show”?"
    ),
    (["practice", "flip"], "“flip” of “practice”. Did you mean “memorize flip”?"),
    (["practice", "xyz"], "“xyz” of “practice”. “memorize help practice” lists its verbs."),
    (["help", "flip", "nope", "--json"], "Unknown verb “nope” of “flip”."),
  ]
  // “A verb is missing” did not say what is wrong, nor which verb has the option.
  private static let wrongOptions = [
    (["--foo"], "Unknown option “--foo” of “memorize”. See “memorize help options”."),
    (["-x", "--json"], "Unknown option “-x” of “memorize”."),
    (["--jsn"], "Did you mean “--json”?"), (["--timeout"], "--timeout needs a value."),
    (["--timeout", "3", "bord"], "Did you mean “memorize board”?"),
    (["--daily"], "Did you mean “memorize play --daily” or “memorize new --daily”?"),
  ]
  // These were in the words of a parser: 'x' is invalid, unexpected, missing.
  private static let wrongValues = [
    (["wait", "matchd"], "“matchd” is not a value for <event>. Did you mean “matched”?"),
    (["new", "--scoring", "tmed"], "“tmed” is not a value for --scoring. Did you mean “timed”?"),
    (["new", "--scoring"], "--scoring needs a value. Choose classic or timed."),
    (["new", "Folk", "Music"], "Unexpected argument “Music”. Put quotes around a name"),
    (["status", "a", "b"], "Unexpected argument “a”, “b”. See “memorize help status”."),
    (["flip"], "An argument is missing: <card>. For example: memorize flip 0 5"),
    (["board", "--ascii=1"], "--ascii takes no value."),
    (["status", "--timeout", "x"], "for --timeout. Give a number of seconds above 0"),
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
  // A word with a dash and an h failed without a message, and the advice for others did not help.
  private static let dashes = [
    (["deck", "add", "German", "-heit", "-hood"], "“-heit” looks like an option. Put -- before"),
    (["deck", "add", "German", "x", "-12", "--json"], "“-12” looks like an option. Put -- before"),
    (["deck", "search", "-lich", "--json"], "“-lich” looks like an option. Put -- before"),
    (["deck", "search", "x", "--limit", "-1"], "“-1” is not a value for --limit"),
    (["new", "-dash", "--json"], "Unknown option “-dash” of “memorize new”."),
    (["practice", "-dash"], "Unknown option “-dash” of “memorize practice”."),
    (["-dash"], "Unknown option “-dash” of “memorize”."),
    (["deck", "edit", "1", "--back", "-x", "--json"], "Write “--back=-x” if it is the value."),
    (["deck", "edit", "1", "--back", "-3"], "Write “--back=-3” if it is the value."),
    (["deck", "add", "D", "a", "b", "--pronunciation", "-heit"], "Write “--pronunciation=-heit”"),
  ]
  // “--peek 0” was invalid, and nothing said why.
  private static let times = [
    ["flip", "0", "--peek", "0"], ["flip", "0", "--peek", "x"], ["status", "--timeout", "0"],
    ["play", "--conceal-after", "0"],
  ].map { ($0, "a number of seconds above 0") }

  private static let watching = [
    (["status", "--format", "{nope}"], "character 2"),
    (["watch", "--format", "{up"], "character 1"),
    (["watch", "--format", "waybra"], "Did you mean “waybar”?"),
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
    (["practice", "strat"], "“memorize practice start”"),
    (["practice", "config", "gt"], "“memorize practice config get”"),
    (["practice", "answer"], "answer"), (["practice", "answer", "-1"], "“-1”"),
    (["practice", "grade", "5"], "4 or easy"), (["practice", "grade", "best"], "4 or easy"),
    (["practice", "start", "--questions", "-3"], "--questions"),
    (["practice", "start", "--mode", "chioces"], "Did you mean “choices”?"),
    (["practice", "start", "--direction", "up"], "backward"),
    (["practice", "reveal", "--question", "-1"], "--question"),
    (["practice", "config", "get", "color"], "show-choices"),
    (["practice", "config", "set", "show-choices", "on"], "yes or no"),
    (["practice", "config", "set", "new-per-day", "ten"], "a whole number"),
    (["practice", "config", "set", "retention", "high"], "a number, such as 0.9"),
    (["practice", "config", "set", "parameters", "1 2 x"], "or “published”"),
    (["practice", "config", "set", "parameters", ""], "“” is not a value for parameters."),
    (["practice", "config", "set", "parameters", " ,"], "or “published”"),
    (["practice", "reviews", "--since", "31.1.2026"], "YYYY-MM-DD"),
    (["practice", "reviews", "--csv", "--plain"], "--csv cannot be combined"),
    (["practice", "config", "set", "new-per-day", "-1"], "no negative numbers"),
    (["practice", "--plian"], "--plian"), (["profile", "regster"], "register"),
    (["profile", "register"], "name"),
  ]

  @Test(
    arguments: [
      wrong, wrongVerbs, wrongOptions, wrongValues, negative, dashes, times, watching, pastGames,
      addedThemes, practice,
    ].flatMap { $0 })
  func wrongUsageIsTwoAndNamed(arguments: [String], message: String) throws {
    let outcome = try memorize(arguments)
    #expect(outcome.code == 2)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 2, "what is wrong, and what comes nearest: \(outcome.errors)")
    #expect(lines.joined(separator: " ").contains(message), "\(outcome.errors)")
    let reported = outcome.json.object("error").text("message")
    #expect(reported?.contains(message) == (arguments.contains("--json") ? true : nil))
    #expect(outcome.output.isEmpty == (reported == nil))
  }

  @Test(arguments: ["--help", "-h", "--plain --help"])
  func theEnvironmentCannotAskForHelp(options: String) throws {
    // The help of a private type, its name too, stood in the message.
    let outcome = try memorize(["status"], options: options)
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains(" is not allowed.\nIt takes the options for all verbs"))
    #expect(outcome.errors.split(separator: "\n").count == 2)
    #expect(outcome.output.isEmpty)
  }

  @Test func aFaultInTheEnvironmentIsExplainedAsOneOnTheLine() throws {
    let errors = try memorize(["status"], options: "--timeout 0").errors
    #expect(errors.contains("a number of seconds above 0"))
  }

  @Test(arguments: [
    (["--json"], 3, false), (["--plain"], 0, false), (["--quiet"], 0, true),
    (["--timeout", "3", "--no-autostart"], 0, true),
  ])
  func withoutAVerbTheOptionsForAllVerbsAreTaken(options: [String], code: Int32, hasAdvice: Bool)
    throws
  {
    // They were refused, though MEMORIZE_OPTIONS could have them.
    let outcome = try memorize(options)
    #expect(outcome.code == code)
    #expect(outcome.output.contains("bus"))
    #expect(outcome.output.contains("memorize help") == hasAdvice)
  }

  @Test(arguments: [
    ["deck", "add", "German", "--", "-heit", "-hood"], ["deck", "search", "--", "-heit"],
    ["deck", "edit", "1", "--back=-x"],
  ]) func textThatBeginsWithADashCanBeGiven(arguments: [String]) throws {
    // Without a bus it gets as far as to look for one.
    #expect(try memorize(arguments).code == 3)
  }

  @Test func quietSaysWhatItDoes() throws {
    // The help of --quiet promised silence of every verb.
    #expect(try memorize(["help", "options"]).output.contains("a verb that changes something"))
  }

  @Test func everyVerbHasTwoExamplesThatCanBeParsed() throws {
    for (path, verb) in VerbLookup.all(below: Memorize.self) {
      let page = try memorize(["help"] + path).output
      let examples = (verb as? any DocumentedCommand.Type)?.examples ?? []
      #expect(examples.count == 2, "\(path)")
      for example in examples {
        #expect(page.contains("  " + example), "\(page)")
        // One stood among the text of “theme export”.
        #expect(page.matches(of: #/\n *memorize /#).count == 2, "\(page)")
        let words = try Outcome("/bin/bash", ["-c", "printf '%s\\n' " + example]).output
          .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let arguments = Array(words.dropFirst())
        #expect(throws: Never.self, "\(example)") { try Memorize.parseAsRoot(arguments) }
      }
    }
  }

  /// The common options filled two thirds of each page.
  @Test func commonOptionsAreExplainedOnce() throws {
    let common = try memorize(["help", "options"]).output
    for option in ["--timeout <seconds>", "-q, --quiet", "--color auto|always|never", "--version"] {
      #expect(common.contains("  " + option))
    }
    let page = try memorize(["new", "--help"]).output
    #expect(page.contains("  --scoring classic|timed") && page.contains("\n  --seed <seed>"))
    #expect(!page.contains("\n  --timeout") && page.contains("“memorize help options”"))
    #expect(page.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  /// It was 47 lines long, of which a terminal showed the last 24.
  @Test func helpShowsAllVerbsInGroupsOnOneScreen() throws {
    let lines = try memorize(["help"]).output
      .split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count < 24, "a line is left for the prompt")
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(lines.first?.hasSuffix("Type “memorize play” to begin.") == true)
    #expect(try memorize(["--help"]).output == memorize(["help"]).output)
    #expect(lines.last?.contains("“memorize help options”") == true)

    // The name of a group, two spaces, a verb, two spaces, what it does.
    var groups: [(name: String, verbs: [String])] = []
    for line in lines where line.hasPrefix("  ") {
      let row = try #require(line.wholeMatch(of: #/  (\w[\w ]*?|) {2,}([a-z]+) {2,}\w.*\./#))
      if !row.1.isEmpty { groups.append((String(row.1), [])) }
      groups[try #require(groups.indices.last)].verbs.append(String(row.2))
    }
    #expect(groups.map(\.name) == ["Play", "Practice", "Follow", "Look back", "Set up"])
    // The screen has no line left for these; one line names restore, the manual has all.
    #expect(lines.contains { $0.contains("“restore”") })
    let verbs = try #require(try DumpedVerb.all().first).verbs.filter {
      !["help", "log", "restore", "verify", "wait"].contains($0)
    }
    #expect(groups.flatMap(\.verbs).sorted() == verbs.sorted())
    #expect(!verbs.isEmpty)
  }

  @Test func aFlagThatLooksLikeANumberIsStillOne() throws {
    // Without a bus it gets as far as to look for one.
    #expect(try memorize(["watch", "-0"]).code == 3)
  }
}
