import BoardLayout
import Foundation
import MemorizeBus
import MemoryGame
import TestSupport
import Testing

@testable import CellDrawing
@testable import Screens
@testable import TerminalKit
@testable import memorize

/// `replay` shows a game again as it was; a file needs neither service nor bus.
@Suite(.timeLimit(.minutes(30))) struct ReplayTests {
  private let desk: Desk

  init() throws { desk = try .offline() }

  /// 🍭🍎🍬😱🍬🍎🍭😱, of which a pair is found and a mismatch turned face down, after a while.
  private func record(winning: Bool = false) throws -> RecordedGame {
    let theme = try #require(Themes.builtIn.theme(named: "Halloween"))
    func moment(_ seconds: UInt64) -> Moment {
      let time = 1_790_000_000_000_000 + seconds * 1_000_000
      return Moment(epoch: time, boottime: time)
    }
    let beginning = GameBeginning(
      deal: try Deal(theme: theme, pairs: 4, seed: 42), isSeeded: true, startedAt: moment(0))
    var game = try Game(beginning)
    for (index, card) in [0, 6, 1, 2].enumerated() {
      _ = try game.flip(card, at: moment(UInt64(index)))
    }
    _ = try game.conceal(at: moment(40))
    if winning {
      for card in [2, 4, 1, 5, 3, 7] { _ = try game.flip(card, at: moment(41)) }
    }
    return RandomRecords.record(of: game, beginning, id: 3)
  }

  /// A transition that found no room was merged with the next one into a line of the state.
  @Test func aSlowReaderGetsEveryTransition() throws {
    let path = try desk.file(of: record())
    let pipe = try SlowReaderTests.fullPipe()
    let replay = try desk.start(["replay", "--from", path], output: pipe.writing)
    close(pipe.writing)
    var bytes = [UInt8](repeating: 0, count: pipe.size)
    #expect(read(pipe.reading, &bytes, pipe.size) == pipe.size)
    let lines = LineReader(pipe.reading).rest()
    #expect(lines == (try desk.memorize("replay", "--from", path).output))
    #expect(replay.codeInTime == 0)
  }

  @Test func aWrongFileIsRefused() throws {
    let record = try record().json.text
    let faults: [(String, Int32, String, String)] = [
      ("", 2, "Input", "is not the output of “memorize log --json” for one game. It is not valid"),
      (
        record.replacing("\"score\":2", with: "\"score\":3"), 5, "DoesNotFollow",
        "“score” is recorded as 3, but the log gives 2"
      ),
      (
        record.replacing("\"card\":6", with: "\"card\":0"), 5, "DoesNotFollow",
        "cannot be replayed from transition 2 on. This card is already face up"
      ),
      (record.replacing("\"wanted\":4", with: "\"wanted\":0"), 5, "InvalidGame", "not a valid"),
    ]
    for (text, code, name, message) in faults {
      let path = try desk.file(holding: text)
      for verb in ["replay", "verify"] {
        let outcome = try desk.memorize(verb, "--from", path, "--json")
        #expect(outcome.code == code)
        #expect(outcome.json.object("error").text("name") == name)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
        #expect(outcome.errors.split(separator: "\n").count == 1)
      }
    }
    // A file without end would fill the memory.
    for (path, message) in [
      ("/nowhere", "The file /nowhere cannot be read: "), (desk.bus.files.root, " cannot be"),
      ("/dev/zero", "is larger than 67108864 bytes"),
    ] {
      let outcome = try desk.memorize("replay", "--from", path)
      #expect(outcome.code == 2)
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
    let closed = try Outcome("sh", ["-c", "\"$0\" replay --from - <&-", Programs.memorize])
    #expect(closed.code == 2)
    #expect(closed.errors.contains("Standard input cannot be read: it is not open for reading;"))
  }

  /// The rule that an icon is one emoji is younger than some records.
  @Test func anOlderIconIsNoFault() throws {
    let record = try record().json.text
    let older = record.replacing("\"icon\":\"🎃\"", with: "\"icon\":\"x\"")
    #expect(older != record)
    let outcome = try desk.memorize("verify", "--from", try desk.file(holding: older))
    #expect(outcome.code == 0, "\(outcome.errors)")
  }

  /// At its own speed it waits, and a signal or a reader that goes ends the waiting.
  @Test func waitingEndsAtOnce() throws {
    let path = try desk.file(of: record())
    for (number, code) in [(SIGINT, Int32(130)), (SIGTERM, 143)] {
      let replay = try desk.start(["replay", "--from", path, "--delay", "1000"])
      #expect(replay.output.next() == "started: Halloween, 4 pairs")
      replay.signal(number)
      #expect(replay.codeInTime == code)
    }
    let (reading, writing) = try Child.pipe()
    let replay = try desk.start(["replay", "--from", path, "--delay", "1000"], output: writing)
    close(writing)
    #expect(readByte(from: reading))
    close(reading)
    #expect(replay.codeInTime == 0)
  }

  /// Nobody waits for a player who went to bed during a game.
  @Test func longThoughtsAreCutShort() {
    let pace = ReplayPace.own(speed: 10)
    #expect(pace.time(for: .seconds(1)) == .milliseconds(100))
    #expect(pace.time(for: .seconds(30)) == .seconds(3))
    #expect(pace.time(for: .seconds(3600)) == .seconds(3))
    #expect(ReplayPace.own(speed: 0.5).time(for: .seconds(2)) == .seconds(3))
    // A pause that was asked for is not cut.
    #expect(ReplayPace.even(.seconds(60)).time(for: .zero) == .seconds(60))
  }

  /// Runs `replay` on a terminal, which must be restored at the end; returns the lines that it leaves.
  private func onTerminal(
    _ options: String, byPipe: Bool = false, endingWith code: Int32,
    _ body: (TmuxScreen) throws -> Void
  ) throws -> [String] {
    let path = try desk.file(of: record())
    let screen = try TmuxScreen(desk)
    let replay =
      byPipe ? "cat \(path) | memorize replay --from -" : "memorize replay --from \(path)"
    try screen.start("\(replay) \(options)")
    try body(screen)
    return try screen.linesAfterEnd(code)
  }

  /// The board of the last transition, as `board` would print it, is what stays on the terminal.
  @Test(arguments: ["--speed 1000000", "--delay 0.01", "--step"])
  func theTerminalKeepsTheBoardAsItEnded(pace: String) throws {
    let lines = try onTerminal("\(pace) --color never", endingWith: 0) { screen in
      guard pace == "--step" else { return }
      try screen.waitFor("A new game: Halloween")
      for line in [
        "Card 0: lollipop", "A match: lollipop", "Card 1: red apple", "No match: 1",
        "The mismatch is face down.",
      ] {
        try screen.press("Enter")
        try screen.waitFor(line)
      }
      try screen.press("Space")
    }
    let cards = (0..<8).map { number in
      BoardCard(
        number: number, state: [0, 6].contains(number) ? .matched : .down, face: "🍭")
    }
    let board = BoardDrawing(
      plan: BoardPlan(count: 8, faceWidth: 2, area: Size(80, 21)), palette: Palette(depth: .none)
    ).lines(cards, placesCursor: false).filter { !$0.isEmpty }
    #expect(
      lines == board + [
        "Halloween: 1 of 4 pairs, score 2, 4 flips, 2 moves", "abandoned: score 2, 2 moves",
      ])
  }

  @Test func aRecordByAPipeIsShownInAnySize() throws {
    _ = try onTerminal("--step", byPipe: true, endingWith: 0) { screen in
      try screen.waitFor("A new game: Halloween")
      #expect(try screen.state.hasPrefix("1 "))
      try screen.press("Enter")
      try screen.waitFor("Card 0: lollipop")
      try screen.resize(40, 12)
      try screen.press("Enter")
      try screen.waitFor("A match: lollipop")
      try screen.press("q")
    }
  }

  @Test(arguments: [("C-c", 130), ("", 143)])
  func aSignalPutsTheTerminalBack(key: String, code: Int32) throws {
    let lines = try onTerminal("--delay 1000", endingWith: code) { screen in
      try screen.waitFor("A new game: Halloween")
      if key.isEmpty {
        kill(try #require(try screen.program), SIGTERM)
      } else {
        try screen.press(key)
      }
    }
    #expect(!lines.joined().contains("│"))
  }

  @Test func replayInTheBackgroundIsRefused() throws {
    let path = try desk.file(of: record())
    let screen = try TmuxScreen(desk)
    try screen.run("memorize replay --from \(path) & wait $!; echo \"ended $?\"")
    #expect(try screen.waitFor("ended 2\n").contains("foreground"))
  }
}
