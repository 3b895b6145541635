/// libdbus' `DBUS_TYPE_*` codes, which Swift cannot import as macros.
enum DBusType {
  static let dictionaryEntry = Int32(UInt8(ascii: "e"))
}

extension BusError {
  static let outOfMemory = BusError(
    ErrorName(unchecked: "org.freedesktop.DBus.Error.NoMemory"), "There is not enough memory.")
}
