internal import CDBus
internal import EventLoop

/// One private libdbus connection, joined to the loop.
///
/// libdbus authenticates and reads; its pending calls, timeouts and object tree are not used.
final class RawConnection {
  private let pointer: OpaquePointer
  private let traffic: Traffic
  private var nextSerial: UInt32 = 1

  /// Connects; authentication goes on in the loop.
  init(
    address: BusAddress, loop: Loop, receive: @escaping (Message) -> Void
  ) throws(BusError) {
    do throws(BusError) {
      pointer = try LibDBus.catching { dbus_connection_open_private(address.text, $0) }
    } catch {
      throw BusError(error.name, "No message bus answers at \(address): \(error.message).")
    }
    dbus_connection_set_exit_on_disconnect(pointer, 0)
    dbus_connection_set_max_received_size(pointer, Traffic.received)
    traffic = Traffic(connection: pointer, loop: loop, receive: receive)
    traffic.attach()
  }

  deinit {
    // If a handler releases the connection, its traffic, and with it the memory behind the pointer,
    // lives until the handler returns.
    traffic.close()
  }

  /// Queues the message, and returns the serial that a reply will refer to.
  @discardableResult
  func send(_ message: OutgoingMessage) throws(BusError) -> UInt32 {
    let serial = nextSerial
    traffic.send(try message.bytes(serial: serial))
    // Zero is not a valid serial.
    nextSerial = serial == .max ? 1 : serial + 1
    return serial
  }

  func flush() { traffic.flush() }

  /// The bytes that wait for the bus to read them.
  var outgoingSize: Int { traffic.outgoingSize }

  var isOpen: Bool { dbus_connection_get_is_connected(pointer) != 0 }

  /// Passes the assigned name to libdbus, for the senders of its messages.
  func setUniqueName(_ name: BusName) {
    dbus_bus_set_unique_name(pointer, name.rawValue)
  }
}
