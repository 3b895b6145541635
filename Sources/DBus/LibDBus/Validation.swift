internal import CDBus

/// libdbus' own judgement of names, so that nothing reaches it for which it would end the process.
///
/// Its checks stop at the first U+0000, which a Swift string may hold: such a text is never valid.
enum Validation {
  private typealias Check = (UnsafePointer<CChar>?, UnsafeMutablePointer<DBusError>?) -> dbus_bool_t

  static func isBusName(_ text: String) -> Bool { passes(dbus_validate_bus_name, text) }
  static func isObjectPath(_ text: String) -> Bool { passes(dbus_validate_path, text) }
  static func isInterfaceName(_ text: String) -> Bool { passes(dbus_validate_interface, text) }
  static func isMemberName(_ text: String) -> Bool { passes(dbus_validate_member, text) }
  static func isErrorName(_ text: String) -> Bool { passes(dbus_validate_error_name, text) }
  static func isSignature(_ text: String) -> Bool { passes(dbus_signature_validate, text) }

  static func isSingleType(_ text: String) -> Bool {
    passes(dbus_signature_validate_single, text)
  }

  private static func passes(_ check: Check, _ text: String) -> Bool {
    !text.utf8.contains(0) && text.withCString { check($0, nil) != 0 }
  }
}
