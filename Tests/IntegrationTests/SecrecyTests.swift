import Foundation
import TestSupport
import Testing

/// No message of a game that is on tells a face that is not up, nor the seed; none of a session tells
/// which choice is right.
@Suite struct SecrecyTests {
  /// What the monitor's script answers where it saw a leak.
  private static let leak: Int32 = 3

  @Test func aMonitorOfAHundredGamesSeesNoHiddenFaceAndNoSeed() throws {
    try Script.run("secrecy_monitor.py", ["--games", "100"])
  }

  @Test func aMonitorOfAHundredSessionsSeesNoRightChoice() throws {
    try Script.run("practice_monitor.py", ["--sessions", "100"])
  }

  @Test(arguments: [["secrecy_monitor.py", "--games", "3"], ["practice_monitor.py"]])
  func theSameMonitorSeesALeak(command: [String]) throws {
    let program = try #require(
      ProcessInfo.processInfo.environment["MEMORIZE_LEAKING_DAEMON"],
      "Build a daemon with -D LEAK_ON_PURPOSE and name it in MEMORIZE_LEAKING_DAEMON, as make test does."
    )
    let bus = try PrivateBus()
    let daemon = try bus.startDaemon(program: program)
    let outcome = try Outcome(
      "/usr/bin/python3", ["-B", Script.path(command[0])] + command.dropFirst(),
      environment: bus.environment)
    #expect(outcome.code == Self.leak, "\(outcome.output)\n\(outcome.errors)")
    #expect(daemon.isRunning)
  }
}
