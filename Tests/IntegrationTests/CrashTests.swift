import Foundation
import MemorizeBus
import MemoryGame
import TestSupport
import Testing

/// Whatever ends the daemon, the game is as the last reply left it, or one transition further.
@Suite struct CrashTests {
  /// The outcome of the crashes.
  private struct Report: CustomStringConvertible {
    var between = 0
    var beforeTheWrite = 0
    var afterTheWrite = 0
    var transitions: UInt64 = 0

    /// Checks whether the game is as before or as after the pending call.
    mutating func check(
      _ player: CrashingPlayer, _ told: GameState
    ) throws -> KnownGame {
      #expect(player.surprises.isEmpty)
      if let underWay = player.underWay, underWay.agrees(with: told) {
        afterTheWrite += 1
        transitions = underWay.revision
        return underWay
      }
      try #require(
        player.answered.agrees(with: told),
        "\(player.answered) was answered, \(String(describing: player.underWay)) under way: \(told)"
      )
      if player.underWay == nil { between += 1 } else { beforeTheWrite += 1 }
      transitions = player.answered.revision
      return player.answered
    }

    var description: String {
      "\(transitions) transitions; of the crashes \(beforeTheWrite) came before the store's write "
        + "of a call, \(afterTheWrite) after it and before the reply, \(between) between calls."
    }
  }

  /// MEMORIZE_CRASHES of `make test-crash`, or few.
  private static func count(_ usual: Int) -> Int {
    ProcessInfo.processInfo.environment["MEMORIZE_CRASHES"].flatMap(Int.init) ?? usual
  }

  /// Whether there are so many crashes that some fall at each instant.
  private static var isLong: Bool { count(0) >= 1000 }

  @Test func noKillLosesWhatWasAnswered() throws {
    var generator = SeededGenerator(for: "noKillLosesWhatWasAnswered")
    let bus = try PrivateBus()
    let client = try DaemonClient(bus)
    var player = CrashingPlayer(client, generator, knowing: KnownGame())
    var report = Report()
    for round in 0..<Self.count(50) {
      let daemon = try bus.startDaemon()
      let known = try report.check(player, client.game())
      player = CrashingPlayer(client, generator, knowing: known)
      // One crash is sure to come before the write, wherever chance puts the others.
      if round == 0 { daemon.signal(SIGSTOP) }
      let time = Duration.microseconds(Int64.random(in: 0..<20_000, using: &generator))
      try player.play(for: time) {
        daemon.signal(SIGKILL)
      }
      daemon.wait()
    }
    let daemon = try bus.startDaemon()
    _ = try report.check(player, client.game())
    #expect(daemon.isRunning)
    print(report)
    // The reply follows the write so soon that one kill in some thirty comes between them.
    #expect(report.beforeTheWrite > 0 && (!Self.isLong || report.afterTheWrite > 0))
  }

  @Test func noDeathOfTheBusLosesWhatWasAnswered() throws {
    var generator = SeededGenerator(for: "noDeathOfTheBusLosesWhatWasAnswered")
    let home = try PrivateBus()
    var player: CrashingPlayer?
    var report = Report()
    // The last round only looks at what the one before it left.
    for round in 0...Self.count(100) / 5 {
      let bus = try PrivateBus()
      let daemon = try bus.startDaemon(onStoreOf: home)
      let client = try DaemonClient(bus)
      let told = try client.game()
      let known = try player.map { try report.check($0, told) } ?? KnownGame()
      let next = CrashingPlayer(client, generator, knowing: known)
      // One crash is sure to come after the write: the call is with the daemon when the bus dies.
      if round == 0 { daemon.signal(SIGSTOP) }
      let time = Duration.microseconds(Int64.random(in: 0..<20_000, using: &generator))
      try next.play(for: time) {
        if round == 0 { for _ in 0..<2 { client.waitForBus() } }
        bus.kill()
        daemon.signal(SIGCONT)
      }
      #expect(daemon.wait() == 1)
      player = next
    }
    print(report)
    // The bus still delivers what it has already sent on, so few crashes come before.
    #expect(report.afterTheWrite > 0 && (!Self.isLong || report.beforeTheWrite > 0))
  }
}
