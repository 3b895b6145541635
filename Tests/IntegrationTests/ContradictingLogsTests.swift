import DBus
import Foundation
import MemorizeBus
import Practice
import Store
import TestSupport
import Testing

/// Logs that give one number to two events: of machines that were put back to an earlier state.
@Suite struct ContradictingLogsTests {
  private static let time: UInt64 = 1_700_000_000_000_000

  private func review(_ sequence: UInt64, of machine: Machine, later: UInt64 = 0) -> [UInt8] {
    let at = Self.time + sequence + later
    let review = ReviewEvent(
      .guid("x\(sequence)"), .forward, .answer(.good, .typed), at: at, on: 19_675)
    return LogLine.text(of: LogEvent(EventID(machine, sequence), at: at, .review(review)))
  }

  /// Who knew the first events of a machine that was put back to an earlier state must get the later
  /// ones.
  @Test func aMachineThatWasPutBackIsFollowed() throws {
    let (one, other) = (try UserSession(), try UserSession())
    try one.practice(2)
    try one.restart {
      for part in ["state", "data"] {
        try FileManager.default.copyItem(
          atPath: one.bus.files.path(part), toPath: one.bus.files.path(part + ".old"))
      }
    }
    try one.practice(3)
    try other.fetch(from: one)
    #expect(other.waits { try other.reviews().count == 5 })
    try one.restart {
      for part in ["state", "data"] {
        try one.bus.files.remove(part)
        try FileManager.default.moveItem(
          atPath: one.bus.files.path(part + ".old"), toPath: one.bus.files.path(part))
      }
    }
    try one.practice(1)
    try other.fetch(from: one, isErased: true)
    #expect(other.waits { try other.reviews() == one.reviews() })
    #expect(try other.reviews().count == 3 && other.checkLog().isWell && other.rebuild()[1] == 0)
    try one.practice(2)
    try other.fetch(from: one)
    #expect(other.waits { try other.reviews() == one.reviews() })
  }

  /// Two files of a machine that contradict each other must not be read for ever, nor keep others from
  /// being read.
  @Test func filesThatContradictEachOtherAreReadOnce() throws {
    let user = try UserSession()
    let one = try #require(Machine("abcdefghijklmnop"))
    let other = try #require(Machine("bcdefghijklmnopq"))
    func write(_ machine: Machine, _ month: String, _ lines: [[UInt8]]) throws {
      try user.bus.files.write(
        "data/memorize/log/\(machine.name)/\(month).log", lines.flatMap { $0 }, atomically: true)
    }
    try write(one, "2023-11", (1...3).map { review($0, of: one) })
    #expect(user.waits { try user.reviews().count == 3 })
    try write(one, "2023-12", (2...4).map { review($0, of: one, later: 1000) })
    #expect(user.daemon.errors.waits(for: "says otherwise than before"))
    try write(other, "2023-11", [review(1, of: other, later: 500)])
    #expect(user.waits { try user.reviews().count == 5 })
    try user.restart()
    try write(one, "2023-12", (2...5).map { review($0, of: one, later: 1000) })
    #expect(user.waits { try user.reviews().count == 6 })
    // The first file counts: of 2 and 3, the events without the delay.
    let times = Set(try user.reviews().map { $0[3] })
    #expect(times.contains("\(Self.time + 2)") && !times.contains("\(Self.time + 1002)"))
  }

  /// What a machine does after it was put back must not be forgotten with what it had done before.
  @Test func whatFollowsAForgettingOfMoreIsKept() throws {
    let user = try UserSession()
    try user.practice(1)
    let own = try #require(Machine(try user.machines()[0].id))
    let other = try #require(Machine("abcdefghijklmnop"))
    // Later than all that it names.
    let later = UInt64(Date().timeIntervalSince1970 + 3600) * 1_000_000
    let forget = LogLine.text(of: LogEvent(EventID(other, 1), at: later, .forget([own: 1000])))
    let name = "data/memorize/log/\(other.name)/2023-11.log"
    try user.bus.files.write(name, forget, atomically: true)
    #expect(user.waits { try user.reviews().isEmpty })
    #expect(user.waits { try user.machines()[0].id != own.name })
    try user.practice(2)
    // Read from its beginning once more.
    try user.bus.files.write(name, forget + review(2, of: other, later: later), atomically: true)
    #expect(user.waits { try user.reviews().count == 3 })
    try user.restart { try user.bus.files.remove("state/memorize") }
    #expect(user.waits { try user.reviews().count == 3 })
    #expect(try user.checkLog().isWell)
  }
}
