import DBus
import EventLoop

/// Questions that are on the way side by side, none of which starts a service.
final class Inquiry {
  private let connection: Connection
  private let end: ContinuousClock.Instant
  private var open = 0

  /// Asks over a connection.
  ///
  /// - Parameters:
  ///   - connection: the connection.
  ///   - end: when all waiting is over.
  init(_ connection: Connection, until end: ContinuousClock.Instant) {
    self.connection = connection
    self.end = end
  }

  /// What is left of the time.
  var remaining: Duration { max(ContinuousClock.now.duration(to: end), .zero) }

  /// Asks; the answer is there after ``waitForAll()``.
  ///
  /// - Parameters:
  ///   - destination: who is asked.
  ///   - path: the object.
  ///   - interface: the method's interface.
  ///   - member: the method.
  ///   - arguments: what it is asked with.
  ///   - types: what it answers.
  ///   - limit: how long to wait, where that is less than what is left.
  ///   - take: told the answer.
  func ask<each I: BusType, each O: BusType>(
    _ destination: BusName, _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName,
    _ arguments: repeat each I, returning types: repeat (each O).Type, within limit: Duration,
    take: @escaping (Result<(repeat each O), BusError>) -> Void
  ) {
    open += 1
    connection.call(
      destination, path, interface, member, repeat each arguments, returning: repeat each types,
      deadline: min(limit, remaining), startsService: false
    ) { [self] answer in
      open -= 1
      take(answer)
    }
  }

  /// Asks the bus itself.
  func askBus<each I: BusType, each O: BusType>(
    _ member: MemberName, _ arguments: repeat each I, returning types: repeat (each O).Type,
    take: @escaping (Result<(repeat each O), BusError>) -> Void
  ) {
    ask(
      .bus, .bus, .bus, member, repeat each arguments, returning: repeat each types,
      within: remaining, take: take)
  }

  /// Runs the loop until every question is answered, or has had its time.
  func waitForAll() {
    connection.loop.run { open == 0 }
  }
}
