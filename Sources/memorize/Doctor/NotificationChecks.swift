import DBus

/// What was seen of the server that shows notifications.
struct Notifications {
  static let name: BusName = "org.freedesktop.Notifications"
  static let path: ObjectPath = "/org/freedesktop/Notifications"
  static let interface: InterfaceName = "org.freedesktop.Notifications"

  /// A server as it describes itself.
  struct Server {
    let name: String
    let version: String
    /// The version of the specification that it follows.
    let specification: String
    let capabilities: [String]
  }

  /// Who has the name.
  var owner = NameOwner.unknown
  /// Whether the bus can start a server; nil if it did not say.
  var isActivatable: Bool?
  /// Its answers, or why there were none; nil if it was not asked.
  var server: Result<Server, BusError>?
}

extension Findings {
  /// How many capabilities are printed; the specification has eleven.
  private static let maximumCapabilities = 30

  var notificationCheck: Check? {
    let owner = notifications.owner
    switch (owner, notifications.server) {
    case (.nobody, _) where notifications.isActivatable == true:
      return Check(
        .warning, .notifications, "No notification server runs; the bus can start one.",
        fix: "Send any notification to start it: notify-send memorize")
    case (.nobody, _):
      return Check(
        .warning, .notifications, "No notification server runs: matches are shown nowhere.",
        fix: "Start the one of your desktop, or install one, such as dunst or mako.")
    case (_, .success(let server)?):
      let abilities = server.capabilities.prefix(Self.maximumCapabilities).map(\.printable)
      return Check(
        .ok, .notifications,
        "\(server.name.printable) \(server.version.printable), specification "
          + "\(server.specification.printable), can: "
          + (abilities.isEmpty ? "nothing more." : abilities.joined(separator: ", ") + "."))
    case (_, .failure(let error)?):
      let isStopped = owner.process?.isStopped == true
      return Check(
        .warning, .notifications,
        "The notification server, \(owner.description), does not answer as it should: "
          + "\(error.message.printable)" + (isStopped ? " It is stopped." : ""),
        fix: isStopped
          ? "Continue it: kill -CONT \(owner.process?.identifier ?? 0)" : "Restart it.")
    case (_, nil):
      return Check(.note, .notifications, "The bus did not say who shows notifications.")
    }
  }

  var notifierCheck: Check? {
    guard case .unit(let unit) = notifierUnit else { return nil }
    let noNotification = "a match brings no notification."
    switch (unit.loadState, unit.activeState) {
    case ("loaded", "active"): return Check(.ok, .notifier, "\(Unit.notifier) is active.")
    case ("loaded", _) where unit.hasFailed:
      return Check(
        .warning, .notifier,
        "\(Unit.notifier) has failed: \(unit.result.printable), exit status \(unit.exitStatus).",
        fix: "See why: journalctl --user -u memorize-notify")
    case ("loaded", let state):
      return Check(
        .note, .notifier, "\(Unit.notifier) is \(state.printable): \(noNotification)",
        fix: "systemctl --user enable --now memorize-notify")
    case ("not-found", _):
      return Check(.note, .notifier, "\(Unit.notifier) is not installed: \(noNotification)")
    case (let state, _):
      return Check(
        .note, .notifier, "\(Unit.notifier) cannot be started: it is “\(state.printable)”.",
        fix: "systemctl --user status memorize-notify")
    }
  }
}
