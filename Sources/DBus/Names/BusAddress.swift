internal import CDBus
internal import PlainText

/// The address of a message bus.
public struct BusAddress: Hashable, Sendable, CustomStringConvertible {
  /// The address in D-Bus' own form: `unix:path=/run/user/1000/bus`.
  public let text: String

  /// Checks an address as it is written in the environment.
  ///
  /// - Throws: `NoServer` for an address at which a bus cannot be reached without starting one
  ///   (`autolaunch:`, `disabled:`), and for one that is not an address.
  public init(_ text: String) throws(BusError) {
    let parts = text.split(separator: ";")
    guard !parts.isEmpty, !text.utf8.contains(0), parts.allSatisfy({ $0.contains(":") }) else {
      let address = text.printable
      throw BusError(.noServer, english("“\(address)” is not the address of a message bus."))
    }
    for part in parts where part.hasPrefix("autolaunch:") || part.hasPrefix("disabled:") {
      let address = String(part).printable
      throw BusError(
        .noServer,
        english(
          "No bus can be reached at the address “\(address)”. Set DBUS_SESSION_BUS_ADDRESS to the "
            + "address of a running bus."))
    }
    self.text = text
  }

  /// The session bus: `$DBUS_SESSION_BUS_ADDRESS`, else `$XDG_RUNTIME_DIR/bus`, and never a bus
  /// that would have to be started (X11 autolaunch); an empty variable counts as not set.
  ///
  /// - Throws: `NoServer`, naming what was tried, if neither variable is set.
  public static func session(environment: (String) -> String?) throws(BusError) -> BusAddress {
    if let address = environment("DBUS_SESSION_BUS_ADDRESS"), !address.isEmpty {
      return try BusAddress(address)
    }
    guard let directory = environment("XDG_RUNTIME_DIR"), directory.hasPrefix("/") else {
      throw BusError(
        .noServer,
        english(
          "There is no session bus: neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set. "
            + "Log in to a desktop session, or run the command with dbus-run-session."))
    }
    return BusAddress(unixSocket: directory + "/bus")
  }

  /// The system bus: `$DBUS_SYSTEM_BUS_ADDRESS`, else the socket that D-Bus' specification names.
  ///
  /// - Throws: `NoServer` for an invalid address.
  public static func system(environment: (String) -> String?) throws(BusError) -> BusAddress {
    if let address = environment("DBUS_SYSTEM_BUS_ADDRESS"), !address.isEmpty {
      return try BusAddress(address)
    }
    return BusAddress(unixSocket: "/var/run/dbus/system_bus_socket")
  }

  /// The bus that listens at a socket in the file system.
  public init(unixSocket path: String) {
    text = "unix:path=" + Self.escaped(path)
  }

  /// The bus that a program connects to its standard input and output, as `systemd-stdio-bridge`
  /// does over ssh.
  ///
  /// `PATH` finds the program unless it is a path; the first word is the name that it is given.
  public init(executing program: String, as words: [String]) {
    let words = words.enumerated().map { ",argv\($0)=" + Self.escaped($1) }
    text = "unixexec:path=" + Self.escaped(program) + words.joined()
  }

  private static func escaped(_ value: String) -> String {
    let escaped = dbus_address_escape_value(value)
    defer { dbus_free(escaped) }
    return escaped.map { String(cString: $0) } ?? value
  }

  /// The address itself.
  public var description: String { text }
}
