import Foundation
import TestSupport
import Testing

/// `flip --peek` must leave no mismatch up, whenever a signal comes, and wherever nothing can be
/// written.
@Suite(.timeLimit(.minutes(30))) struct PeekSignalTests {
  private let desk: Desk

  init() throws {
    desk = try Desk()
    try desk.deal()
  }

  /// The numbers of the cards that are up.
  private var up: [Int] {
    get throws {
      let cards = try desk.memorize("board", "--json").json.object("game").objects("cards")
      return cards.filter { $0.text("state") == "up" }.compactMap { $0.number("number") }
    }
  }

  private func start(
    _ arguments: String..., input: Int32? = nil, output: Int32? = nil
  ) throws -> Child {
    try Child(
      Programs.memorize, arguments, environment: desk.environment, input: input, output: output)
  }

  /// How it ended; nil where it has not come to its end in time.
  private func code(_ child: Child) -> Int32? {
    child.errors.ends(within: .patience) ? child.wait() : nil
  }

  /// The signals that a process keeps waiting, as the system tells them.
  private func blocked(_ child: Child) throws -> UInt64 {
    let status = try String(contentsOfFile: "/proc/\(child.identifier)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("SigBlk:") })
    return try #require(UInt64(line.dropFirst(7).trimmingCharacters(in: .whitespaces), radix: 16))
  }

  /// A mismatch stayed up where its line had no reader, or no room.
  @Test(arguments: ["--plain", "--json"]) func whatCannotBeToldIsTurnedDown(form: String) throws {
    try desk.memorize("flip", "0", "--quiet")
    let (reading, writing) = try Child.pipe()
    close(reading)
    let unread = try start("flip", "1", "--peek", "1000", form, output: writing)
    close(writing)
    #expect(code(unread) == 0)
    #expect(try up.isEmpty)
    let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
    defer { close(full) }
    try desk.memorize("flip", "0", "--quiet")
    let roomless = try start("flip", "1", "--peek", "1000", form, output: full)
    #expect(code(roomless) == 1)
    #expect(try up.isEmpty)
  }

  /// On a terminal that stood still, only SIGKILL ended it.
  @Test(arguments: [[], ["--plain"]])
  func aFrozenTerminalDoesNotKeepASignalOut(options: [String]) throws {
    let terminal = try PseudoTerminal()
    terminal.resize(80, 24)
    try desk.memorize("flip", "0", "--quiet")
    tcflow(terminal.inside, TCOOFF)
    let flip = try Child(
      Programs.memorize, ["flip", "1", "--peek", "1000"] + options, environment: desk.environment,
      output: terminal.inside)
    flip.signal(SIGINT)
    #expect(code(flip) == 128 + SIGINT)
    // It waits for room before it flips.
    #expect(try up == [0])
    #expect(terminal.isInItsUsualMode)
    // What was not there yet does not come any more.
    tcflow(terminal.inside, TCOON)
    terminal.write("\u{4}over\n")
    terminal.read { $0.contains("over") }
    #expect(!terminal.text.contains("miss") && !terminal.text.contains("\u{1B}"))
  }

  /// A signal that came when the time was over, but before the answer, left the mismatch up.
  @Test(arguments: [SIGINT, SIGUSR1]) func theEndIsNotInterrupted(number: Int32) throws {
    let terminal = try PseudoTerminal()
    terminal.resize(80, 24)
    let flip = try start("flip", "0", "1", "--peek", "0.2", output: terminal.inside)
    terminal.read { $0.contains("miss: ") }
    desk.daemon?.signal(SIGSTOP)
    terminal.read { $0.contains("\u{1B}[?1049l") }
    flip.signal(number)
    desk.daemon?.signal(SIGCONT)
    #expect(code(flip) == 128 + number)
    #expect(try up.isEmpty)
  }

  /// A signal that came while the move was on its way left the mismatch up.
  @Test func theMoveIsNotInterrupted() throws {
    try desk.memorize("flip", "0", "--quiet")
    desk.daemon?.signal(SIGSTOP)
    let flip = try start("flip", "1", "--peek", "1000", "--plain")
    while try blocked(flip) == 0, flip.isRunning { sched_yield() }
    flip.signal(SIGINT)
    desk.daemon?.signal(SIGCONT)
    #expect(code(flip) == 128 + SIGINT)
    #expect(try up.isEmpty)
  }

  /// A signal must not wait for a service that hangs in the move.
  @Test func aMoveThatHangsEndsSoon() throws {
    desk.daemon?.signal(SIGSTOP)
    defer { desk.daemon?.signal(SIGCONT) }
    let flip = try start("flip", "0", "1", "--peek", "1000", "--timeout", "1000")
    while try blocked(flip) == 0, flip.isRunning { sched_yield() }
    flip.signal(SIGTERM)
    #expect(code(flip) == 128 + SIGTERM)
  }
}
