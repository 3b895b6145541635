internal import DBus

/// The interface `org.kde.StatusNotifierItem`: an item in the panel of a desktop.
///
/// What can change has signals of its own instead of `PropertiesChanged`.
enum TrayItemContract {
  typealias Service = Tray
  /// Width, height and pixels.
  typealias Picture = Struct<Int32, Int32, [UInt8]>
  /// Icon, pictures, title, and a text with simple markup.
  typealias ToolTip = Struct<String, [Picture], String, String>

  static let path: ObjectPath = "/StatusNotifierItem"

  static let newStatus = Signal<String>(interface, "NewStatus", "Status has changed.", "status")
  static let newToolTip = Signal(interface, "NewToolTip", "ToolTip has changed.")

  static let interface: Interface<Service> = Interface(
    "org.kde.StatusNotifierItem", "The game and practice in the panel of a desktop."
  ) {
    Property("Category", "ApplicationStatus.", .const) { (_: Service) in "ApplicationStatus" }
    Property("Id", "A name that is the same in every session.", .const) { (_: Service) in
      "memorize"
    }
    Property("Title", "The name for people.", .const) { (_: Service) in Notification.appName }
    Property("Status", "Active, or NeedsAttention while cards are due.", .nothing) {
      (item: Service) in item.status
    }
    Property("WindowId", "0: there is no window.", .const) { (_: Service) in 0 as Int32 }
    Property("IconName", "The name of the icon.", .const) { (_: Service) in Notification.icon }
    Property("AttentionIconName", "The icon while cards are due.", .const) { (_: Service) in
      Notification.icon
    }
    Property("ToolTip", "How many cards are due, and how the game stands.", .nothing) {
      (item: Service) in item.toolTip
    }
    Property("ItemIsMenu", "False: a click does something else.", .const) { (_: Service) in false }
    Property("Menu", "The object with the menu.", .const) { (_: Service) in TrayMenuContract.path }
    Method(
      interface, "ProvideXdgActivationToken",
      "Lets a window come to the front for the next action.",
      in: "token"
    ) { (item: Service, token: String) in item.provide(token: token) }
    Method(interface, "Activate", "Practices if cards are due, otherwise plays.", in: "x", "y") {
      (item: Service, _: Int32, _: Int32) in item.activate()
    }
    Method(interface, "SecondaryActivate", "Plays.", in: "x", "y") {
      (item: Service, _: Int32, _: Int32) in item.activateSecond()
    }
    Method(interface, "ContextMenu", "Does nothing: the panel shows the menu.", in: "x", "y") {
      (_: Service, _: Int32, _: Int32) in
    }
    Method(interface, "Scroll", "Does nothing.", in: "delta", "orientation") {
      (_: Service, _: Int32, _: String) in
    }
    newStatus
    newToolTip
  }
}
