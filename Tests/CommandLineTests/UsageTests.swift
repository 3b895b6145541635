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
  ]) func aWrongVerbIsNamed(arguments: [String], message: String) throws {
    // An unknown verb was told as an unknown option behind it, and “help nope” ended by 0.
    let outcome = try memorize(arguments)
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains(message))
    #expect(outcome.json.object("error").text("message")?.contains(message) == true)
  }

  @Test(arguments: ["--help", "-h", "--plain --help"])
  func theEnvironmentCannotAskForHelp(options: String) throws {
    // The help of a private type, its name too, stood in the message.
    let outcome = try memorize(["status"], options: options)
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains(" is none of them. It takes the options for all verbs"))
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(outcome.output.isEmpty)
  }

  @Test func quietSaysWhatItDoes() throws {
    // The help of --quiet promised silence of every verb.
    #expect(try memorize(["status", "--help"]).output.contains("new, flip and conceal"))
  }

  @Test(arguments: [
    (["flip", "-1"], "“-1” is no value for “flip”, which takes no negative numbers."),
    (["flip", "0", "-3.5"], "“-3.5” is no value for “flip”"),
    (["flip", "0", "--peek", "-1"], "“-1” is no value for --peek"),
    (["wait", "won", "--since", "-1"], "“-1” is no value for --since"),
    (["new", "--seed", "-7"], "“-7” is no value for --seed"),
    (["practice", "grade", "-1"], "“-1” is no value for “practice grade”"),
    (["practice", "answer", "-x"], "Put -- before a text that begins with -."),
  ]) func aNegativeNumberIsNamed(arguments: [String], message: String) throws {
    // A value was told to be missing that stood there.
    let outcome = try memorize(arguments)
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test(arguments: [
    ["flip", "0", "--peek", "0"], ["flip", "0", "--peek", "x"], ["status", "--timeout", "0"],
    ["play", "--conceal-after", "0"],
  ]) func aTimeSaysWhatItIs(arguments: [String]) throws {
    // “--peek 0” was invalid, and nothing said why.
    let errors = try memorize(arguments).errors
    #expect(errors.contains("a number of seconds above 0"), "\(errors)")
    let inherited = try memorize(["status"], options: "--timeout 0").errors
    #expect(inherited.contains("a number of seconds above 0"))
  }

  @Test func aFlagThatLooksLikeANumberIsStillOne() throws {
    // Without a bus it gets as far as to look for one.
    #expect(try memorize(["watch", "-0"]).code == 3)
  }
}
