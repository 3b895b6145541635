internal import CDBus

/// Runs a libdbus function that reports by `DBusError`, the one way its failures become ours.
enum LibDBusFailure {
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
