import DBus
import EventLoop
import TestSupport
import Testing

/// A panel controlled by a test: watcher and host in one, written from the published interfaces and
/// not from our declarations of them.
final class FakePanel {
  typealias Layout = Struct<Int32, [String: Value], [Value]>

  /// An entry of the menu with those below it.
  struct Entry {
    let id: Int32
    let properties: [String: Value]
    let children: [Entry]

    init?(_ layout: Layout) {
      (id, properties) = (layout.fields.0, layout.fields.1)
      let children = layout.fields.2.map { $0.get(Layout.self).flatMap(Entry.init) }
      guard !children.contains(where: { $0 == nil }) else { return nil }
      self.children = children.compactMap { $0 }
    }

    var label: String { properties["label"]?.get() ?? "" }
    var isEnabled: Bool { properties["enabled"]?.get() ?? true }
    /// The labels, one a line, with those of cards indented, and without those of themes.
    var text: String {
      children.filter { !$0.label.isEmpty }.map { entry in
        let below = entry.label == "_New game" ? [] : entry.children
        return ([entry.label] + below.map { "  \($0.label)" }).joined(separator: "\n")
      }.joined(separator: "\n")
    }

    func find(_ label: String) -> Entry? {
      for child in children {
        if child.label == label { return child }
        if let found = child.find(label) { return found }
      }
      return nil
    }
  }

  private static let watcher: Interface<FakePanel> = Interface(
    "org.kde.StatusNotifierWatcher", "A panel."
  ) {
    Method(watcher, "RegisterStatusNotifierItem", "Adds an item.", in: "service") {
      (panel: FakePanel, service: String) in
      panel.items.append(service)
      if let refusal = panel.refusal { throw refusal }
    }
    Method(watcher, "RegisterStatusNotifierHost", "Adds a host.", in: "service") {
      (_: FakePanel, _: String) in
    }
    Property("RegisteredStatusNotifierItems", "The items.", .nothing) { (panel: FakePanel) in
      panel.items.map { "\($0)/StatusNotifierItem" }
    }
    Property("IsStatusNotifierHostRegistered", "True.", .const) { (_: FakePanel) in true }
    Property("ProtocolVersion", "0.", .const) { (_: FakePanel) in 0 as Int32 }
  }

  let connection: Connection
  /// The bus names that have registered, in their order.
  private(set) var items: [String] = []
  /// The reply to an item that registers.
  private let refusal: BusError?
  /// The item's signals, without those of the menu.
  private(set) var news: [String] = []
  /// The layouts that were announced, and the entries that have changed.
  private(set) var layouts: [UInt32] = []
  private(set) var updates: [[Int32: [String: Value]]] = []

  /// An item may register before this returns.
  init(on bus: PrivateBus, loop: Loop, refusal: BusError? = nil) throws {
    self.refusal = refusal
    connection = try Connection(to: BusAddress(bus.address), loop: loop)
    connection.objects.export(Self.watcher, of: self, at: "/StatusNotifierWatcher")
    connection.subscribe(MatchRule(path: "/StatusNotifierItem")) { [unowned self] in
      news.append($0.member?.rawValue ?? "")
    }
    connection.subscribe(MatchRule(path: "/MenuBar")) { [unowned self] in note($0) }
    try connection.roundTrip()
    _ = try connection.wait {
      connection.requestName("org.kde.StatusNotifierWatcher", completion: $0)
    }
  }

  func forget() { (news, layouts, updates) = ([], [], []) }

  private func note(_ signal: Message) {
    if let (revision, _) = try? signal.arguments(of: UInt32.self, Int32.self) {
      layouts.append(revision)
    } else if let (updated, _) = try? signal.arguments(
      of: [Struct<Int32, [String: Value]>].self, [Struct<Int32, [String]>].self)
    {
      updates.append(
        Dictionary(uniqueKeysWithValues: updated.map { ($0.fields.0, $0.fields.1) }))
    }
  }

  private var item: BusName {
    get throws { BusName(unchecked: try #require(items.last)) }
  }

  /// All properties of the item.
  func properties() throws -> [String: Value] {
    let item = try item
    return try connection.wait { (done: @escaping (Result<[String: Value], BusError>) -> Void) in
      connection.call(
        item, "/StatusNotifierItem", .properties, "GetAll", "org.kde.StatusNotifierItem",
        returning: [String: Value].self, deadline: .patience, completion: done)
    }
  }

  func toolTip() throws -> (title: String, text: String) {
    typealias ToolTip = Struct<String, [Struct<Int32, Int32, [UInt8]>], String, String>
    let toolTip = try #require(try properties()["ToolTip"]?.get(ToolTip.self))
    return (toolTip.fields.2, toolTip.fields.3)
  }

  /// Calls a method of the item that has no results.
  func item<each I: BusType>(_ method: MemberName, _ arguments: repeat each I) throws {
    let item = try item
    let _: Void = try connection.wait { done in
      connection.call(
        item, "/StatusNotifierItem", "org.kde.StatusNotifierItem", method,
        repeat each arguments, deadline: .patience, completion: done)
    }
  }

  /// Calls a method of the menu.
  func menu<each I: BusType, each O: BusType>(
    _ method: MemberName, _ arguments: repeat each I, returning types: repeat (each O).Type
  ) throws -> (repeat each O) {
    let item = try item
    return try connection.wait { (done: @escaping (Result<(repeat each O), BusError>) -> Void) in
      connection.call(
        item, "/MenuBar", "com.canonical.dbusmenu", method, repeat each arguments,
        returning: repeat each types, deadline: .patience, completion: done)
    }
  }

  func layout(of id: Int32 = 0, depth: Int32 = -1, _ names: [String] = []) throws -> Entry {
    let (_, layout) = try menu(
      "GetLayout", id, depth, names, returning: UInt32.self, Layout.self)
    return try #require(Entry(layout))
  }

  func click(_ id: Int32) throws {
    let _: Void = try menu("Event", id, "clicked", Value.int32(0), UInt32(0))
  }

  /// Clicks the entry with that label.
  func click(_ label: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let menu = try layout()
    let entry = try #require(menu.find(label), "\(menu.text)", sourceLocation: sourceLocation)
    try click(entry.id)
  }
}

extension FakePanel {
  private func menu<each I: BusType>(_ method: MemberName, _ arguments: repeat each I) throws {
    let item = try item
    let _: Void = try connection.wait { done in
      connection.call(
        item, "/MenuBar", "com.canonical.dbusmenu", method, repeat each arguments,
        deadline: .patience, completion: done)
    }
  }
}

extension Stage {
  /// A notifier with an item in a panel that has read the menu, and a game of four pairs.
  static func panel(_ options: String...) throws -> (Stage, FakePanel) {
    let stage = try Stage(["--tray"] + options)
    try stage.deal()
    let panel = try FakePanel(on: stage.bus, loop: stage.loop)
    try stage.waits { panel.items.count == 1 }
    while try panel.layout().find("_New game")?.children.isEmpty == true {}
    try stage.settle()
    panel.forget()
    return (stage, panel)
  }
}
