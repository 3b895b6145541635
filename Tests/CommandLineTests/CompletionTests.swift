import Foundation
import TestSupport
import Testing

/// Each shell completes every verb, every option, and what the service knows.
@Suite(.timeLimit(.minutes(30))) struct CompletionTests {
  @Test(arguments: CompletionShell.allCases)
  func theScriptsCanBeRead(shell: CompletionShell) throws {
    for file in shell.files {
      let outcome = try Outcome(shell.rawValue, ["-n", file])
      #expect(outcome.code == 0)
      #expect((outcome.output + outcome.errors).isEmpty)
    }
  }

  @Test(arguments: CompletionShell.allCases)
  func everyVerbAndOptionIsOffered(shell: CompletionShell) throws {
    let desk = try Desk(runs: false)
    let verbs = try DumpedVerb.all()
    let lines = verbs.map { $0.name.isEmpty ? "memorize" : "memorize " + $0.name }
    let options = try shell.complete(lines.map { $0 + " --" }, desk)
    let words = try shell.complete(lines.map { $0 + " " }, desk)
    #expect(verbs.count > 10)
    for (index, verb) in verbs.enumerated() {
      #expect(Set(options[index]) == verb.options, "\(verb.name)")
      guard !verb.verbs.isEmpty else { continue }
      #expect(Set(words[index]) == Set(verb.verbs), "\(verb.name)")
    }
    let root = try #require(verbs.first)
    let other = try shell.complete(
      [
        "memorize watch --color never --f", "memorize help ", "memorized --", "memorize-notify --",
        "memorize fl", "memorize-notify --practice-command memorize-no",
      ], desk)
    #expect(other[0] == ["--format"])
    #expect(Set(other[1]) == Set(root.verbs))
    #expect(Set(other[2]) == (try ServiceProgram.memorized.options()))
    #expect(Set(other[3]) == (try ServiceProgram.notify.options()))
    #expect(other[4] == ["flip"])
    #expect(other[5].contains("memorize-notify"))
  }

  @Test(arguments: CompletionShell.allCases)
  func valuesAreOffered(shell: CompletionShell) throws {
    let values = [
      "memorize new --scoring ": ["classic", "timed"], "memorize new --pairs ": ["all", "random"],
      "memorize status --format ": ["i3blocks", "polybar", "waybar"],
      "memorize status --color=": ["always", "auto", "never"],
      "memorize board --matched b": ["blank"], "memorize new --seed ": [],
      "memorize theme export --format ": ["themes", "tsv"],
      "memorize theme add --pairs ": ["all", "random"], "memorize deck import --deck ": [],
      "memorize deck export --to ": ["anki", "csv"],
      "memorize deck import --separator s": ["semicolon", "space"],
      "memorize practice start --mode ": ["choices", "recall", "typed"],
      "memorize practice start --direction b": ["backward"],
      "memorize practice answer --question ": [],
      "memorize practice grade ": ["again", "easy", "good", "hard"],
      "memorize practice config get s": [
        "scoring", "show-choices", "show-flips", "show-questions",
      ],
      "memorize practice config set new": ["new-per-day"],
      "memorize practice config set show-choices ": ["no", "yes"],
      "memorize practice config set scoring t": ["timed"],
      "memorize practice config set new-per-day ": [],
      "memorize practice config set parameters ": ["published"],
      "memorize help practice config ": ["get", "set"],
      "memorize help profile ": ["forget", "register", "show"],
      "memorize wait ": ["changed", "matched", "mismatched", "started", "won"],
      "memorize practice wait ": ["answered", "asked", "changed", "due", "finished"],
      // An option was offered again if its value was part of its word, and even after “--”.
      "memorize watch --color=never --c": ["--coalesce", "--count"],
      "memorize watch --color=never -- --c": [],
      "memorize practice config get -- s": [
        "scoring", "show-choices", "show-flips", "show-questions",
      ],
      "memorize while ": ["--"], "memorize while -- setsi": ["setsid"],
      "memorized --log-level ": ["debug", "error", "info", "notice", "warning"],
      "memorize-notify --log-level=d": ["debug"], "memorized --idle-exit ": [],
    ].sorted { $0.key < $1.key }
    let answers = try shell.complete(values.map(\.key), Desk(runs: false))
    for (value, answer) in zip(values, answers) {
      #expect(answer.sorted() == value.value, "\(value.key)")
    }
  }

  @Test(arguments: CompletionShell.allCases)
  func namesAndNumbersAreThoseOfTheService(shell: CompletionShell) throws {
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
    ].sorted { $0.key < $1.key }
    let answers = try shell.complete(expected.map(\.key), desk)
    for (expected, answer) in zip(expected, answers) {
      #expect(answer.sorted() == expected.value.sorted(), "\(expected.key)")
      // The newest game comes first.
      #expect(expected.value != games || answer == games)
    }
    try desk.memorize("practice", "start", "--deck", "Deep words", "--quiet")
    let choices = ["memorize practice answer ", "memorize practice answer --plain "]
    #expect(try shell.complete(choices, desk) == [["1", "2", "3"], ["1", "2", "3"]])
    try desk.memorize("new", "--player", "Ada", "--player", "Bo Lee", "--quiet")
    #expect(
      try shell.complete(["memorize bot --player="], desk).map { $0.sorted() } == [
        ["Ada", "Bo Lee"]
      ])
    // Tab shows only the cards and decks that the verb takes.
    let added = try desk.memorize("deck", "add", "Own", "a", "b", "--json").json["ids"] as? [Int]
    let id = try #require(added?.first.map(String.init))
    let lines = ["add", "edit", "remove", "resume"].map { "memorize deck \($0) " }
    #expect(try shell.complete(lines, desk) == [["Own"], [id], [id], []])
    try desk.memorize("deck", "suspend", id, "--quiet")
    #expect(try shell.complete(lines, desk) == [["Own"], [id], [id], [id]])
    // Tab shows only what the setting allows.
    try desk.memorize("practice", "config", "set", "show-choices", "no", "--quiet")
    #expect(try shell.complete([choices[0]], desk) == [[]])
  }

  @Test(arguments: CompletionShell.allCases)
  func withoutAServiceThereIsSilence(shell: CompletionShell) throws {
    let desk = try Desk(runs: false, activates: true)
    let answers = try shell.complete(
      [
        "memorize flip ", "memorize theme show ", "memorize log ", "memorize practice answer ",
        "memorize practice start --deck ",
      ], desk)
    #expect(answers == [[], [], [], [], []])
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
