internal import DBus

extension BusError {
  /// Whether what was asked for may have been done all the same: nobody has said that it was not.
  var isUncertain: Bool { [.noReply, .timeout, .disconnected].contains(name) }

  /// Why a call was refused, as people read it in a bubble: what the bus says of a service that has
  /// gone or does not start is about messages and processes.
  ///
  /// - Parameter isStarting: whether the call was one that starts the service.
  /// - Returns: what a summary has room for, but where the service itself says more.
  func reason(isStarting: Bool) -> String {
    switch name {
    case _ where isUncertain: "memorized did not answer: try again"
    // What dbus-broker says of a service that it could not start.
    case .nameHasNoOwner where isStarting: Self.notStarted
    case .serviceUnknown, .nameHasNoOwner: "memorized is not running: start it first"
    case _
    where name.isOfStarting || name == "org.freedesktop.DBus.Error.TimedOut"
      || name.rawValue.hasPrefix("org.freedesktop.systemd1."):
      Self.notStarted
    default: message
    }
  }

  private static let notStarted = "memorized did not start: see its log"
}
