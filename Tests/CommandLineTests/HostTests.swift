import Foundation
import TestSupport
import Testing

/// `--host`, with a script in ssh's place.
@Suite(.timeLimit(.minutes(30))) struct HostTests {
  private let machines: TwoMachines
  private let host = ["--host", TwoMachines.host]

  init() throws { machines = try TwoMachines() }

  @Test func itStandsBeforeOrBehindTheVerbOrInTheEnvironment() throws {
    try machines.there.deal()
    let line = "Halloween"
    for (arguments, options) in [
      (host + ["status"], ""), (["status"] + host, ""), (["--host=ada@pi", "status", "-q"], ""),
      (["status", "--plain"], "--ascii --host ada@pi"), (host, ""), (host + ["--plain"], ""),
      (["status", "--host", "ada@pi"], "--host nowhere"), (host + ["theme", "show", line], ""),
    ] {
      let outcome = try machines.memorize(arguments, options: options)
      #expect(outcome.code == 0 && outcome.output.contains(line), "\(arguments) \(outcome)")
      #expect(outcome.errors.isEmpty)
    }
    for words in try machines.sshArguments {
      #expect(words.prefix(3) == ["-xT", "--", "ada@pi"] && words.count == 4, "\(words)")
      #expect(words.last?.hasPrefix("exec sh -c 'exec systemd-stdio-bridge ") == true)
    }
    let help = try machines.memorize(host + ["help", "flip"])
    #expect(help.code == 0 && help.output.contains("memorize flip"))
    #expect(try machines.memorize(["status"]).code == 3)
  }

  @Test func aHostThatSSHWouldMisunderstandOrThatIsMissingIsTwo() throws {
    for name in [
      "-oProxyCommand=x", "pi\n", "a b", "\u{1B}[1m", "pi\u{202E}", "$(reboot)", "pi;ls", "`x`",
      "a'b",
    ] {
      for arguments in [["status", "--host=" + name], ["--host=" + name, "status", "--json"]] {
        let outcome = try machines.memorize(arguments)
        #expect(outcome.code == 2 && outcome.errors.contains("such as pi or ada@pi"), "\(outcome)")
      }
    }
    for arguments in [["--host"], ["status", "--host"], ["status", "--host", "--json"]] {
      let outcome = try machines.memorize(arguments)
      #expect(outcome.code == 2 && outcome.errors.contains("--host needs a value"), "\(outcome)")
    }
    #expect(try machines.sshArguments.isEmpty)
  }

  @Test func anUnreachableHostIsThree() throws {
    for verb in ["status", "doctor"] {
      let outcome = try machines.memorize(["--host", "nowhere", verb, "--json"])
      #expect(outcome.code == 3)
      #expect(outcome.errors.contains("Could not resolve") && outcome.errors.contains("nowhere"))
      let message = try #require(outcome.json.object("error").text("message"))
      #expect(message.contains("“ssh nowhere memorize doctor”"))
    }
    for verb in ["status", "doctor", "watch"] {
      let outcome = try machines.here.memorize(
        verb, "--host", "ada@pi", with: ["PATH": machines.here.bus.files.root])
      #expect(outcome.code == 3 && outcome.errors.contains("Install the client of OpenSSH"))
    }
  }

  /// An ssh that waited for a password would keep the terminal, and what is typed into it.
  @Test func noHangingSSHIsLeft() throws {
    for verb in ["status", "watch", "doctor", "theme check"] {
      let start = ContinuousClock.now
      let words = verb.split(separator: " ").map(String.init)
      let outcome = try machines.memorize(["--host", "hanging"] + words + ["--timeout", "0.3"])
      #expect(outcome.code == 4)
      #expect(verb == "watch" || outcome.errors.contains("hanging did not answer within 0.3 s"))
      // Its stderr, which this has read to its end, is that of ssh too.
      #expect(ContinuousClock.now - start < .seconds(100))
    }
  }

  @Test func watchFollowsTheGameThere() throws {
    let watch = try machines.start("watch")
    #expect(watch.output.next()?.hasPrefix("no game") == true)
    try machines.there.deal()
    #expect(watch.output.next() == "started: Halloween, 4 pairs")
    let wait = try machines.start("wait", "matched", "--since", "1")
    try machines.there.memorize("flip", "0", "6", "--quiet")
    #expect(watch.output.waits(for: "match: lollipop, 1 of 4"))
    #expect(wait.wait() == 0)
    machines.there.killDaemon()
    #expect(watch.output.waits(for: "offline"))
    let status = try machines.memorize(host + ["status"])
    #expect(status.code == 3 && status.errors.contains("ada@pi: The memorized service is not"))
  }

  @Test func aLinkThatIsCutIsReportedAtOnce() throws {
    let watch = try machines.start("watch")
    #expect(watch.output.next() != nil)
    kill(try machines.link(of: watch.identifier), SIGKILL)
    #expect(watch.wait() == 3)
    #expect(watch.output.rest().hasSuffix("offline"))
    #expect(watch.errors.rest().contains("The connection to ada@pi was lost"))
  }

  /// A network that carries nothing any more reports nothing either.
  @Test func aLinkThatHangsIsReportedWithinFiveSeconds() throws {
    // Of several times the shortest: a busy machine may hold any of them up.
    let programs = try [["watch"], ["watch", "--format", "waybar"], ["practice", "watch"]].map {
      let program = try machines.here.start($0 + host, with: machines.environment)
      #expect(program.output.next() != nil)
      return program
    }
    let links = try programs.map { try machines.link(of: $0.identifier) }
    for link in links { kill(link, SIGSTOP) }
    let start = ContinuousClock.now
    let times = programs.map { program in
      #expect(program.wait() == 3)
      return ContinuousClock.now - start
    }
    for link in links { kill(link, SIGKILL) }
    for program in programs {
      #expect(program.errors.rest().contains("The connection to ada@pi was lost"))
    }
    #expect(try #require(times.min()) < .seconds(5), "\(times)")
  }

  /// An import over the bus alone would have written the deck to this machine.
  @Test func filesAreThoseOfTheOtherMachine() throws {
    let (here, there) = (machines.here.bus.files, machines.there.bus.files)
    let path = try here.write("Ada's words.csv", "Hund,dog\nKatze,cat\n")
    let outcome = try machines.memorize(["deck", "import", path, "--quiet"] + host)
    #expect(outcome.code == 0 && outcome.output.isEmpty, "\(outcome)")
    #expect(try there.text("data/memorize/decks/Ada's words.tsv").contains("Hund\tdog"))
    let decks = try machines.memorize(host + ["deck", "list", "--plain"])
    #expect(decks.output.contains("Ada's words\t2"), "\(decks.output)")
    // Its exit status is ours.
    #expect(try machines.memorize(host + ["deck", "import", path, "--json"]).code == 5)
    #expect(!FileManager.default.fileExists(atPath: here.path("data/memorize")))

    let input = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(input) }
    let piped = try machines.start("deck", "import", "-", "--deck", "Piped", input: input)
    #expect(piped.wait() == 0 && piped.output.rest().hasPrefix("imported: Piped, 2 cards"))

    // Those of MEMORIZE_OPTIONS hold there, too.
    let check = try machines.memorize(["theme", "check"], options: "--ascii --json --host=ada@pi")
    #expect(check.code == 0 && check.json.number("files") == 2, "\(check)")
    let doctor = try machines.memorize(["doctor", "--host", "ada@pi", "--plain"])
    #expect(doctor.output.contains("ok\tbus\t" + machines.there.bus.address), "\(doctor)")
  }

  /// A file that was on its way stayed in the other machine's /tmp if the connection ended there.
  @Test(arguments: [SIGHUP, SIGTERM]) func noFileIsLeftThere(number: Int32) throws {
    let (here, there) = (machines.here.bus.files, machines.there.bus.files)
    try there.make("received")
    try here.write(
      "links/environment",
      try here.text("links/environment") + "TMPDIR=\(there.path("received"))\n")
    // It says which shell keeps the file, and then takes its time.
    try there.make("program")
    let program = "#!/bin/sh\necho $PPID $$; exec sleep 120\n"
    try Child.writeProgram(program, to: there.path("program/memorize"))
    try here.write(
      "links/environment",
      try here.text("links/environment") + "PATH=\(there.path("program")):/usr/bin:/bin\n")
    let path = try here.write("a.tsv", "a\tb\n")
    let importing = try machines.start("deck", "import", path)
    let processes = try #require(importing.output.next()).split(separator: " ").compactMap {
      pid_t($0)
    }
    let left = { try FileManager.default.contentsOfDirectory(atPath: there.path("received")) }
    #expect(try left().count == 1 && processes.count == 2)
    kill(processes[0], number)
    kill(processes[1], SIGKILL)
    #expect(importing.wait() != 0)
    #expect(try left().isEmpty)
  }

  /// The other machine's text went to this terminal as it was.
  @Test func textOfTheOtherMachineIsHarmless() throws {
    let (here, there) = (machines.here.bus.files, machines.there.bus.files)
    try there.make("program")
    let script = #"""
      #!/bin/sh
      printf 'ok\tbus\t\033[31mred\n\342\200\256turned\n'; printf '\033]0;title\007' >&2; exit 7
      """#
    try Child.writeProgram(script, to: there.path("program/memorize"))
    try here.write(
      "links/environment",
      try here.text("links/environment") + "PATH=\(there.path("program")):/usr/bin:/bin\n")
    let outcome = try machines.memorize(host + ["doctor"])
    #expect(outcome.code == 7)
    #expect(outcome.output == "ok\tbus\t [31mred\n turned")
    #expect(outcome.errors.contains(" ]0;title "))
  }

  @Test func filesThatCannotBeSentAreTwo() throws {
    let files = machines.here.bus.files
    for (names, message) in [
      (["none"], "none: There is no such file."), (["a", "b"], "one file at a time"),
      (["links"], "not a regular file"),
    ] {
      let outcome = try machines.memorize(host + ["deck", "import"] + names.map(files.path))
      #expect(outcome.code == 2 && outcome.errors.contains(message), "\(outcome)")
    }
    #expect(try machines.sshArguments.isEmpty)
    // A named file is this machine's, and needs no service.
    let path = try files.write("a.tsv", "a\tb\n")
    #expect(try machines.memorize(["theme", "check", path, "--host", "nowhere"]).code == 0)
  }

  @Test(arguments: CompletionShell.allCases)
  func completionsAreThoseOfTheOtherMachine(shell: CompletionShell) throws {
    try machines.there.deal()
    try machines.there.memorize("flip", "0", "6", "--quiet")
    let cards = ["1", "2", "3", "4", "5", "7"]
    let answers = try shell.complete(
      [
        "memorize --host ada@pi flip ", "memorize flip --host=ada@pi ", "memorize --host ada@pi fl",
        "memorize --host nowhere flip ", "memorize --host ", "memorize flip --ho",
      ], machines.here, programs: try #require(machines.environment["PATH"]),
      with: machines.environment)
    #expect(answers == [cards, cards, ["flip"], [], [], ["--host"]])
    let words = try machines.sshArguments.filter { $0.contains("ada@pi") }
    #expect(words.allSatisfy { $0.prefix(2) == ["-o", "BatchMode=yes"] })
  }
}
