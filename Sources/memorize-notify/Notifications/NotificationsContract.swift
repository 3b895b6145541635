internal import DBus
internal import MemorizeBus

/// The interface `org.freedesktop.Notifications` of the Desktop Notifications Specification.
enum NotificationsContract {
  typealias Service = any NotificationsService

  static let notify = Method(
    interface, "Notify",
    "Shows a notification; replaces the one with the id replaces_id unless that is 0.",
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

  static let close = Method(
    interface, "CloseNotification", "Closes a notification.", in: "id"
  ) { (server: Service, id: UInt32) in try server.close(id) }

  static let getCapabilities = Method(
    interface, "GetCapabilities", "What the server can do: body, body-markup, actions and others.",
    out: "capabilities"
  ) { (server: Service) in try server.capabilities() }

  static let closed = Signal<UInt32, UInt32>(
    interface, "NotificationClosed",
    "A notification was closed: 1 expired, 2 dismissed, 3 closed by a call.",
    "id", "reason")
  static let actionInvoked = Signal<UInt32, String>(
    interface, "ActionInvoked", "The user has chosen an action of a notification.", "id",
    "action_key")
  static let replied = Signal<UInt32, String>(
    interface, "NotificationReplied",
    "The user has typed a reply to a notification with the action inline-reply; of servers with "
      + "the capability inline-reply.",
    "id", "text")
  static let activationToken = Signal<UInt32, String>(
    interface, "ActivationToken",
    "Sent before ActionInvoked: lets a window come to the front for it.",
    "id", "activation_token")

  static let interface: Interface<Service> = Interface(
    DesktopNotifications.interface, "Shows notifications to the user."
  ) {
    notify
    close
    getCapabilities
    closed
    actionInvoked
    replied
    activationToken
  }
}

protocol NotificationsService: AnyObject {
  func notify(
    app: String, replacing: UInt32, icon: String, summary: String, body: String,
    actions: [String], hints: [String: Value], timeout: Int32
  ) throws -> UInt32
  func close(_ id: UInt32) throws
  func capabilities() throws -> [String]
}
