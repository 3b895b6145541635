internal import CDBus

/// The id of the machine, by which D-Bus tells machines apart.
enum MachineID {
  /// Reads it (`dbus_try_get_local_machine_id`).
  ///
  /// - Throws: what libdbus says where the machine has none.
  static func read() throws(BusError) -> String {
    let id = try LibDBusFailure.catching { dbus_try_get_local_machine_id($0) }.get()
    defer { dbus_free(id) }
    return String(cString: id)
  }
}
