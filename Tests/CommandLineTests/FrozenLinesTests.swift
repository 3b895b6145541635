import Foundation
import TestSupport
import Testing

/// What scripts read of the programs is what it was: each file in `Tests/FrozenLines` is a session
/// of commands with the lines that are the contract.
@Suite(.timeLimit(.minutes(30))) struct FrozenLinesTests {
  @Test(arguments: try Transcript.names()) func scriptsReadWhatTheyRead(name: String) throws {
    let shown = try Transcript(named: name).run()
    if ProcessInfo.processInfo.environment["MEMORIZE_WRITE_LINES"] == "1" {
      try shown.text.write(to: Transcript.file(name), atomically: true, encoding: .utf8)
    }
    let frozen = try Transcript(named: name)
    #expect(frozen.steps.count > 10)
    for (before, now) in zip(frozen.steps, shown.steps) where before != now {
      Issue.record("\(name): this was\n\(before.text)and is\n\(now.text)")
    }
  }

  /// What stands in no session could change unseen.
  @Test func everyVerbIsHeld() throws {
    let commands = try Transcript.names().flatMap { try Transcript(named: $0).steps }.map(\.command)
    func isHeld(_ verb: String, _ form: String) -> Bool {
      commands.contains { $0.contains("memorize \(verb) ") && $0.contains(form) }
    }
    let screens = ["play", "practice play", "while"]
    for verb in try DumpedVerb.all() where verb.verbs.isEmpty && verb.name != "help" {
      #expect(isHeld(verb.name, " --plain") || verb.name == "while", "\(verb.name)")
      #expect(isHeld(verb.name, " --json") || screens.contains(verb.name), "\(verb.name)")
    }
  }
}
