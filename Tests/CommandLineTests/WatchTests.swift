import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(30))) struct WatchTests {
  @Test func theStateAndEachChangeAreALine() throws {
    let desk = try Desk()
    let watch = try desk.watch()
    #expect(watch.output.next() == "no game: start one with “memorize new”")
    try desk.deal()
    #expect(watch.output.next() == "started: Halloween, 4 pairs")
    try desk.memorize("flip", "0", "1")
    #expect(watch.output.next() == "0 up lollipop")
    #expect(watch.output.next() == "miss: 0 lollipop, 1 red apple")
    try desk.memorize("conceal")
    #expect(watch.output.next() == "concealed")
    try desk.memorize("flip", "0", "6", "1", "5", "2", "4", "3", "7")
    #expect(watch.output.next() == "0 up lollipop")
    #expect(watch.output.next() == "match: lollipop, 1 of 4, score 2")
    #expect(watch.output.waits(for: "won: score 8, 5 moves"))
  }

  @Test func inJSONToo() throws {
    let desk = try Desk()
    try desk.deal()
    let watch = try desk.watch("--json")
    let state = parsed(watch.output.next())
    #expect(state.text("event") == "state")
    #expect(state.object("game").objects("cards").count == 8)
    try desk.memorize("flip", "0", "1", "2")
    let up = parsed(watch.output.next())
    #expect(up.text("event") == "turned-up")
    #expect(up.objects("cards").count == 1)
    let miss = parsed(watch.output.next())
    #expect(miss.text("event") == "mismatched")
    #expect(miss.number("first") == 0)
    #expect(miss.object("game").number("moves") == 1)
    // The third flip turns two cards down and one up: one transition, one line.
    let next = parsed(watch.output.next())
    #expect(next.text("event") == "turned-up")
    #expect(next.objects("cards").map { $0.text("state") } == ["down", "down", "up"])
    #expect(next.number("revision") == (miss.number("revision") ?? 0) + 1)
  }

  @Test func itStartsTheDaemonOnlyIfAsked() throws {
    let desk = try Desk(runs: false, activates: true)
    let passive = try desk.watch()
    #expect(passive.output.next() == "offline")
    let active = try desk.watch("--start")
    #expect(active.output.next()?.hasPrefix("no game") == true)
    #expect(passive.output.next()?.hasPrefix("no game") == true)
  }

  @Test(arguments: [
    ["watch"], ["practice", "watch"], ["practice", "watch", "--format", "waybar"],
  ])
  func itEndsSoonAfterItsReader(verb: [String]) throws {
    let desk = try Desk()
    let clock = ContinuousClock()
    // Of several times the middle one: a busy machine may hold any of them up.
    let times = try (0..<5).map { _ in
      let (reading, writing) = try Child.pipe()
      let watch = try desk.start(verb, output: writing)
      close(writing)
      // The first byte says that it stands; from then on the bus is silent.
      #expect(readByte(from: reading))
      let start = clock.now
      close(reading)
      #expect(watch.wait() == 0)
      #expect(watch.errors.rest().isEmpty)
      return start.duration(to: clock.now)
    }
    #expect(times.sorted()[2] < .milliseconds(100), "\(times)")
  }

  @Test func aFileNeverHangsUp() throws {
    let desk = try Desk()
    let path = desk.bus.files.path("lines")
    let file = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
    let watch = try desk.watch("--timeout", "0.5", output: file)
    close(file)
    #expect(watch.wait() == 4)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text == "no game: start one with “memorize new”\n")
  }

  @Test(arguments: [SIGINT, SIGTERM]) func signalsEndIt(number: Int32) throws {
    let desk = try Desk()
    let watch = try desk.watch()
    _ = watch.output.next()
    watch.signal(number)
    #expect(watch.wait() == 128 + number)
  }
}
