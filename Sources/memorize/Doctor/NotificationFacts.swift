import DBus

/// What is known of who shows notifications.
struct NotificationFacts {
  /// A notification server as it describes itself.
  struct Server: Equatable {
    let name: String
    let version: String
    /// The version of the specification that it follows.
    let specification: String
  }

  /// The name that notification servers have.
  static let name: BusName = "org.freedesktop.Notifications"
  /// The unit of our notifier.
  static let notifier = "memorize-notify.service"

  /// How many capabilities are told; the specification has eleven.
  private static let most = 30

  /// Who has the name.
  var owner = NameOwner.unknown
  /// Whether the bus can start a server; nil where the bus did not say.
  var isActivatable: Bool?
  /// Its answer, or why there was none.
  var server: Result<Server, BusError>?
  /// What it can do, or why it did not say.
  var capabilities: Result<[String], BusError>?
  /// What systemd says of our notifier.
  var unit: UserManager.Answer = .absent

  /// What is to be said of it.
  var checks: [Check] { [serverCheck] + notifierChecks }

  private var serverCheck: Check {
    switch owner {
    case .nobody where isActivatable == true:
      return .warning(
        .notifications, "No notification server runs; the bus can start one.",
        fix: "Send any notification to start it: notify-send memorize")
    case .nobody:
      return .warning(
        .notifications, "No notification server runs: matches are shown nowhere.",
        fix: "Start the one of your desktop, or install one, as dunst or mako.")
    case .unknown:
      return .note(.notifications, "The bus did not say who shows notifications.")
    case .process: return answerCheck
    }
  }

  private var answerCheck: Check {
    switch (server, capabilities) {
    case (.success(let server)?, .success(let capabilities)?):
      let named = capabilities.prefix(Self.most).map(\.printable).joined(separator: ", ")
      return .ok(
        .notifications,
        "\(server.name.printable) \(server.version.printable), specification "
          + "\(server.specification.printable), can: \(named.isEmpty ? "nothing more" : named).")
    case (.failure(let error)?, _), (_, .failure(let error)?):
      let isStopped = owner.process?.isStopped == true
      let fix = owner.process.map {
        isStopped
          ? "Let it go on: kill -CONT \($0.identifier)"
          : "Restart it; it is \($0.description)."
      }
      return .warning(
        .notifications,
        "The notification server, \(owner.description), does not answer as it should: "
          + "\(error.message.printable)" + (isStopped ? " It is stopped." : ""),
        fix: fix ?? "Restart it.")
    default: return .note(.notifications, "\(owner.description) shows notifications.")
    }
  }

  private var notifierChecks: [Check] {
    guard case .unit(let unit) = unit else { return [] }
    switch (unit.loadState, unit.activeState) {
    case ("loaded", "active"): return [.ok(.notifier, "\(Self.notifier) is active.")]
    case ("loaded", "failed"):
      return [
        .warning(
          .notifier,
          "\(Self.notifier) has failed: \(unit.result.printable), exit status "
            + "\(unit.exitStatus).", fix: "See why: journalctl --user -u memorize-notify")
      ]
    case ("loaded", let state):
      return [
        .note(
          .notifier, "\(Self.notifier) is \(state.printable): no notification comes of a match.",
          fix: "systemctl --user enable --now memorize-notify")
      ]
    case ("not-found", _):
      return [
        .note(.notifier, "\(Self.notifier) is not installed: no notification comes of a match.")
      ]
    case (let state, _):
      return [
        .note(
          .notifier, "\(Self.notifier) cannot be started: its state is “\(state.printable)”.",
          fix: "systemctl --user status memorize-notify")
      ]
    }
  }
}
