import Foundation
import TestSupport
import Testing

/// The daemon as programs meet it that know nothing of ours.
@Suite struct ForeignClientTests {
  @Test(arguments: ["play_dbus_next.py", "play_busctl.sh", "play_gdbus.sh"])
  func playsAWholeGame(script: String) throws {
    try Script.run(script)
  }

  @Test func introspectionIsValidAtEveryLevel() throws {
    try Script.run("validate_introspection.py")
  }

  /// What release 0.1.0 printed may be added to, and nothing of it may be missing or different.
  @Test func theProgramsPrintWhatTheyPrinted() throws {
    let frozen = try #require(Bundle.module.resourceURL).appendingPathComponent("Frozen").path
    try Script.run("frozen.py", [Programs.directory, frozen], on: PrivateBus())
  }

  @Test func everyFirstCallThatActivatesIsAnswered() throws {
    let bus = try PrivateBus(activates: true)
    try Script.run("activation.py", ["\(rounds(100, ofAll: 1000))"], on: bus)
  }

  @Test(arguments: [
    "arguments", "unknown", "properties", "no-interface", "introspect", "peer", "size", "raw",
    "no-reply", "signals", "flood", "deaf", "dying", "unasked",
  ])
  func survives(attack: String) throws {
    try Script.run("hostile.py", [attack])
  }
}

/// How often a test repeats something: few times, or as often as it takes where MEMORIZE_ALL_ROUNDS,
/// which is `make test-all`, asks for that.
func rounds(_ few: Int, ofAll all: Int) -> Int {
  ProcessInfo.processInfo.environment["MEMORIZE_ALL_ROUNDS"] == nil ? few : all
}

/// A script beside the tests, run on a bus of its own.
enum Script {
  static func path(_ name: String) throws -> String {
    try #require(Bundle.module.resourceURL).appendingPathComponent("Scripts/\(name)").path
  }

  /// Runs it against a daemon started for it, and asks that both end well.
  static func run(_ name: String, _ arguments: [String] = []) throws {
    let bus = try PrivateBus()
    let daemon = try bus.startDaemon()
    try run(name, arguments, on: bus)
    #expect(daemon.isRunning, "\(daemon.errors.lines)")
    daemon.signal(SIGTERM)
    #expect(daemon.wait() == 0, "\(daemon.errors.rest())")
  }

  static func run(_ name: String, _ arguments: [String] = [], on bus: PrivateBus) throws {
    let interpreter = name.hasSuffix(".py") ? "/usr/bin/python3" : "/bin/bash"
    let outcome = try Outcome(
      interpreter, ["-B", try path(name)].suffix(name.hasSuffix(".py") ? 2 : 1) + arguments,
      environment: bus.environment)
    #expect(outcome.code == 0, "\(name) \(arguments): \(outcome.output)\n\(outcome.errors)")
  }
}
