/// libdbus' `DBUS_TYPE_*` codes of the containers, which Swift cannot import as macros.
enum DBusType {
  static let array = Int32(UInt8(ascii: "a"))
  static let variant = Int32(UInt8(ascii: "v"))
  static let structure = Int32(UInt8(ascii: "r"))
  static let dictionaryEntry = Int32(UInt8(ascii: "e"))
}

extension BusError {
  static let outOfMemory = BusError(
    ErrorName(unchecked: "org.freedesktop.DBus.Error.NoMemory"), "There is not enough memory.")
}
