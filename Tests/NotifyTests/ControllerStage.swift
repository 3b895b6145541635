import DBus
import EventLoop
import MemorizeBus
import TestSupport
import Testing
import UserService

@testable import memorize_notify

/// The notifier's practice in the test's own process, with doubles of service and server.
final class ControllerStage {
  let bus: PrivateBus
  let loop: Loop
  let practice: FakePractice
  let server: FakeServer
  private(set) var connection: Connection
  private(set) var shown: NotificationServer
  private(set) var controller: PracticeController

  init() throws {
    bus = try PrivateBus()
    loop = try Loop()
    server = try FakeServer(on: bus, loop: loop)
    practice = try FakePractice(on: bus, loop: loop)
    (connection, shown, controller) = try Self.enter(bus, loop)
    try waits { shown.isRunning }
    try settle()
  }

  /// Another notifier comes when the last one has left.
  func enter() throws {
    (connection, shown, controller) = try Self.enter(bus, loop)
    try waits { shown.isRunning }
  }

  private static func enter(
    _ bus: PrivateBus, _ loop: Loop
  ) throws -> (Connection, NotificationServer, PracticeController) {
    let connection = try Connection(to: BusAddress(bus.address), loop: loop)
    let log = Log(program: "test", level: .emergency)
    let server = NotificationServer(
      connection, canDo: { _ in true }, log: log, onSubscriptionFailure: { _ in })
    let daemon = Proxy(connection, to: MemorizeContract.name, at: MemorizeContract.path)
    let controller = PracticeController(daemon, server: server, showsAll: false, log: log)
    server.onAction = { [unowned controller] action, _ in controller.perform(action) }
    server.onDismissal = { [unowned controller] in controller.dismissed($0) }
    return (connection, server, controller)
  }

  /// As at SIGTERM, or as if killed.
  func leave(inOrder: Bool) throws {
    if inOrder {
      var isDone = false
      shown.end { isDone = true }
      try waits { isDone }
      try connection.roundTrip()
    }
    connection.close()
  }

  func waits(sourceLocation: SourceLocation = #_sourceLocation, until isDone: () -> Bool) throws {
    let isInTime = loop.waits(until: isDone)
    try #require(
      isInTime, "After \(practice.calls): \(practice.session)", sourceLocation: sourceLocation)
  }

  /// One turn of the loop, which does not wait.
  func turn() {
    var isOver = false
    loop.enqueue { isOver = true }
    loop.run { isOver }
  }

  /// Waits until all three have received everything, and its effects.
  func settle() throws {
    for _ in 0..<4 {
      for connection in [connection, practice.connection, server.connection] {
        try connection.roundTrip()
      }
    }
  }
}
