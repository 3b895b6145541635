import EventLoop
import Practice
import TestSupport
import Testing

/// What the pages of statistics say, against another program that reads the same log.
@Suite(.timeLimit(.minutes(30))) struct StatisticsTests {
  @Test func anotherProgramCountsTheSame() throws {
    let bus = try PrivateBus()
    var random = SeededGenerator(for: "anotherProgramCountsTheSame")
    // The log gets calendar days here: until four in the morning, the day of practice is the one before.
    let now = WallClock.microseconds - Schedule.day / 6
    let reviews = (0..<150).flatMap { card in
      var at = now - UInt64.random(in: 1...700, using: &random) * Schedule.day
      var log: [(card: Int, rating: Rating, at: UInt64)] = []
      while at < now {
        log.append((card, Rating(rawValue: .random(in: 1...4, using: &random)) ?? .good, at))
        // Minutes or weeks later.
        at +=
          Bool.random(using: &random)
          ? UInt64.random(in: 1...36, using: &random) * 600_000_000
          : UInt64.random(in: 1...60, using: &random) * Schedule.day
      }
      return log
    }
    try bus.log(reviews.sorted { $0.at < $1.at })
    try bus.files.write(
      "data/memorize/decks/Own.tsv",
      "#guid column:1\n" + (0..<150).map { "card\($0)\tf\($0)\tb\($0)\n" }.joined())
    let daemon = try bus.startDaemon()
    try Script.run("statistics_judge.py", [Programs.directory], on: bus)
    #expect(daemon.isRunning)
  }
}
