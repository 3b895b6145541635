import Foundation
import TestSupport
import Testing

/// The program offers every verb, every option, and what the service knows; each shell shows it.
@Suite(.timeLimit(.minutes(30))) struct CompletionTests {
  /// What the program offers for the last word of a line, which all shells show.
  private func offered(_ line: String, _ desk: Desk) throws -> [String] {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).dropFirst()
    return try desk.memorize(["__complete"] + words.map(String.init)).output
      .split(separator: "\n").map { $0.prefix { $0 != "\t" } }
      .filter { !$0.isEmpty && $0.hasPrefix(words.last ?? "") }.map(CompletionShell.word)
  }

  @Test func everyVerbAndOptionIsOffered() throws {
    let (desk, verbs) = (try Desk(runs: false), try DumpedVerb.all())
    #expect(verbs.count > 10)
    for verb in verbs {
      let line = verb.name.isEmpty ? "memorize" : "memorize " + verb.name
      #expect(try Set(offered(line + " --", desk)) == verb.options, "\(verb.name)")
      guard !verb.verbs.isEmpty else { continue }
      #expect(try Set(offered(line + " ", desk)) == Set(verb.verbs), "\(verb.name)")
    }
  }

  @Test(arguments: CompletionShell.allCases)
  func eachShellShowsWhatIsOffered(shell: CompletionShell) throws {
    let levels = ["debug", "error", "info", "notice", "warning"]
    let root = try #require(try DumpedVerb.all().first)
    let expected: KeyValuePairs = [
      "memorize watch --color never --fo": ["--format"], "memorize help ": root.verbs,
      "memorize --": Array(root.options), "memorize fl": ["flip"],
      "memorize status --color=": ["always", "auto", "never"], "memorize new --seed ": [],
      // An option was offered again if its value was part of its word, and even after “--”.
      "memorize watch --color=never --c": ["--coalesce", "--count"],
      "memorize watch --color=never -- --c": [], "memorize while -- setsi": ["setsid"],
      "memorized --": Array(try ServiceProgram.memorized.options()),
      "memorize-notify --": Array(try ServiceProgram.notify.options()),
      "memorize-connect --": Array(try ServiceProgram.connect.options()),
      "memorize-connect --port ": [], "memorize-connect --log-level=d": ["debug"],
      "memorized --log-level ": levels, "memorize-notify --log-level=d": ["debug"],
      "memorized --idle-exit ": [],
    ]
    let lines = expected.map(\.key) + ["memorize-notify --practice-command memorize-no"]
    let answers = try shell.complete(lines, Desk(runs: false))
    for (expected, answer) in zip(expected, answers) {
      #expect(answer.sorted() == expected.value.sorted(), "\(expected.key)")
    }
    #expect(answers.last?.contains("memorize-notify") == true)
  }

  @Test func valuesAreOffered() throws {
    let values = [
      "memorize new --scoring ": ["classic", "timed"], "memorize new --pairs ": ["all", "random"],
      "memorize status --format ": ["i3blocks", "polybar", "waybar"],
      "memorize board --matched b": ["blank"],
      "memorize theme export --format ": ["themes", "tsv"],
      "memorize theme add --pairs ": ["all", "random"], "memorize deck import --deck ": [],
      "memorize deck export --to ": ["anki", "apkg", "csv"],
      "memorize deck import --separator s": ["semicolon", "space"],
      "memorize practice start --mode ": ["choices", "recall", "typed"],
      "memorize practice start --direction b": ["backward"],
      "memorize practice answer --question ": [],
      "memorize practice grade ": ["again", "easy", "good", "hard"],
      "memorize practice config get s": [
        "scoring", "show-choices", "show-flips", "show-questions", "sound", "sound-player", "speak",
        "spread",
      ],
      "memorize practice config set new": ["new-per-day"],
      "memorize practice config set show-choices ": ["no", "yes"],
      "memorize practice config set scoring t": ["timed"],
      "memorize practice config set new-per-day ": [],
      "memorize practice config set parameters ": ["published"],
      "memorize help practice config ": ["get", "set"],
      "memorize practice break ": ["list", "plan", "remove"],
      "memorize help profile ": ["forget", "register", "show"],
      "memorize wait ": ["changed", "matched", "mismatched", "started", "won"],
      "memorize practice wait ": ["answered", "asked", "changed", "due", "finished"],
      "memorize practice config get -- s": [
        "scoring", "show-choices", "show-flips", "show-questions", "sound", "sound-player", "speak",
        "spread",
      ],
      "memorize while ": ["--"],
    ]
    let desk = try Desk(runs: false)
    for (line, value) in values { #expect(try offered(line, desk).sorted() == value, "\(line)") }
  }

  @Test func namesAndNumbersAreThoseOfTheService() throws {
    let desk = try Desk()
    func names(_ verb: String...) throws -> [String] {
      try desk.memorize(verb + ["--plain"]).output.split(separator: "\n")
        .compactMap { $0.split(separator: "\t").first.map(String.init) }.sorted()
    }
    try desk.memorize("theme", "add", "Deep words", "", "a = 1; b = 2; c = 3", "--quiet")
    for _ in 0..<12 { try desk.deal() }
    try desk.memorize("flip", "0", "6", "1", "--quiet")
    let (themes, decks) = (try names("theme", "list"), try names("practice", "decks"))
    #expect(themes.contains("Deep words") && decks.contains("Deep words"))
    let games = (1...11).reversed().map(String.init)
    let expected = [
      // Matched cards and one that is face up cannot be turned up, nor a card twice.
      "memorize flip ": ["2", "3", "4", "5", "7"], "memorize flip 3 7 ": ["2", "4", "5"],
      "memorize theme show ": themes, "memorize new --theme Hal": ["Halloween"],
      "memorize new --theme=Hal": ["Halloween"], "memorize theme export Hal": ["Halloween"],
      "memorize theme remove ": ["Deep words"], "memorize practice start --deck ": decks,
      "memorize practice start --deck=De": ["Deep words"], "memorize practice answer ": [],
      "memorize log ": games, "memorize replay ": games,
      "memorize verify 1": games.filter { $0.hasPrefix("1") }, "memorize replay --step ": games,
    ]
    for (line, values) in expected {
      let answer = try offered(line, desk)
      #expect(answer.sorted() == values.sorted(), "\(line)")
      // The newest game comes first.
      #expect(values != games || answer == games)
    }
    try desk.memorize("practice", "start", "--deck", "Deep words", "--quiet")
    for option in ["", "--plain "] {
      #expect(try offered("memorize practice answer " + option, desk) == ["1", "2", "3"])
    }
    try desk.memorize("new", "--player", "Ada", "--player", "Bo Lee", "--quiet")
    #expect(try offered("memorize bot --player=", desk).sorted() == ["Ada", "Bo Lee"])
    // Tab shows only the cards and decks that the verb takes.
    let added = try desk.memorize("deck", "add", "Own", "a", "b", "--json").json["ids"] as? [Int]
    let id = try #require(added?.first.map(String.init))
    let lines = ["add", "edit", "remove", "resume"].map { "memorize deck \($0) " }
    #expect(try lines.map { try offered($0, desk) } == [["Own"], [id], [id], []])
    try desk.memorize("deck", "suspend", id, "--quiet")
    #expect(try offered(lines[3], desk) == [id])
    // Tab shows only what the setting allows.
    try desk.memorize("practice", "config", "set", "show-choices", "no", "--quiet")
    #expect(try offered("memorize practice answer ", desk).isEmpty)
  }

  @Test func withoutAServiceNothingIsOffered() throws {
    let desk = try Desk(runs: false, activates: true)
    for words in ["flip", "theme show", "log", "practice answer", "practice start --deck"] {
      #expect(try offered("memorize \(words) ", desk).isEmpty)
    }
    // Pressing Tab must not start a daemon.
    #expect(try desk.memorize("status", "--no-autostart").code == 3)
  }

  @Test(arguments: CompletionShell.allCases)
  func namesAreQuotedAsTheShellNeedsIt(shell: CompletionShell) throws {
    let desk = try Desk(runs: false)
    let names = ["Ada's \"own\"", "Deep Sea", "Deep: $HOME", "a=b;c&d"]
    let programs = try standIn(names, for: desk)
    let answers = try shell.complete(["memorize theme show "], desk, programs: programs)
    #expect(answers[0].sorted() == names)
  }

  @Test func aNameIsNoHomeDirectory() throws {
    // Fish put no \ before a name that begins with ~, and then expanded it; it has to be quoted.
    let desk = try Desk(runs: false)
    let programs = try standIn(["~root", "Deep Sea"], for: desk)
    let lines = ["memorize theme show ", "memorize theme show \"~"]
    let answers = try CompletionShell.fish.complete(lines, desk, programs: programs)
    #expect(answers == [["Deep Sea"], ["~root"]])
  }

  /// Replaces our program; knows themes with the worst names.
  private func standIn(_ names: [String], for desk: Desk) throws -> String {
    let list = try desk.bus.files.write(
      "programs/list", names.map { $0 + "\tx\n" }.joined())
    // A line with a file is completed by readline, whatever stands in the list.
    let script = """
      #!/bin/sh
      case "$1 $2 $3" in
      '__complete theme show') exec cat '\(list)' ;;
      __complete*) printf '\\tfiles\\n' ;;
      *) echo "$3" ;;
      esac
      """
    try Child.writeProgram(script, to: desk.bus.files.path("programs/memorize"))
    return desk.bus.files.path("programs")
  }

  @Test(arguments: [
    (#"memorize theme show De"#, "Deep Sea"), (#"memorize theme show "De"#, "Deep Sea"),
    (#"memorize theme show Deep\ "#, "Deep Sea"), (#"memorize theme show 'Ada"#, "Ada's own"),
    (#"memorize verify --from ~/Fi"#, "~/Fine words.tsv"),
    (#"memorize theme show C\:"#, "C: D"), (#"memorize theme check Fi"#, "Fine words.tsv"),
  ]) func bashItselfTakesWhatIsOffered(typed: String, name: String) throws {
    let desk = try Desk(runs: false)
    let programs = try standIn(["Deep Sea", "Ada's own", "C: D"], for: desk)
    let files = desk.bus.files
    try files.write("Fine words.tsv", "")
    // What is typed before bash reads keys would be taken by the terminal.
    let ready = "PROMPT_COMMAND='echo >\"$READY\"; unset PROMPT_COMMAND'\n"
    let start = try files.write("bashrc", ". \(CompletionShell.directory)/memorize.bash\n\(ready)")
    // Tab is read by readline, as from a keyboard. A quotation mark that stays open would make bash
    // wait for another without end.
    let bash = "bash --noprofile --rcfile '\(start)' -i"
    let keys =
      "cd \"$HOME\"; mkfifo \"$READY\"; (read -r <\"$READY\"; printf '%s\\t\\nexit\\n' \"$TYPED\")"
      + " | timeout 120 script -qec \"$SHELL_LINE\" /dev/null"
    let outcome = try Outcome(
      "/bin/bash", ["-c", keys],
      environment: desk.environment.merging([
        "PATH": programs + ":/usr/bin:/bin", "TYPED": typed, "SHELL_LINE": bash,
        "HOME": files.root, "TERM": "dumb", "LC_ALL": "C.UTF-8",
        "INPUTRC": "/dev/null", "READY": files.path("ready"),
      ]) { $1 })
    #expect(
      outcome.output.split(whereSeparator: \.isNewline).contains {
        $0 == name.replacing("~", with: files.root)
      },
      "\(outcome.output)\(outcome.errors)")
  }

  @Test(arguments: [CompletionShell.zsh, .fish])
  func filesAreOffered(shell: CompletionShell) throws {
    // Of bash, readline itself offers them; see above.
    let desk = try Desk(runs: false)
    let theme = try desk.bus.files.write("files/a.themes", "")
    let deck = try desk.bus.files.write("files/b.tsv", "")
    let directory = desk.bus.files.path("files")
    let answers = try shell.complete(
      [
        "memorize theme check \(directory)/a", "memorize deck import \(directory)/b",
        "memorize while -- \(directory)/a",
      ], desk)
    #expect(answers == [[theme], [deck], [theme]])
  }
}
