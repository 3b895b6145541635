import Foundation
import TestSupport
import Testing

/// When `watch` begins, holds its lines back, and ends.
@Suite(.timeLimit(.minutes(30))) struct WatchTests {
  @Test func watchAndWaitStartTheServiceOnlyIfAsked() throws {
    let desk = try Desk(runs: false, activates: true)
    let passive = try desk.watch()
    #expect(passive.output.next() == "offline")
    #expect(try desk.memorize("wait", "won", "--timeout", "0.2").code == 4)
    #expect(try desk.memorize("status", "--no-autostart").code == 3)
    #expect(try desk.memorize("wait", "won", "--timeout", "0.2", "--start").code == 4)
    let active = try desk.watch("--start")
    for watch in [active, passive] { #expect(watch.output.next()?.hasPrefix("no game") == true) }
  }

  @Test func followersEndSoonAfterTheirReader() throws {
    let desk = try Desk()
    let clock = ContinuousClock()
    for verb in [["watch"], ["practice", "watch"], ["practice", "watch", "--format", "waybar"]] {
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
  }

  @Test func aFileNeverEndsWatchingButASignalDoes() throws {
    let desk = try Desk()
    let path = desk.bus.files.path("lines")
    let file = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
    let watch = try desk.watch("--timeout", "0.5", output: file)
    close(file)
    #expect(watch.wait() == 4)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text == "no game: start one with “memorize new”\n")
    for number in [SIGINT, SIGTERM] {
      let watch = try desk.watch()
      _ = watch.output.next()
      watch.signal(number)
      #expect(watch.wait() == 128 + number)
    }
  }

  /// A daemon that was back before the time was over had never been away.
  ///
  /// Held lines come first.
  @Test(arguments: [false, true]) func anAbsenceIsNotHeld(ofTheBus: Bool) throws {
    let desk = try Desk()
    // A test that fails must not take the hour.
    let watch = try desk.watch("--coalesce", "3600000", "--timeout", "20")
    #expect(watch.output.next()?.hasPrefix("no game") == true)
    try desk.deal()
    if ofTheBus { desk.bus.kill() } else { desk.killDaemon() }
    var lines: [String] = []
    while lines.last != "offline", let line = watch.output.next() { lines.append(line) }
    #expect(lines == ["started: Halloween, 4 pairs", "offline"])
    guard ofTheBus else { return }
    #expect(watch.wait() == 3)
    #expect(watch.errors.rest().contains("bus"))
  }
}
