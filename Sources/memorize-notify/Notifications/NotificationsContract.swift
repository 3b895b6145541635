internal import DBus
internal import UserService

/// The interface `org.freedesktop.Notifications` of the Desktop Notifications Specification.
///
/// A server declares it; clients need its name and its signals.
enum NotificationsContract {
  static let interface = Interface<Never>(
    DesktopNotifications.interface, "Shows notifications to the user."
  ) {}

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
}
