import Foundation
import TestSupport
import Testing

/// What the manual pages tell people to type works as it stands there.
@Suite(.timeLimit(.minutes(30))) struct ManualExampleTests {
  /// Each example runs in a session of its own, so that it needs no other one before it.
  @Test(arguments: ManualTests.pages) func theExamplesRun(page: String) throws {
    let examples = try ManualPage(page).examples.filter { $0.kind == .shell }
    #expect(examples.count > 1)
    for example in examples {
      let session = try ExampleSession()
      let wait = "memorize wait"
      // An event that nobody brings about is waited for only a second.
      let script = example.text.replacing(wait, with: "\(wait) --timeout 1")
      let outcome = try session.run(script, in: session.desk.bus.files.root)
      #expect(outcome.code == 0, "\(example.text)\n---\n\(outcome.output)\n\(outcome.errors)")
      // jq prints it for a key that does not exist.
      #expect(!outcome.output.contains("null"), "\(example.text)")
      #expect(session.desk.misused == "", "\(example.text)")
    }
  }

  @Test func theSubscriberInPythonPrintsWhatHappens() throws {
    let programs = try ManualPage("org.memorized.Memorize1.5").examples.filter {
      $0.kind == .python
    }
    #expect(programs.count == 1)
    for program in programs {
      let desk = try Desk()
      let subscriber = try Child(
        "/usr/bin/python3", ["-c", program.text], environment: desk.environment)
      #expect(subscriber.output.next() == "State no-game")
      try desk.deal()
      try desk.memorize("flip", "0", "--quiet")
      #expect(subscriber.output.waits(for: "GameStarted"))
      #expect(subscriber.output.waits(for: "CardsChanged"))
    }
  }
}

extension ManualPage.Example {
  enum Kind {
    case shell, python, sample, session
  }

  /// Shell scripts begin with a program or a variable; test_notifications.py runs those that need a
  /// session with systemd.
  var kind: Kind {
    if text.contains(#/(?m)^(systemctl|journalctl|dunstctl) /#) { return .session }
    if text.hasPrefix("from ") || text.hasPrefix("import ") { return .python }
    let isScript = text.contains(
      #/^(memorize(d|-notify|-connect)?|busctl|gdbus|dbus-send|printf|while|case) |^[a-z]+=/#)
    return isScript ? .shell : .sample
  }
}
