import EventLoop
import Foundation
import MemorizeBus
import TestSupport
import Testing

@testable import Screens
@testable import TerminalKit
@testable import memorize

/// A reader of `watch` that does not read, or not now.
@Suite(.timeLimit(.minutes(30))) struct SlowReaderTests {
  /// A pipe that has room for nothing more.
  static func fullPipe() throws -> (reading: Int32, writing: Int32, size: Int) {
    let (reading, writing) = try Child.pipe()
    return (reading, writing, fill(writing))
  }

  /// Fills a pipe, and returns by how many bytes.
  private static func fill(_ writing: Int32) -> Int {
    // What waits for room is the program's own: the flag goes before it is started.
    let flags = fcntl(writing, F_GETFL)
    _ = fcntl(writing, F_SETFL, flags | O_NONBLOCK)
    defer { _ = fcntl(writing, F_SETFL, flags) }
    let lines = [UInt8](repeating: 10, count: 4096)
    var size = 0
    while true {
      let count = write(writing, lines, lines.count)
      guard count > 0 else { return size }
      size += count
    }
  }

  /// A reader that does not read, or a terminal stopped by Ctrl-S, made `watch` deaf to its
  /// `--timeout`: it hung in write(2).
  @Test func aReaderThatDoesNotReadDoesNotDelayTheTimeout() throws {
    let desk = try Desk()
    let pipe = try Self.fullPipe()
    defer { close(pipe.reading) }
    let terminal = try PseudoTerminal()
    terminal.freeze()
    let verbs = try [
      ["watch", "--json"], ["watch", "--format", "waybar"], ["watch", "--count", "1"],
      ["wait", "won"], ["wait", "won", "--json"], ["wait", "changed", "--since", "1"],
    ].flatMap { arguments in
      try [pipe.writing, terminal.inside].map {
        try desk.start(arguments + ["--timeout", "0.5"], output: $0)
      }
    }
    for verb in verbs { #expect(verb.codeInTime == 4) }
    close(pipe.writing)
  }

  /// While lines waited for room, the bus kept all that was not read, without bound; the reader got
  /// every line that was long past.
  @Test func manyChangesWithoutRoomBecomeOneState() throws {
    let desk = try Desk(runs: false)
    let game = try FakeGameService(on: desk.bus)
    let (reading, writing) = try Child.pipe()
    let lines = LineReader(reading)
    let watch = try desk.watch("--json", output: writing)
    #expect(parsed(lines.next()).object("game").number("flips") == 0)
    #expect(game.isRead())
    let size = Self.fill(writing)
    game.flip(1000)
    game.skip()
    // All news have been taken from the bus, though nothing could be printed.
    #expect(game.isRead())
    close(writing)
    for _ in 0..<size { #expect(lines.next()?.isEmpty == true) }
    var printed = [parsed(lines.next())]
    while printed.last?.object("game").number("revision") != 1009 {
      printed.append(parsed(lines.next()))
    }
    // What waited may be one line, and the state that is read again another.
    #expect(printed.count <= 2)
    #expect(printed.allSatisfy { $0.text("event") == "state" })
    #expect(printed.last?.object("game").number("flips") == 1000)
    game.flip(1)
    #expect(parsed(lines.next()).text("event") == "turned-up")
    #expect(watch.isRunning)
  }

  /// A daemon that was back before the reader had room for `offline` had never been away.
  @Test func anAbsenceIsAlwaysPrinted() throws {
    func revisions(_ news: [GameNews]) -> [UInt64?] {
      var backlog = Backlog<GameTransition>()
      for one in news { backlog.add(one) }
      var printed: [UInt64?] = []
      while let one = backlog.next() {
        if case .state(let game) = one {
          printed.append(game.revision)
        } else {
          printed.append(nil)
        }
      }
      #expect(backlog.isEmpty)
      return printed
    }
    let (first, second) = (Fake.game(revision: 1), Fake.game(revision: 2))
    #expect(revisions([.state(first), .state(second)]) == [2])
    #expect(revisions([.state(first), .absent, .state(second)]) == [nil, 2])
    #expect(revisions([.absent, .state(first), .state(second)]) == [nil, 2])
    #expect(revisions([.absent, .state(first), .absent]) == [nil])
  }

  /// A line of which the reader has taken a part was never to be cut by the next.
  @Test func aLineIsFinishedBeforeTheNext() throws {
    let desk = try Desk()
    try desk.memorize("new", "--theme", "Halloween", "--pairs", "all", "--quiet")
    // Room for half of a line.
    let (reading, writing) = try Child.pipe(room: 4096)
    let lines = LineReader(reading)
    let watch = try desk.watch(
      "--format", String(repeating: "{flips} ", count: 4000), "--count", "2", output: writing)
    close(writing)
    // The first byte says that the first line is on its way; the rest of it has no room.
    #expect(readByte(from: reading))
    try desk.memorize("flip", "0", "--quiet")
    #expect(lines.next() == String(String(repeating: "0 ", count: 4000).dropFirst()))
    #expect(lines.next() == String(repeating: "1 ", count: 4000))
    #expect(lines.next() == nil)
    #expect(watch.wait() == 0)
  }

  /// What was held until the time was over was lost.
  @Test func heldLinesArePrintedWhenTheTimeIsOver() throws {
    let desk = try Desk()
    try desk.memorize("new", "--theme", "Halloween", "--quiet")
    // Four pages, three of which a line takes.
    let (reading, writing) = try Child.pipe(room: 16384)
    let format = String(repeating: "{flips} ", count: 6000)
    let watch = try desk.watch(
      "--coalesce", "3600000", "--timeout", "3", "--format", format, output: writing)
    close(writing)
    var text: [UInt8] = []
    func read(_ size: Int) -> Bool {
      var bytes = [UInt8](repeating: 0, count: size)
      let count = Glibc.read(reading, &bytes, size)
      text += bytes.prefix(max(count, 0))
      return count > 0
    }
    repeat { #expect(read(1)) } while text.last != 10
    try desk.memorize("flip", "0", "--quiet")
    #expect(watch.codeInTime == 4)
    while read(4096) {}
    close(reading)
    let lines = ["0 ", "1 "].map { String(repeating: $0, count: 6000) + "\n" }
    #expect(String(decoding: text, as: UTF8.self) == lines.joined())
  }

  /// A reader that goes without having read left `watch` behind, hanging in write(2).
  @Test func itEndsSoonAfterAReaderThatNeverRead() throws {
    let desk = try Desk(runs: false)
    let game = try FakeGameService(on: desk.bus)
    let pipe = try Self.fullPipe()
    let watch = try desk.watch(output: pipe.writing)
    close(pipe.writing)
    #expect(game.isRead())
    game.skip()
    #expect(game.isRead())
    let clock = ContinuousClock()
    let start = clock.now
    close(pipe.reading)
    #expect(watch.codeInTime == 0)
    #expect(start.duration(to: clock.now) < .seconds(5))
    #expect(watch.errors.rest().isEmpty)
  }

  /// With `--start` nobody looked at the reader before a service that hangs had answered: 5 s.
  @Test(arguments: [(["watch", "--start"], Int32(0)), (["wait", "won", "--start"], Int32(1))])
  func aReaderThatIsGoneEndsTheStartToo(arguments: [String], code: Int32) throws {
    let desk = try Desk()
    desk.daemon?.signal(SIGSTOP)
    let (reading, writing) = try Child.pipe()
    close(reading)
    let clock = ContinuousClock()
    let start = clock.now
    let verb = try desk.start(arguments, output: writing)
    close(writing)
    #expect(verb.wait() == code)
    #expect(start.duration(to: clock.now) < .seconds(3))
    #expect(verb.errors.rest().isEmpty)
  }
}
