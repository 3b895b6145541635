internal import CDBus
internal import EventLoop

/// One private libdbus connection, joined to the loop.
///
/// libdbus is told nothing but to move bytes: which messages are replies, how long to wait and what
/// to answer is decided above. So neither its pending calls and their timeouts nor its object tree
/// are used.
final class RawConnection {
  private let pointer: OpaquePointer
  private let traffic: Traffic

  /// Connects; authentication goes on in the loop.
  ///
  /// - Throws: `NoServer` and the like where nobody listens at the address.
  init(
    address: BusAddress, loop: EventLoop, receive: @escaping (Message) -> Void
  ) throws(BusError) {
    let opened: Result<OpaquePointer, BusError> = DBusErrorBox.catching { error in
      dbus_connection_open_private(address.text, error)
    }
    switch opened {
    case .success(let connection): pointer = connection
    case .failure(let error):
      throw BusError(error.name, "No message bus answers at \(address): \(error.message).")
    }
    dbus_connection_set_exit_on_disconnect(pointer, 0)
    // Ping and GetMachineId are answered above like every other call.
    dbus_connection_set_route_peer_messages(pointer, 1)
    dbus_connection_set_max_received_size(pointer, Traffic.received)
    traffic = Traffic(connection: pointer, loop: loop, receive: receive)
    traffic.attach()
  }

  deinit {
    traffic.detach()
    dbus_connection_close(pointer)
    dbus_connection_unref(pointer)
  }

  /// Queues the message, and writes it at once where the socket takes it.
  ///
  /// - Returns: the number by which an answer would refer to it.
  func send(_ message: Message) throws(BusError) -> UInt32 {
    var serial: UInt32 = 0
    guard dbus_connection_send(pointer, message.pointer, &serial) != 0 else { throw .outOfMemory }
    return serial
  }

  /// The bytes that wait for the bus to read them.
  var outgoingSize: Int { dbus_connection_get_outgoing_size(pointer) }

  /// Stops reading, as if the peer had gone; what is queued still goes out while the loop runs.
  var isOpen: Bool { dbus_connection_get_is_connected(pointer) != 0 }

  /// Tells libdbus the name the bus gave, for its messages' senders.
  func setUniqueName(_ name: BusName) {
    dbus_bus_set_unique_name(pointer, name.rawValue)
  }
}

/// Runs a libdbus function that reports by `DBusError`, the one way its failures become ours.
enum DBusErrorBox {
  static func catching<T>(
    _ body: (UnsafeMutablePointer<DBusError>) -> T?
  ) -> Result<T, BusError> {
    var error = DBusError()
    dbus_error_init(&error)
    defer { dbus_error_free(&error) }
    if let result = body(&error) { return .success(result) }
    guard dbus_error_is_set(&error) != 0 else { return .failure(.outOfMemory) }
    return .failure(
      BusError(ErrorName(unchecked: String(cString: error.name)), String(cString: error.message)))
  }
}
