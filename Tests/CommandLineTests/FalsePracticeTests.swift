import Foundation
import TestSupport
import Testing

/// Whatever a service publishes about practice, it stays text, and a line stays a line.
@Suite(.timeLimit(.minutes(30))) struct FalsePracticeTests {
  private static let verbs = [
    ["practice"], ["practice", "start"], ["practice", "answer", "1"], ["practice", "reveal"],
    ["practice", "undo"], ["practice", "status"], ["practice", "decks"], ["practice", "stats"],
    ["practice", "config", "get"], ["practice", "config", "get", "scoring"], ["profile", "show"],
  ]

  @Test(arguments: Fake.hostileNames.filter { !$0.contains("\0") })
  func textsAreHarmless(text: String) throws {
    let desk = try Desk(runs: false)
    let service = try PuppetService(on: desk.bus, saying: text)
    defer { service.end() }
    for verb in Self.verbs {
      for form in [[], ["--plain"], ["--json"]] {
        let outcome = try desk.memorize(verb + form)
        #expect(outcome.code == 0, "\(verb): \(outcome.errors)")
        #expect(outcome.errors.isEmpty)
        #expect(outcome.harmful.isEmpty, "\(verb)")
        if form == ["--json"] { #expect(!outcome.json.isEmpty, "\(verb)") }
      }
    }
    let rows = try desk.memorize("practice", "--plain").output
      .split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      rows.map { $0.split(separator: "\t", omittingEmptySubsequences: false).count } == [
        7, 3, 3, 3,
      ])
  }

  @Test func impossibleNumbersArePrinted() throws {
    let desk = try Desk(runs: false)
    let service = try PuppetService(on: desk.bus)
    defer { service.end() }
    let text = try desk.memorize("practice", "stats").output
    #expect(text.hasPrefix("9 answers\n7 of 2 remembered on a later day (100%)\n"))
    #expect(text.contains("remembered now: -\n"))
    // A day without reviews has no share, and none is above the whole.
    #expect(text.contains("\n\npercentage remembered, X to X\n100 |"))
    #expect(text.hasSuffix("\n  0 |##"))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    let statistics = try desk.memorize("practice", "stats", "--json").json.object("statistics")
    #expect(statistics["retrievability"] is NSNull)
    #expect(statistics.objects("days").last?.number("recalled") == 1)
  }
}
