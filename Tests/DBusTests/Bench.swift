import DBus
import EventLoop
import Foundation
import TestSupport
import Testing

/// A bus of a test's own, with one service and one client on one loop.
final class Bench {
  let bus: PrivateBus
  let loop: Loop
  let service: Connection
  let client: Connection
  let desk = Desk()
  let export: Export<Desk>
  static let path: ObjectPath = "/org/example/Desk"

  init() throws {
    bus = try PrivateBus()
    loop = try Loop()
    let address = try BusAddress(bus.address)
    service = try Connection(to: address, loop: loop)
    client = try Connection(to: address, loop: loop)
    export = service.objects.export(Desk.interface, of: desk, at: Self.path)
    desk.export = export
  }

  /// One more connection, on this loop or on one of its own.
  func connect(_ loop: Loop? = nil) throws -> Connection {
    try Connection(to: BusAddress(bus.address), loop: loop ?? self.loop)
  }

  var serviceName: BusName { get throws { try #require(service.uniqueName) } }

  /// The service's object, as the client sees it.
  var proxy: Proxy {
    get throws { Proxy(client, to: try serviceName, at: Self.path, deadline: .patience) }
  }

  func call<each I: BusType, each O: BusType>(
    _ member: MemberName, _ arguments: repeat each I,
    of interface: InterfaceName = "org.example.Desk", at path: ObjectPath = Bench.path,
    returning types: repeat (each O).Type
  ) throws -> (repeat each O) {
    let name = try serviceName
    return try client.wait { done in
      client.call(
        name, path, interface, member, repeat each arguments, returning: repeat each types,
        deadline: .patience, completion: done)
    }
  }

  func echo(_ value: Value) throws -> Value {
    try call("Echo", value, returning: Value.self)
  }

  /// A call that succeeds if both ends work.
  func one() throws -> String {
    try call("One", returning: String.self)
  }

  /// The name of the error that a call is answered with; nil if it succeeds.
  func error<each I: BusType>(
    _ member: MemberName, _ arguments: repeat each I,
    of interface: InterfaceName = "org.example.Desk", at path: ObjectPath = Bench.path
  ) -> ErrorName? {
    var outcome: Result<Void, BusError>?
    client.callForAnything(
      service.uniqueName ?? .bus, path, interface, member, repeat each arguments
    ) { outcome = $0 }
    guard loop.waits(until: { outcome != nil }) else { return nil }
    if case .failure(let error) = outcome { return error.name }
    return nil
  }

  /// Waits until all that was sent before is delivered: the bus keeps each connection's order.
  func settle() throws {
    let _: Void = try call("Ping", of: "org.freedesktop.DBus.Peer")
  }
}

extension Connection {
  /// Waits until the bus has handled all that this connection sent, and has sent the results.
  ///
  /// dbus-broker answers first, and sends to others in its next round, or in the one after it.
  func settle() throws {
    for _ in 0..<3 {
      _ = try wait { (done: @escaping (Result<String, BusError>) -> Void) in
        bus("GetId", returning: String.self, completion: done)
      }
    }
  }

  /// Calls a method and accepts results of any types.
  func callForAnything<each I: BusType>(
    _ destination: BusName, _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName,
    _ arguments: repeat each I, completion: @escaping (Result<Void, BusError>) -> Void
  ) {
    call(
      destination, path, interface, member, repeat each arguments, deadline: .patience
    ) { (result: Result<Void, BusError>) in
      if case .failure(let error) = result, error.message.contains("a bad reply to \(member)") {
        completion(.success(()))
      } else {
        completion(result)
      }
    }
  }
}

/// How the errors of a test compare: by name.
func expectError<T>(
  _ name: ErrorName, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> T
) {
  do {
    _ = try body()
    Issue.record("Nothing was thrown.", sourceLocation: sourceLocation)
  } catch {
    #expect((error as? BusError)?.name == name, sourceLocation: sourceLocation)
  }
}
