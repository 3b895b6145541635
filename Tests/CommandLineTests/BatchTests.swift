import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(30))) struct BatchTests {
  /// Runs `memorize -` with those lines.
  private func batch(_ desk: Desk, _ options: String..., lines: String) throws -> Outcome {
    try batch(desk, options, lines: lines)
  }

  private func batch(_ desk: Desk, _ options: [String], lines: String) throws -> Outcome {
    let file = desk.bus.directory.appendingPathComponent("batch-\(UUID().uuidString)")
    try lines.write(to: file, atomically: true, encoding: .utf8)
    return try Outcome(
      "sh", ["-c", "exec \"$@\" < '\(file.path)'", "sh", Programs.memorize, "-"] + options,
      environment: desk.environment)
  }

  @Test func eachLineIsAVerb() throws {
    let desk = try Desk()
    let outcome = try batch(
      desk,
      lines: """
        # A whole game.
        new --theme 'Halloween' --pairs "4" --seed 42 --plain

          flip 0 6 --plain   # a pair
        --plain flip 1 5
        flip 2 4 3 7 --quiet
        theme list --plain
        status
        """)
    #expect(outcome.code == 0)
    #expect(outcome.errors.isEmpty)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.first == "started: Halloween, 4 pairs")
    #expect(lines.contains("match: red apple, 2 of 4, score 4"))
    #expect(lines.contains { $0.hasPrefix("Sea\t") })
    #expect(lines.last?.hasPrefix("Halloween: won, 4 of 4") == true)
  }

  @Test func optionsHoldForAllLines() throws {
    let desk = try Desk()
    let outcome = try batch(desk, "--json", lines: "status\nstatus --plain\nconceal")
    // What the batch says comes before what the environment says, for errors too.
    let plain = try batch(desk, "--plain", lines: "conceal")
    #expect(plain.code == 5)
    #expect(plain.output.isEmpty)
    let wrong = try batch(desk, lines: "flip x --json")
    #expect(wrong.json.object("error").text("name") == "Usage")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(parsed(lines[0]).object("game").text("state") == "no-game")
    #expect(lines[1].hasPrefix("no game"))
    #expect(parsed(lines[2]).object("error").text("name") == "NoGame")
    #expect(outcome.code == 5)
  }

  @Test(arguments: [
    ("flip 99", 5, "(NoSuchCard)"), ("theme show Nothing", 6, "(NoSuchTheme)"),
    ("flp 0", 2, "“flip”"), ("flip x", 2, "'x'"), ("flip '0", 2, "quotation mark '"),
    ("watch", 2, "“watch” is not for batches"), ("play", 2, "not for batches"),
    ("replay 1", 2, "“replay” is not for batches"),
    ("practice play --plain", 2, "“practice play” is not for batches"),
    ("-", 2, "not for batches"), ("status --exit-code --nope", 2, "--nope"),
    ("wait won --timeout 0.1", 4, "won"), ("--json", 2, "verb is missing"),
  ]) func itStopsAtTheFirstFailure(line: String, code: Int32, hint: String) throws {
    let desk = try Desk()
    try desk.deal()
    let stopped = try batch(desk, lines: "status\n\n\(line)\nnew --plain")
    #expect(stopped.code == code)
    #expect(stopped.errors.contains(hint))
    #expect(stopped.errors.contains("line 3"))
    #expect(stopped.output.hasPrefix("Halloween: 0 of 4"))
    #expect(!stopped.output.contains("started"))
    let kept = try batch(
      desk, "--keep-going", lines: "\(line)\nflip 98\nnew --theme Halloween --plain")
    #expect(kept.code == code)
    #expect(kept.errors.contains("line 1"))
    #expect(kept.errors.contains("line 2"))
    #expect(kept.output.hasSuffix("started: Halloween, 9 pairs"))
  }

  /// The lines of a batch are no file that one of them could read.
  @Test func noLineReadsTheBatch() throws {
    let desk = try Desk(runs: false)
    let table = try desk.file(holding: "a,b\nc,d\n")
    for line in ["verify --from -", "verify --from=-", "theme check -", "theme import - --name X"] {
      let outcome = try batch(desk, lines: "\(line)\n{}\n")
      #expect(outcome.code == 2)
      #expect(outcome.errors.contains("Standard input is the batch"), "\(outcome.errors)")
      #expect(outcome.errors.contains("line 1"))
    }
    let named = try batch(desk, lines: "theme import '\(table)' --name -\nhelp theme\n")
    #expect(named.code == 0, "\(named.errors)")
    #expect(named.output.hasPrefix("imported: -, 2 cards"))
  }

  @Test func nothingToDoIsDone() throws {
    let desk = try Desk(runs: false)
    for lines in ["", "\n", "# nothing\n\n  \t", "help\n"] {
      let outcome = try batch(desk, lines: lines)
      #expect(outcome.code == 0)
      #expect(outcome.errors.isEmpty)
    }
  }

  /// A batch that is fed line by line.
  private func fed(_ desk: Desk, output: Int32? = nil) throws -> (Child, (String) -> Void, Int32) {
    let (reading, writing) = try Child.pipe()
    let child = try Child(
      Programs.memorize, ["batch", "--plain"], environment: desk.environment, input: reading,
      output: output)
    close(reading)
    return (child, { text in _ = write(writing, text, text.utf8.count) }, writing)
  }

  @Test func anAnswerIsThereBeforeTheNextLine() throws {
    let desk = try Desk()
    try desk.deal()
    let (batch, say, input) = try fed(desk)
    say("flip 0\n")
    #expect(batch.output.next() == "0 up lollipop")
    say("fli")
    say("p 6")
    say("\nwait changed --since 0\nwait won --timeout 0.01")
    #expect(batch.output.next() == "match: lollipop, 1 of 4, score 2")
    #expect(batch.output.next()?.hasPrefix("Halloween: 1 of 4") == true)
    close(input)
    #expect(batch.wait() == 4)
    #expect(batch.errors.rest().contains("line 4"))
  }

  @Test func aBatchWaits() throws {
    let desk = try Desk()
    try desk.deal()
    let (batch, say, input) = try fed(desk)
    // It turns down what another one turns up, and its connection is as before.
    for _ in 0..<20 {
      let game = try desk.memorize("status", "--json").json.object("game")
      say("wait mismatched --since \(game.number("revision") ?? 0)\nconceal\n")
      try desk.memorize("flip", "0", "1", "--quiet")
      #expect(batch.output.waits(for: "concealed"))
    }
    close(input)
    #expect(batch.wait() == 0)
    #expect(batch.errors.rest().isEmpty)
  }

  @Test func allVerbsShareOneConnection() throws {
    let desk = try Desk()
    try desk.deal()
    func nextName() throws -> Int {
      // The bus counts its connections in their names.
      let script = """
        import asyncio
        from dbus_next.aio import MessageBus
        async def main(): print((await MessageBus().connect()).unique_name)
        asyncio.run(main())
        """
      let name = try Outcome("/usr/bin/python3", ["-c", script], environment: desk.environment)
      return try #require(Int(name.output.drop { $0 != "." }.dropFirst()))
    }
    let before = try nextName()
    let verbs = "status\nboard\nflip 0\nflip 1\nconceal\ntheme list\nwait changed --since 0\n"
    let outcome = try batch(desk, lines: String(repeating: verbs, count: 20))
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try nextName() == before + 2)
  }

  @Test func aReaderThatGoesEndsItQuietly() throws {
    let desk = try Desk()
    let (reading, writing) = try Child.pipe()
    let (batch, say, input) = try fed(desk, output: writing)
    close(writing)
    close(reading)
    say("status\nstatus\n")
    #expect(batch.wait() == 0)
    #expect(batch.errors.rest().isEmpty)
    close(input)
  }

  @Test func aBusThatDiesBetweenLinesIsThree() throws {
    let desk = try Desk()
    let (batch, say, input) = try fed(desk)
    say("status\n")
    #expect(batch.output.next()?.hasPrefix("no game") == true)
    desk.bus.kill()
    say("status\n")
    #expect(batch.wait() == 3)
    #expect(batch.errors.rest().contains("line 2"))
    close(input)
  }

  @Test(arguments: ["</tmp", "<&-", ">/dev/null <&1"]) func inputThatCannotBeReadIsAFault(
    input: String
  ) throws {
    // A directory, and an input that is closed, counted as a batch without lines.
    let desk = try Desk(runs: false)
    let outcome = try Outcome(
      "sh", ["-c", "exec \"$0\" - --json \(input)", Programs.memorize],
      environment: desk.environment)
    #expect(outcome.code == 1)
    #expect(outcome.errors.hasPrefix("memorize: Standard input cannot be read: "))
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(outcome.output.isEmpty == input.contains("null"))
  }

  @Test(arguments: [false, true]) func aLineWithoutEndIsRefused(goesOn: Bool) throws {
    // A line was looked through anew with each part of it that came: 1 MB took 14 s.
    let desk = try Desk()
    let long = String(repeating: "x", count: 1_000_000)
    let options = goesOn ? ["--keep-going"] : []
    let start = ContinuousClock.now
    let lines = "status\n\(long)\nstatus\n# \(long.prefix(60_000))"
    let outcome = try batch(desk, options, lines: lines)
    #expect(start.duration(to: .now) < .seconds(5))
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("more than 65536 bytes"))
    #expect(outcome.errors.contains("That was line 2 of the batch."))
    #expect(outcome.errors.utf8.count < 1000)
    #expect(outcome.output.split(separator: "\n").count == (goesOn ? 2 : 1))
  }
}
