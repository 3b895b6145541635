import Foundation
import TestSupport
import Testing

/// No message about a running game carries a face that is down or the seed; none about a session shows
/// which choice is right, or what its card has beside its question.
@Suite struct SecrecyTests {
  /// The exit code of the monitor's script after a leak.
  private static let leak: Int32 = 3

  @Test func aMonitorOfGamesSeesNoHiddenFaceAndNoSeed() throws {
    try Script.run("secrecy_monitor.py", ["--games", "\(rounds(25, ofAll: 100))"])
  }

  @Test func aMonitorOfBotsSeesNothingThatTheyMayNotKnow() throws {
    let values = SourceTree.root.appendingPathComponent("Tests/MemoryGameTests/Vectors/duel.json")
    try Script.run(
      "bot_monitor.py",
      [Programs.memorize, values.path, "--games", "\(rounds(42, ofAll: 1000))"])
  }

  @Test func aMonitorOfSessionsSeesNoRightChoice() throws {
    try Script.run("practice_monitor.py", ["--sessions", "\(rounds(25, ofAll: 100))"])
  }

  @Test(arguments: [
    ("face", "secrecy"), ("hint", "secrecy"), ("seed", "secrecy"), ("regret", "secrecy"),
    ("answer", "practice"), ("note", "practice"), ("reading", "practice"), ("media", "practice"),
    ("found", "secrecy"), ("found", "practice"),
  ])
  func theSameMonitorSeesALeak(leak: String, monitor: String) throws {
    let hidden = try PrivateBus()
    let daemon = try hidden.startDaemon()
    let bus = try PrivateBus()
    let leaking = try Child(
      "/usr/bin/python3", ["-B", Script.path("leaking_daemon.py"), hidden.address, leak],
      environment: bus.environment)
    #expect(leaking.errors.waits(for: "Ready"))
    let outcome = try Outcome(
      "/usr/bin/python3", ["-B", Script.path(monitor + "_monitor.py")], environment: bus.environment
    )
    #expect(outcome.code == Self.leak, "\(outcome.output)\n\(outcome.errors)")
    #expect(daemon.isRunning && leaking.isRunning, "\(leaking.errors.lines)")
  }
}
