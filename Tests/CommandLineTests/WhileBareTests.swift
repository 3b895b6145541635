import Foundation
import TestSupport
import Testing

@testable import Screens
@testable import TerminalKit
@testable import memorize

/// What a command does under `memorize while` is what it does by itself.
@Suite(.timeLimit(.minutes(30))) struct WhileBareTests {
  /// On a busy machine a question came before the command's end, and waited for an answer for ever.
  private static let whileWords = [Programs.memorize, "while", "--min", "3600", "--"]

  /// On equal terminals, and in pipes.
  @Test func randomCommandsEndAsWithoutWhile() throws {
    let desk = try Desk()
    var generator = SeededGenerator(for: "while")
    for _ in 0..<rounds(25, ofAll: 1_000) {
      let script = RandomCommand.script(using: &generator)
      let bare = ["sh", "-c", script]
      let under = Self.whileWords + bare
      #expect(try Self.printed(under, desk) == Self.printed(bare, desk), "\(script)")
      let (piped, alone) = (try Self.piped(under, desk), try Self.piped(bare, desk))
      #expect(piped.code == alone.code, "\(script)")
      #expect(piped.output == alone.output && piped.errors == alone.errors, "\(script)")
    }
  }

  private static func piped(_ words: [String], _ desk: Desk) throws -> Outcome {
    try Outcome("/usr/bin/env", words, environment: desk.environment)
  }

  /// What a program prints that waits for nobody who is not there.
  private static func inTime(_ words: String...) throws -> String {
    try Outcome("timeout", ["60"] + words).output
  }

  /// Everything on a terminal, with the exit status at the end.
  private static func printed(_ words: [String], _ desk: Desk) throws -> [UInt8] {
    let terminal = try PseudoTerminal()
    let program = try terminal.run("\"$@\"; stty sane; printf '[ended %d]' $?", words, desk)
    let bytes = terminal.readBytes(upTo: "[ended ")
    #expect(program.codeInTime != nil, "\(words)")
    return bytes
  }

  @Test func exitStatusesAreTheCommands() throws {
    let desk = try Desk()
    let file = try desk.bus.files.write("file", "exit 9")
    let cases: [([String], String)] = [
      (["true"], "0"), (["sh", "-c", "exit 200"], "200"), (["nonesuch"], "127"), ([""], "127"),
      ([file], "126"), (["/tmp"], "126"), (["sh", "-c", "kill -9 $$"], "137"),
      (["sh", "-c", "kill -15 $$"], "143"), (["sh", file], "9"),
    ]
    for (words, code) in cases {
      let piped = try desk.memorize(Self.whileWords.dropFirst() + words)
      #expect("\(piped.code)" == code, "\(words)")
      let terminal = try PseudoTerminal()
      let program = try terminal.run(
        "\"$@\"; echo \"ended $?\"", Self.whileWords + words, desk)
      terminal.read { $0.contains("ended \(code)\r\n") }
      #expect(terminal.text.contains("ended \(code)\r\n"), "\(words) \(terminal.text)")
      #expect(["126", "127"].contains(code) == terminal.text.contains("memorize: “"))
      #expect(program.codeInTime != nil)
    }
  }

  /// It never heard of the command's end if who started it ignored SIGCHLD.
  @Test func aCallerMayIgnoreItsChildren() throws {
    let desk = try Desk()
    let terminal = try PseudoTerminal()
    // Not every sh passes it on.
    let line = "trap '' CHLD; exec memorize while --min 3600 -- sh -c 'exit 3'"
    let program = try terminal.run("exec bash -c \"$1\"", [line], desk)
    #expect(program.codeInTime == 3)
  }

  /// A name is not text to the system.
  @Test func argumentsKeepTheirBytes() throws {
    let desk = try Desk()
    let terminal = try PseudoTerminal()
    let program = try terminal.run(
      "memorize while --min 3600 -- printf %s. \"$(printf 'a\\377')\" '' 'b c'; echo ended", [],
      desk)
    let bytes = terminal.readBytes(upTo: "ended")
    #expect(bytes.starts(with: [0x61, 0xFF] + Array("..b c.ended".utf8)))
    #expect(program.codeInTime != nil)
  }

  /// Nothing stands between the command and who called it.
  @Test func withoutPracticeItBecomesTheCommand() throws {
    let desk = try Desk()
    let piped = try desk.start(["while", "--", "sh", "-c", "echo $$"])
    #expect(piped.output.next() == "\(piped.identifier)")
    let ways: [(options: [String], [String: String])] = [
      (["--quiet"], [:]), (["--plain"], [:]), (["--json"], [:]), ([], ["TERM": "dumb"]),
      ([], ["TERM": "nonesuch"]), ([], ["MEMORIZE_OPTIONS": "--plain"]),
      ([], ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"]),
    ]
    for (options, variables) in ways {
      let terminal = try PseudoTerminal()
      let program = try terminal.run(
        "exec \"$@\"", [Programs.memorize, "while"] + options + ["--", "sh", "-c", "echo $$."],
        desk, with: variables)
      terminal.read { $0.contains(".") }
      #expect(terminal.text == "\(program.identifier).\r\n", "\(options) \(variables)")
      #expect(program.codeInTime != nil)
    }
  }

  @Test func anUnknownDeckIsReportedAndTheCommandRuns() throws {
    let desk = try Desk.withNumbers()
    let terminal = try PseudoTerminal()
    let program = try terminal.run(
      "exec memorize while --deck numbrs --min 3600 -- echo done.", [], desk)
    terminal.read { $0.contains("done.") }
    #expect(terminal.text.contains("no deck “numbrs”; the command runs without practice."))
    #expect(terminal.text.contains("Did you mean “Numbers”?"))
    #expect(program.codeInTime != nil)
  }

  /// The memory of a flood is that of a file, and its bytes are those of the command.
  @Test func aFloodIsHeldOnDisk() throws {
    let desk = try Desk.withNumbers()
    let size = rounds(20_000_000, ofAll: 1_000_000_000)
    let go = desk.bus.files.path("go")
    let terminal = try PseudoTerminal()
    let program = try terminal.run(
      "exec memorize while --timeout 60 --min 0 -- sh -c"
        + " 'until [ -e \(go) ]; do sleep 0.02; done; yes yyy | tr -d \"\\n\" | head -c \(size)'",
      [], desk)
    _ = terminal.readBytes(upTo: "1 of")
    try desk.bus.files.write("go")
    _ = terminal.readBytes(upTo: "shows the output")
    let peak = try SystemProcess.peakMemory(of: program.identifier)
    #expect(peak < 100_000, "kB")
    terminal.write("q")
    let end = terminal.readBytes(upTo: "\u{1B}[?1049l")
    var (rest, others) = (0, [UInt8]())
    func count(_ bytes: some Sequence<UInt8>) {
      for byte in bytes { if byte == UInt8(ascii: "y") { rest += 1 } else { others.append(byte) } }
    }
    count(end.suffix(from: end.lastIndex(of: 0x1B) ?? 0))
    while rest < size {
      let bytes = terminal.readSome()
      guard !bytes.isEmpty else { break }
      count(bytes)
    }
    #expect(rest == size, "beside “\(String(decoding: others, as: UTF8.self))”")
    #expect(program.codeInTime == 0)
  }

  /// What it leaves running does not keep us, and is not hung up on.
  @Test func aBackgroundProcessRunsOn() throws {
    let desk = try Desk()
    let (go, done) = (desk.bus.files.path("go"), desk.bus.files.path("done"))
    try #require(mkfifo(go, 0o600) == 0 && mkfifo(done, 0o600) == 0)
    let terminal = try PseudoTerminal()
    let program = try terminal.run(
      "exec memorize while --min 3600 -- sh -c '(read x <\(go); echo alive >\(done)) & echo x'", [],
      desk)
    #expect(program.codeInTime == 0)
    #expect(try Self.inTime("sh", "-c", "echo go >\(go); cat \(done)") == "alive")
  }

  /// The end of an answer that was being typed got into the command, if it took longer than a second.
  @Test func keysOfAnAnswerAreNoLineOfTheCommand() throws {
    let desk = try Desk.withNumbers()
    let go = desk.bus.files.path("go")
    let terminal = try PseudoTerminal()
    let program = try terminal.run(
      "exec memorize while --timeout 60 --deck Numbers --min 0.1 -- sh -c"
        + " 'until [ -e \(go) ]; do sleep 0.02; done; printf Name:; read x; echo \"<$x>\"'", [],
      desk)
    terminal.read { $0.contains("1 of") }
    try desk.bus.files.write("go")
    terminal.read { $0.contains("\u{1B}[?1049l") }
    let start = ContinuousClock.now
    var (last, longest) = (start, Duration.zero)
    while last - start < .milliseconds(2500) {
      terminal.write("x")
      _ = terminal.hasMore(by: last + .milliseconds(100))
      longest = max(longest, .now - last)
      last = .now
    }
    // Once the keys have paused, they are the command's; the first one may have been too early.
    let line = /<(x*)>\r\n/
    for _ in 0..<20 where !terminal.text.contains(line) {
      terminal.read(for: .seconds(3)) { $0.contains(line) }
      if !terminal.text.contains(line) { terminal.write("\r") }
    }
    let typed = try #require(terminal.text.firstMatch(of: line)?.output.1)
    // On a machine that is too busy the keys have paused before.
    #expect(typed.isEmpty || longest > .milliseconds(900))
    #expect(program.codeInTime == 0)
  }

  /// The session stayed on if the command ended before the first question was shown.
  @Test func aSessionEndsWithACommandThatEndsAtOnce() throws {
    let desk = try Desk.withNumbers()
    let done = desk.bus.files.path("done")
    try #require(mkfifo(done, 0o600) == 0)
    let terminal = try PseudoTerminal()
    // Nobody reads the output, and a question is shown only after it.
    let program = try terminal.run(
      "memorize while --timeout 60 --min 1 -- sh -c 'yes | head -c 100000 &"
        + " memorize practice watch --format {state} | grep -q asking; echo done >\(done)';"
        + " echo ended", [], desk)
    #expect(try Self.inTime("cat", done) == "done")
    // On a busy machine the question came before the output.
    terminal.read { $0.contains("q shows the output") || $0.contains("ended") }
    if !terminal.text.contains("ended") { terminal.write("q") }
    terminal.read { $0.contains("ended") }
    #expect(program.codeInTime == 0)
    #expect(try desk.practice().text("state") == "idle")
  }

  @Test func aTerminalThatClosesHangsUpOnTheCommand() throws {
    for options in ["--min 3600", "--timeout 60 --min 0"] {
      let desk = try Desk()
      let done = desk.bus.files.path("done")
      try #require(mkfifo(done, 0o600) == 0)
      let terminal = try PseudoTerminal()
      let program = try terminal.run(
        "exec memorize while \(options) -- sh -c 'trap \"trap \\\"\\\" HUP; echo gone >\(done); exit 129\" HUP;"
          + " echo begun; while :; do sleep 0.02; done'", [], desk)
      // The code is 129 whichever end is seen first, the terminal's or the command's.
      // Earlier the command may have no trap yet, and a question is there before it has begun.
      terminal.read {
        $0.contains("begun") && (options.contains("3600") || $0.contains("1 of"))
      }
      terminal.hangUp()
      #expect(try Self.inTime("cat", done) == "gone")
      #expect(program.codeInTime == 128 + SIGHUP)
    }
  }

  @Test func theLastLineOfTheOutputIsSafe() {
    let cases: [(String, String)] = [
      ("", ""), ("one\ntwo\n", "two"), ("one\r\n\r\n", "one"), ("10%\r20%\r", "20%"),
      ("10%\r20%\r\n", "20%"), ("\u{1B}[31mred\u{1B}[0m\n", "red"),
      ("a\u{1B}]0;title\u{7}b\u{1B}]8;;x\u{1B}\\c", "abc"), ("\u{1B}(Bx\u{1B}7y", "xy"),
      ("ab\u{8}c", "ac"), ("é\u{8}x", "x"), ("a\tb", "a b"), ("  in\n   \n", "in"),
      ("a\u{1B}[2", "a"), ("\u{1B}", ""), ("\u{1B}]never\nnext", "next"), ("a\u{0}\u{7F}b", "ab"),
      (String(repeating: "x", count: 5000) + "\nend", "end"),
    ]
    for (output, line) in cases {
      var tail = OutputTail()
      // In any pieces.
      for byte in output.utf8 { tail.append([byte]) }
      #expect(tail.line == line, "\(output.debugDescription)")
    }
    var tail = OutputTail()
    tail.append([0xFF, 0x80, 0x41, 0xE2, 0x82])
    #expect(tail.line.contains("A") && !tail.line.isEmpty)
  }

  /// What a terminal says by itself is for the command even when keys are dropped; keys are not.
  @Test func answersOfTerminalsAreNotTakenForKeys() {
    let answers = [
      "\u{1B}[12;40R", "\u{1B}[0n", "\u{1B}[8;24;80t", "\u{1B}[?1;2c", "\u{1B}[>0;276;0c",
      "\u{1B}[?2026;2$y", "\u{1B}[?0u", "\u{1B}[?1;0;256S", "\u{1B}]11;rgb:0/0/0\u{7}",
      "\u{1B}]11;rgb:0/0/0\u{1B}\\", "\u{1B}P1$r0m\u{1B}\\", "\u{1B}_Gi=1;OK\u{1B}\\",
    ]
    // Shift-Right of rxvt, F3, Alt-P, Alt-Shift-P before other keys, a key of kitty, a click.
    let keys = [
      "q", "\u{1B}", "\u{1B}[c", "\u{1B}[A", "\u{1B}[R", "\u{1B}OR", "\u{1B}p", "\u{1B}Pab\u{1B}[A",
      "\u{1B}[97;5u", "\u{1B}[<0;1;1M", "\u{1B}[", "é",
    ]
    for answer in answers {
      let bytes = Array(answer.utf8)
      #expect(OwnTerminal.answers(in: bytes) == bytes, "\(answer.debugDescription)")
    }
    for key in keys {
      #expect(OwnTerminal.answers(in: Array(key.utf8)).isEmpty, "\(key.debugDescription)")
    }
    let mixed = zip(keys, answers).map { $0 + $1 }.joined()
    #expect(OwnTerminal.answers(in: Array(mixed.utf8)) == answers.joined().utf8.map { $0 })
  }

  @Test func aReaderIsFoundByItsSystemCall() {
    #expect(TerminalReader.readFile("0 0x3 0x7fa711883000 0x20000 0x0 0x0 0x0 0x7f 0x7f") == 3)
    for other in ["running\n", "-1 0x7ffe 0x7f", "", "1 0x3 0x4", "0", "0 x", "230 0x0"] {
      #expect(TerminalReader.readFile(other) == nil)
    }
  }
}

/// A shell script of a few random steps.
private enum RandomCommand {
  static func script(using generator: inout SeededGenerator) -> String {
    let count = Int.random(in: 1...6, using: &generator)
    return (0..<count).map { _ in step(using: &generator) }.joined(separator: "; ")
  }

  private static func step(using generator: inout SeededGenerator) -> String {
    let number = Int.random(in: 0..<1000, using: &generator)
    // “[” would begin the sign of the end.
    let bytes = (0..<number % 40).map { _ in UInt8.random(in: 0...255, using: &generator) }
      .filter { $0 != UInt8(ascii: "[") }
    let octal = bytes.map { "\\" + String(Int($0) + 0o1000, radix: 8).dropFirst() }.joined()
    switch Int.random(in: 0..<16, using: &generator) {
    case 0...3: return "printf '\(octal)'"
    case 4: return "printf '\(octal)' >&2"
    case 5: return "seq \(number)"
    case 6: return "exit \(number % 256)"
    case 7: return "kill -\([1, 2, 3, 6, 9, 13, 14, 15][number % 8]) $$"
    case 8: return "sleep 0.0\(number % 10)"
    case 9: return "stty size 2>&1"
    case 10: return "(printf a\(number); sleep 0.01; printf b) & wait"
    case 11: return "test -t \(number % 3); printf $?"
    case 12: return "stty -opost 2>/dev/null; printf 'a\\nb\\n'; stty opost 2>/dev/null"
    case 13: return "trap 'printf t\(number)' \(number % 2 == 0 ? "TERM" : "EXIT")"
    case 14: return "stty -a 2>&1 | head -c \(number)"
    default: return "nonesuch\(number) 2>&1"
    }
  }
}

extension PseudoTerminal {
  /// Runs a line of sh on it, as the leader of its session; the words are its arguments.
  func run(
    _ line: String, _ words: [String], _ desk: Desk, with more: [String: String] = [:]
  ) throws -> Child {
    try Child(
      "setsid", ["--ctty", "sh", "-c", line, "sh"] + words,
      environment: desk.environment.merging([
        "PATH": Programs.directory + ":/usr/bin:/bin", "LC_ALL": "C.UTF-8",
      ]) { $1 }.merging(more) { $1 },
      input: inside, output: inside, errors: inside)
  }
}

extension SystemProcess {
  /// In kB.
  static func peakMemory(of process: pid_t) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM") })
    return try #require(Int(line.filter(\.isNumber)))
  }
}
