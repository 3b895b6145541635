import Foundation
import TestSupport
import Testing

/// `watch` and `board` agree with the service, however fast it changes and whenever it goes.
@Suite(.timeLimit(.minutes(30))) struct AgreementTests {
  /// The game according to the lines of `watch --json`.
  private struct Followed {
    private(set) var cards: [[String: String]] = []
    private(set) var summary: [String: Any] = [:]
    var revision: Int { summary.number("revision") ?? -1 }

    mutating func take(_ event: [String: Any]) {
      let game = event.object("game")
      // Nothing is left out, and nothing comes twice.
      if event.text("event") == "state" {
        cards = game.objects("cards").map(Self.card)
      } else {
        #expect(event.number("revision") == revision + 1)
        if event.text("event") == "started" {
          let count = 2 * (game.number("pairs") ?? 0)
          cards = Array(repeating: ["state": "down", "face": "", "name": ""], count: count)
        }
        for change in event.objects("cards") {
          cards[change.number("number") ?? -1] = Self.card(change)
        }
      }
      summary = game.filter { $0.key != "cards" }
      #expect(event.number("revision") ?? revision == revision)
    }

    static func card(_ card: [String: Any]) -> [String: String] {
      card.compactMapValues { $0 as? String }
    }
  }

  @Test(arguments: 1...2 as ClosedRange<UInt64>) func aThousandRandomMovesAreFollowed(seed: UInt64)
    throws
  {
    let desk = try Desk()
    let (watch, output) = try desk.watchWithRoom("--json")
    var followed = Followed()
    var lines: [(String, String)] = []
    func follow() throws {
      let line = try #require(output.next())
      lines.append(("watch", line))
      followed.take(parsed(line))
    }
    try follow()
    try RandomMoves(count: 1_000, seed: seed).play(desk)

    let board = try desk.memorize("board", "--json").json.object("game")
    let last = try #require(board.number("revision"))
    #expect(last > 200)
    while followed.revision < last { try follow() }
    #expect(watch.isRunning)
    try JSONSchema.validate(lines)
    let events = Set(lines.compactMap { parsed($0.1).text("event") })
    #expect(
      events == ["state", "started", "turned-up", "matched", "mismatched", "concealed", "won"])
    #expect(followed.cards == board.objects("cards").map(Followed.card))
    let summary = board.filter { $0.key != "cards" }
    #expect(NSDictionary(dictionary: followed.summary) == NSDictionary(dictionary: summary))
  }

  @Test func aServiceMayComeAndGo() throws {
    let desk = try Desk(runs: false)
    let watch = try desk.watch()
    let json = try desk.watch("--json")
    let bar = try desk.watch("--format", "{matched}/{pairs}{state=no-game? none}")
    for _ in 0..<30 {
      #expect(watch.output.next() == "offline")
      #expect(json.output.next() == #"{"event":"offline"}"#)
      #expect(bar.output.next() == "offline")
      try desk.startDaemon()
      #expect(watch.output.next() == "no game: start one with “memorize new”")
      #expect(parsed(json.output.next()).object("game").text("state") == "no-game")
      #expect(bar.output.next() == "0/0 none")
      desk.killDaemon()
    }
    #expect(watch.isRunning && json.isRunning && bar.isRunning)
  }

  /// Killed while it is asked and while it publishes: nobody waits until it is ready.
  @Test func aServiceMayGoAtAnyMoment() throws {
    let desk = try Desk(runs: false)
    let watch = try desk.watch("--json")
    #expect(parsed(watch.output.next()).text("event") == "offline")
    for number in 0..<20 {
      let daemon = try Child(Programs.memorized, environment: desk.environment)
      // Its first line comes before it has its name, or it is killed a little later.
      if number % 2 == 0 { _ = daemon.errors.next() }
      daemon.signal(9)
      daemon.wait()
    }
    try desk.startDaemon()
    try desk.memorize("new", "--theme", "Sea", "--pairs", "3", "--quiet")
    var events = [""]
    while true {
      let event = parsed(watch.output.next())
      events.append(event.text("event") ?? "")
      // Offline and the state by turns, and no other game than this one.
      #expect(events[events.count - 1] != events[events.count - 2])
      if event.object("game").text("theme") == "Sea" { break }
      #expect(event.text("event") == "offline" || event.object("game").text("state") == "no-game")
    }
  }
}
