internal import DBus

/// The interface `org.freedesktop.Notifications`, as the Desktop Notifications Specification has it.
enum NotificationsContract {
  /// A notification server as its declarations see it.
  typealias Service = any NotificationsService

  /// The name that a server has.
  static let name: BusName = "org.freedesktop.Notifications"
  /// The path of its one object.
  static let path: ObjectPath = "/org/freedesktop/Notifications"

  /// Shows a notification, or gives one that is shown a new content.
  static let notify = Method(
    "Notify", "Shows a notification, in place of another where replaces_id is its id and not 0.",
    in: "app_name", "replaces_id", "app_icon", "summary", "body", "actions", "hints",
    "expire_timeout", out: "id"
  ) {
    (
      server: Service, app: String, replaced: UInt32, icon: String, summary: String, body: String,
      actions: [String], hints: [String: Value], timeout: Int32
    ) in
    try server.notify(
      app: app, replacing: replaced, icon: icon, summary: summary, body: body, actions: actions,
      hints: hints, timeout: timeout)
  }

  /// Takes a notification off the screen.
  static let close = Method(
    "CloseNotification", "Takes a notification off the screen.", in: "id"
  ) { (server: Service, id: UInt32) in try server.close(id) }

  /// Tells what the server can do.
  static let getCapabilities = Method(
    "GetCapabilities", "What the server can do: body, body-markup, actions and others.",
    out: "capabilities"
  ) { (server: Service) in try server.capabilities() }

  /// Tells which server it is.
  static let getServerInformation = Method(
    "GetServerInformation", "Which server it is, and the specification's version it follows.",
    out: "name", "vendor", "version", "spec_version"
  ) { (server: Service) in try server.information() }

  /// Tells that a notification is gone.
  static let closed = Signal<UInt32, UInt32>(
    "NotificationClosed", "A notification is gone: 1 expired, 2 dismissed, 3 closed by a call.",
    "id", "reason")
  /// Tells that the user has chosen an action.
  static let actionInvoked = Signal<UInt32, String>(
    "ActionInvoked", "The user has chosen an action of a notification.", "id", "action_key")
  /// Tells by what a window may come to the front for the action that follows.
  static let activationToken = Signal<UInt32, String>(
    "ActivationToken", "Sent before ActionInvoked: lets a window come to the front for it.",
    "id", "activation_token")

  /// The interface as a table.
  static let interface = Interface<Service>(
    "org.freedesktop.Notifications", "Shows notifications to the user."
  ) {
    notify
    close
    getCapabilities
    getServerInformation
    closed
    actionInvoked
    activationToken
  }
}

/// What answers the interface `org.freedesktop.Notifications`; ``NotificationsContract`` says how.
protocol NotificationsService: AnyObject {
  /// Answers ``NotificationsContract/notify``.
  func notify(
    app: String, replacing: UInt32, icon: String, summary: String, body: String,
    actions: [String], hints: [String: Value], timeout: Int32
  ) throws -> UInt32
  /// Answers ``NotificationsContract/close``.
  func close(_ id: UInt32) throws
  /// Answers ``NotificationsContract/getCapabilities``.
  func capabilities() throws -> [String]
  /// Answers ``NotificationsContract/getServerInformation``.
  func information() throws -> (String, String, String, String)
}
