import DBus
import MemorizeBus

/// Errors between this program and the service, each with advice.
extension ProgramError {
  static func noBus(_ error: BusError) -> ProgramError {
    guard error.name != .timeout, error.name != .noReply else {
      return ProgramError(
        .timedOut, name: "Timeout",
        error.message + " Is it the right one? DBUS_SESSION_BUS_ADDRESS says which bus is used.")
    }
    let advice =
      error.message.contains("DBUS_SESSION_BUS_ADDRESS")
      ? ""
      : " Is a session bus running? DBUS_SESSION_BUS_ADDRESS says which one is used; "
        + "dbus-run-session starts one."
    return ProgramError(.notAvailable, name: error.name.shortName, error.message + advice)
  }

  static func timedOut(after limit: Duration) -> ProgramError {
    ProgramError(
      .timedOut, name: "Timeout",
      "The memorized service did not answer within \(limit.inSeconds). "
        + "Try again, or give it more time with --timeout.")
  }

  /// The deadline of `--wait` has passed.
  static func absent(after limit: Duration) -> ProgramError {
    ProgramError(
      .timedOut, name: "Timeout",
      "The memorized service did not appear within \(limit.inSeconds). Start it, or give it more "
        + "time with --timeout.")
  }

  /// The service or the bus exited during a call.
  static let wentAway = ProgramError(
    .notAvailable, name: "Disconnected",
    "The service or the bus exited before it answered. Try again.")

  /// Nobody owns the name, and the bus cannot start the service.
  static let notInstalled = ProgramError(
    .notAvailable, name: "ServiceUnknown",
    "The memorized service is not running, and the bus does not know how to start it. Start "
      + "“memorized”, or install \(MemorizeContract.name).service in share/dbus-1/services.")

  /// The bus tried to start the service and failed.
  static func notStarted(_ error: BusError) -> ProgramError {
    ProgramError(
      .notAvailable, name: error.name.shortName,
      "The memorized service did not start (\(error.message)). Run “memorized” by hand to see why."
    )
  }

  /// Nobody owns the name, and we may not start the service.
  static let notRunning = ProgramError(
    .notAvailable, name: "ServiceUnknown",
    "The memorized service is not running. Omit --no-autostart, or start “memorized”.")

  static func versions(_ service: ServiceVersion) -> ProgramError {
    ProgramError(
      .versions, name: "VersionMismatch",
      "The service at \(MemorizeContract.name) \(service.misfit) Install both from the same "
        + "release, and stop the old memorized.")
  }
}
