import DBus
import EventLoop
import MemorizeBus
import TestSupport
import Testing

@testable import memorize_notify

/// A stage with one of them, and the bus that logind's needs; questions through the day are on.
final class QuietStage {
  let system: PrivateBus
  let base: PracticeStage
  let holder: FakeHolder
  var practice: FakePractice { base.practice }
  var server: FakeServer { get throws { try base.server } }

  /// If `holds`, notifications are held.
  init(_ kind: Holding, holds: Bool = false) throws {
    system = try PrivateBus()
    base = try PracticeStage(
      environment: ["DBUS_SYSTEM_BUS_ADDRESS": system.address, "TZ": "UTC0"])
    let bus = kind == .logind ? system.address : base.base.bus.address
    holder = try FakeHolder(kind, base.server, on: BusAddress(bus), loop: base.base.loop)
    try practice.change { $0.settings.questionEvery = 5 }
    if holds { try hold(true) }
  }

  func hold(_ holds: Bool) throws {
    try holder.hold(holds)
    try settle()
  }

  /// Waits for the reminder's effects.
  func remind(due: UInt32, new: UInt32 = 0) throws {
    try practice.remind(due: due, new: new)
    try settle()
  }

  /// Waits for the effects of a question that is due.
  func askQuestion() throws {
    try practice.askQuestion()
    try settle()
  }

  func bubble(
    _ count: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> FakeServer.Request {
    try base.bubble(count, sourceLocation: sourceLocation)
  }

  /// Waits for all messages on both buses.
  func settle() throws {
    for _ in 0..<3 {
      try holder.connection.roundTrip()
      try base.settle()
    }
  }
}
