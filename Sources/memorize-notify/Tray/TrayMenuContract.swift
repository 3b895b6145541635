internal import DBus

/// The interface `com.canonical.dbusmenu`: a menu that a panel draws.
///
/// Entries are known by their ids; 0 is the menu itself.
enum TrayMenuContract {
  typealias Service = Tray
  typealias Properties = [String: Value]
  /// An entry's id, its properties, and each of its children in a variant.
  typealias Layout = Struct<Int32, Properties, [Value]>
  /// An entry's id and properties.
  typealias Described = Struct<Int32, Properties>
  /// An entry's id, the event, its data, and a time.
  typealias Event = Struct<Int32, String, Value, UInt32>

  static let path: ObjectPath = "/MenuBar"

  static let layoutUpdated = Signal<UInt32, Int32>(
    interface, "LayoutUpdated", "The entries below a parent have changed.", "revision", "parent")
  static let itemsPropertiesUpdated = Signal<[Described], [Struct<Int32, [String]>]>(
    interface, "ItemsPropertiesUpdated", "Entries have other properties.", "updatedProps",
    "removedProps")

  static let interface: Interface<Service> = Interface(
    "com.canonical.dbusmenu", "The menu of the item in the panel."
  ) {
    Property("Version", "The version of the protocol.", .const) { (_: Service) in 3 as UInt32 }
    Property("TextDirection", "ltr.", .const) { (_: Service) in "ltr" }
    Property("Status", "normal.", .const) { (_: Service) in "normal" }
    Property("IconThemePath", "Empty: there are no icons.", .const) { (_: Service) in [String]() }
    Method(
      interface, "GetLayout",
      """
      Returns an entry and those below it, down to a depth, -1 for all, with some of their \
      properties, or all if none are named.
      """,
      in: "parentId", "recursionDepth", "propertyNames", out: "revision", "layout"
    ) { (menu: Service, parent: Int32, depth: Int32, names: [String]) in
      try menu.layout(of: parent, depth: depth, names)
    }
    Method(
      interface, "GetGroupProperties",
      "Returns properties of some entries, or of all if none are named.",
      in: "ids", "propertyNames", out: "properties"
    ) { (menu: Service, ids: [Int32], names: [String]) in menu.describe(ids, names) }
    Method(
      interface, "GetProperty", "Returns one property of an entry.", in: "id", "name", out: "value"
    ) {
      (menu: Service, id: Int32, name: String) in try menu.property(name, of: id)
    }
    Method(
      interface, "Event", "Something happened to an entry: clicked, hovered, opened or closed.",
      in: "id", "eventId", "data", "timestamp"
    ) { (menu: Service, id: Int32, event: String, data: Value, time: UInt32) in
      _ = try menu.handle([Event(id, event, data, time)])
    }
    Method(
      interface, "EventGroup", "Several events at once; returns the ids that are unknown.",
      in: "events", out: "idErrors"
    ) { (menu: Service, events: [Event]) in try menu.handle(events) }
    Method(
      interface, "AboutToShow", "Returns whether an entry has to be read again first: never.",
      in: "id", out: "needUpdate"
    ) { (menu: Service, id: Int32) in
      _ = try menu.unknown(among: [id])
      return false
    }
    Method(
      interface, "AboutToShowGroup", "The same for several; returns also the ids that are unknown.",
      in: "ids", out: "updatesNeeded", "idErrors"
    ) { (menu: Service, ids: [Int32]) in ([Int32](), try menu.unknown(among: ids)) }
    layoutUpdated
    itemsPropertiesUpdated
  }
}
