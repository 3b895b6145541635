import Foundation
import TestSupport
import Testing

/// Whatever a service publishes, it stays text, and a line stays a line.
@Suite(.timeLimit(.minutes(30))) struct HostileTextTests {
  private static let commands: [[String]] = {
    let formats = BarFormatTests.names.map { ["--format", $0] }
    return verbs.flatMap { verb in [[], ["--plain"], ["--json"]].map { verb + $0 } }
      + formats.flatMap { [["status"] + $0, ["watch", "--count", "1"] + $0] } + [
        ["board", "--ascii"]
      ]
  }()

  private static let verbs = [
    ["status"], ["watch", "--count", "1"], ["board"], ["practice"], ["practice", "start"],
    ["practice", "answer", "1"], ["practice", "reveal"],
    ["practice", "undo"], ["practice", "status"], ["practice", "decks"], ["practice", "stats"],
    ["practice", "config", "get"], ["practice", "config", "get", "scoring"], ["profile", "show"],
  ]

  /// Neither a bar nor a terminal gets anything to act on.
  @Test func textsAreHarmless() throws {
    let desk = try Desk(runs: false)
    for text in Fake.hostileNames where !text.contains("\0") {
      let service = try FakeGameService(on: desk.bus, saying: text, named: true)
      defer { service.end() }
      for command in Self.commands {
        let outcome = try desk.memorize(command)
        let about: Comment = "\(command): \(outcome.output.debugDescription)"
        #expect(outcome.code == 0 && outcome.errors.isEmpty, about)
        #expect(outcome.harmful.isEmpty, about)
        #expect(!command.contains("--json") || !outcome.json.isEmpty, about)
        #expect(!command.contains("polybar") || !outcome.output.contains("%{"), about)
        let isLine = ["status", "watch"].contains(command[0])
        #expect(!isLine || outcome.output.split(separator: "\n").count == 1, about)
      }
      let rows = try desk.memorize("practice", "--plain").output
        .split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.split(separator: "\t", omittingEmptySubsequences: false).count }
      #expect(rows == [7, 3, 3, 3])
    }
  }

  @Test func impossibleNumbersArePrinted() throws {
    let desk = try Desk(runs: false)
    let service = try FakeGameService(on: desk.bus)
    defer { service.end() }
    let text = try desk.memorize("practice", "stats").output
    #expect(text.hasPrefix("9 answers\n7 of 2 remembered on a later day (100%)\n"))
    #expect(!text.contains("of your cards now"))
    // A day without reviews has no share, and none is above the whole.
    #expect(text.contains("\n\npercentage remembered, X to X\n100 |"))
    #expect(text.hasSuffix("\n  0 |##"))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    let statistics = try desk.memorize("practice", "stats", "--json").json.object("statistics")
    #expect(statistics["retrievability"] is NSNull)
    #expect(statistics.objects("days").last?.number("recalled") == 1)
  }
}
