internal import CDBus

/// The functions of libdbus that need no connection.
enum LibDBus {
  /// Calls a function of libdbus and throws the `DBusError` that it reports.
  static func catching<T>(
    _ body: (UnsafeMutablePointer<DBusError>) -> T?
  ) throws(BusError) -> T {
    var error = DBusError()
    dbus_error_init(&error)
    defer { dbus_error_free(&error) }
    if let result = body(&error) { return result }
    guard dbus_error_is_set(&error) != 0 else { throw .outOfMemory }
    throw BusError(
      ErrorName(unchecked: String(cString: error.name)), String(cString: error.message))
  }

  /// The id of the machine (`dbus_try_get_local_machine_id`).
  static func machineID() throws(BusError) -> String {
    let id = try catching { dbus_try_get_local_machine_id($0) }
    defer { dbus_free(id) }
    return String(cString: id)
  }

  /// Whether bytes are a message, with a body of its signature.
  static func isMessage(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      let start = bytes.bindMemory(to: CChar.self).baseAddress
      guard let message = dbus_message_demarshal(start, Int32(bytes.count), nil) else {
        return false
      }
      dbus_message_unref(message)
      return true
    }
  }

  static func isSingleType(_ signature: String) -> Bool {
    passes(dbus_signature_validate_single, signature)
  }

  /// libdbus ends the process over an invalid name, so every name is checked first.
  ///
  /// Its checks stop at the first U+0000, which a Swift string may contain: such a text is never
  /// valid.
  fileprivate static func passes(
    _ check: (UnsafePointer<CChar>?, UnsafeMutablePointer<DBusError>?) -> dbus_bool_t,
    _ text: String
  ) -> Bool {
    !text.utf8.contains(0) && text.withCString { check($0, nil) != 0 }
  }
}

extension NameKind {
  func accepts(_ text: String) -> Bool {
    switch self {
    case .busName: LibDBus.passes(dbus_validate_bus_name, text)
    case .objectPath: LibDBus.passes(dbus_validate_path, text)
    case .interface: LibDBus.passes(dbus_validate_interface, text)
    case .member: LibDBus.passes(dbus_validate_member, text)
    case .error: LibDBus.passes(dbus_validate_error_name, text)
    case .signature: LibDBus.passes(dbus_signature_validate, text)
    }
  }
}
