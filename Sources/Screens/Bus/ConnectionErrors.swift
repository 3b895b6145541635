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
      let advice = english(
        "Is it the right one? DBUS_SESSION_BUS_ADDRESS says which bus is used.")
      return ProgramError(.timedOut, name: "Timeout", "\(error.message) \(advice)")
    }
    guard !error.message.contains("DBUS_SESSION_BUS_ADDRESS") else {
      return ProgramError(.notAvailable, name: error.name.shortName, error.message)
    }
    let advice = english(
      "Is a session bus running? DBUS_SESSION_BUS_ADDRESS says which one is used; "
        + "dbus-run-session starts one.")
    return ProgramError(
      .notAvailable, name: error.name.shortName, "\(error.message) \(advice)")
  }

  private static func noBus(
    _ error: BusError, of host: RemoteHost, within limit: Duration
  ) -> ProgramError {
    guard error.name != .timeout, error.name != .noReply else {
      let time = limit.inSeconds
      return ProgramError(
        .timedOut, name: "Timeout",
        english(
          "\(host.name) did not answer within \(time). If ssh asks for a password, or takes long, "
            + "give it more time with --timeout."))
    }
    return ProgramError(
      .notAvailable, name: error.name.shortName,
      english(
        "The session bus of \(host.name) cannot be reached over ssh. Find out why with “ssh "
          + "\(host.name) memorize doctor”."))
  }

  package static func timedOut(after limit: Duration) -> ProgramError {
    let time = limit.inSeconds
    return ProgramError(
      .timedOut, name: "Timeout",
      english(
        "The memorized service did not answer within \(time). Try again, or give it more time with "
          + "--timeout."))
  }

  /// The deadline of `--wait` has passed.
  package static func absent(after limit: Duration) -> ProgramError {
    let time = limit.inSeconds
    return ProgramError(
      .timedOut, name: "Timeout",
      english(
        "The memorized service did not appear within \(time). Start it, or give it more time with "
          + "--timeout."))
  }

  /// The service or the bus exited during a call, or the connection to another machine broke.
  static func disconnected(_ host: RemoteHost?, isRead: Bool) -> ProgramError {
    let loss =
      if let host {
        english("The connection to \(host.name) was lost before the service answered.")
      } else {
        english("The service or the bus exited before it answered.")
      }
    let advice =
      isRead
      ? english("Try again.")
      : english("The change may have been made: look at it before you try again.")
    return ProgramError(.notAvailable, name: "Disconnected", "\(loss) \(advice)")
  }

  /// Nobody owns the name, and the bus cannot start the service.
  static var notInstalled: ProgramError {
    let file = "\(MemorizeContract.name).service"
    return ProgramError(
      .notAvailable, name: "ServiceUnknown",
      english(
        "The memorized service is not running, and the bus does not know how to start it. Start "
          + "“memorized”, or install \(file) in share/dbus-1/services."))
  }

  /// The bus tried to start the service and failed.
  static func notStarted(_ error: BusError) -> ProgramError {
    let reason = error.message
    return ProgramError(
      .notAvailable, name: error.name.shortName,
      english(
        "The memorized service did not start (\(reason)). Run “memorized” by hand to see why.")
    )
  }

  /// Nobody owns the name, and we may not start the service.
  static let notRunning = ProgramError(
    .notAvailable, name: "ServiceUnknown",
    english(
      "The memorized service is not running. Omit --no-autostart, or start “memorized”."))

  package static func versions(_ service: ServiceVersion) -> ProgramError {
    let (busName, ours) = (MemorizeContract.name, MemorizeContract.version)
    let fault =
      if let theirs = service.text?.printable {
        english(
          "The service at \(busName) is version \(theirs), and this is memorize \(ours): they are not "
            + "compatible.")
      } else {
        english(
          "The service at \(busName) has no version, and this is memorize \(ours): they are not "
            + "compatible.")
      }
    let advice = english("Install both from the same release, and stop the old memorized.")
    return ProgramError(.versions, name: "VersionMismatch", "\(fault) \(advice)")
  }
}

extension ProgramError {
  /// Names the machine if it is another one.
  package func on(_ host: RemoteHost?) -> ProgramError {
    var error = self
    error.machine = host?.name
    return error
  }
}

extension ServiceConnection {
  /// What is not possible without the service.
  package enum Purpose {
    case game, bot, practice, statistics, following
  }

  /// The bus is gone, or the connection to another machine.
  package func loss(of purpose: Purpose) -> ProgramError {
    let place = options.host?.name ?? english("the session bus")
    let message =
      switch purpose {
      case .game:
        english("The connection to \(place) was lost; the game cannot be played without it.")
      case .bot: english("The connection to \(place) was lost; the bot cannot play without it.")
      case .practice:
        english("The connection to \(place) was lost; practice is not possible without it.")
      case .statistics:
        english("The connection to \(place) was lost; there are no statistics without it.")
      case .following:
        english("The connection to \(place) was lost; there is nothing left to follow.")
      }
    return ProgramError(.notAvailable, name: "Disconnected", message)
  }
}
