package import DBus
import MemorizeBus
import PlainText

/// Errors between this program and the service, each with advice.
extension ProgramError {
  package static func noBus(
    _ error: BusError, of host: RemoteHost?, within limit: Duration
  ) -> ProgramError {
    if let host { return noBus(error, of: host, within: limit) }
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

  private static func noBus(
    _ error: BusError, of host: RemoteHost, within limit: Duration
  ) -> ProgramError {
    guard error.name != .timeout, error.name != .noReply else {
      return ProgramError(
        .timedOut, name: "Timeout",
        "\(host.name) did not answer within \(limit.inSeconds). If ssh asks for a password, or takes "
          + "long, give it more time with --timeout.")
    }
    return ProgramError(
      .notAvailable, name: error.name.shortName,
      "The session bus of \(host.name) cannot be reached over ssh. Find out why with “ssh "
        + "\(host.name) memorize doctor”.")
  }

  package static func timedOut(after limit: Duration) -> ProgramError {
    ProgramError(
      .timedOut, name: "Timeout",
      "The memorized service did not answer within \(limit.inSeconds). "
        + "Try again, or give it more time with --timeout.")
  }

  /// The deadline of `--wait` has passed.
  package static func absent(after limit: Duration) -> ProgramError {
    ProgramError(
      .timedOut, name: "Timeout",
      "The memorized service did not appear within \(limit.inSeconds). Start it, or give it more "
        + "time with --timeout.")
  }

  /// The service or the bus exited during a call, or the connection to another machine broke.
  static func disconnected(_ host: RemoteHost?, isRead: Bool) -> ProgramError {
    let loss =
      host.map { "The connection to \($0.name) was lost before the service answered. " }
      ?? "The service or the bus exited before it answered. "
    return ProgramError(
      .notAvailable, name: "Disconnected",
      loss
        + (isRead
          ? "Try again." : "The change may have been made: look at it before you try again."))
  }

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

  package static func versions(_ service: ServiceVersion) -> ProgramError {
    ProgramError(
      .versions, name: "VersionMismatch",
      "The service at \(MemorizeContract.name) \(service.incompatibility) Install both from the "
        + "same release, and stop the old memorized.")
  }
}

extension ProgramError {
  /// Names the machine if it is another one.
  package func on(_ host: RemoteHost?) -> ProgramError {
    host.map { ProgramError(status, name: name, "\($0.name): \(message)") } ?? self
  }
}

extension ServiceConnection {
  /// The bus is gone, or the connection to another machine.
  package func loss(_ consequence: String) -> ProgramError {
    ProgramError(
      .notAvailable, name: "Disconnected",
      "The connection to \(options.host?.name ?? "the session bus") was lost; \(consequence).")
  }
}
