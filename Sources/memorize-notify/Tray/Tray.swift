internal import DBus
internal import EventLoop
internal import MemorizeBus
internal import PlainText
internal import UserService

/// The item in the panel: shows what the service publishes, and performs what the user chooses.
final class Tray {
  typealias Perform = (TrayMenu.Action, _ token: String?) -> Void

  private let daemon: Proxy
  private let log: Log
  private let perform: Perform
  private let refuse: (_ reason: String) -> Void
  private var menu: TrayMenu
  private var item: Export<TrayItemContract.Service>?
  private var menuObject: Export<TrayMenuContract.Service>?
  /// Whether there is a watcher, and so perhaps a panel.
  private var isShown = false
  /// Whether a panel has read the menu and must be notified of changes.
  private var isMenuRead = false
  private var publishedStatus = ""
  private var publishedToolTip: TrayItemContract.ToolTip?
  /// The activation token of the action that follows.
  private var token: String?
  private let isPublishing = Loop.Flag()
  private let isReadingThemes = Loop.Flag()

  /// Follows the service, and the watcher as it comes and goes; starts neither.
  init(
    _ daemon: Proxy, canPlay: Bool, log: Log, refuse: @escaping (_ reason: String) -> Void,
    perform: @escaping Perform
  ) {
    self.daemon = daemon
    self.log = log
    self.refuse = refuse
    self.perform = perform
    menu = TrayMenu(canPlay: canPlay)
    let connection = daemon.connection
    item = connection.objects.export(
      TrayItemContract.interface, of: self, at: TrayItemContract.path)
    menuObject = connection.objects.export(
      TrayMenuContract.interface, of: self, at: TrayMenuContract.path)
    daemon.on(ThemesContract.changed) { [unowned self] _, _ in
      readThemes()
    }
    connection.followOwner(
      of: "org.kde.StatusNotifierWatcher", onFailure: daemon.onSubscriptionFailure
    ) { [unowned self] in register(at: $0) }
  }

  func show(_ news: GameFollower.News) {
    menu.apply(news)
    if case .state = news { readThemes() }
    publish()
  }

  func show(_ news: PracticeFollower.News) {
    switch news {
    case .absent, .failure: menu.apply(due: 0)
    case .state(let practice), .transition(_, let practice), .update(let practice):
      menu.apply(due: practice.ready)
    }
    publish()
  }

  /// Once for many changes of themes.
  private func readThemes() {
    daemon.connection.loop.enqueueOnce(isReadingThemes) { [unowned self] in
      daemon.call(ThemesContract.list) { [weak self] answer in
        guard let self, case .success(let themes) = answer else { return }
        menu.apply(themes)
        publish()
      }
    }
  }

  /// Registers the item with a watcher that has just come; its panels have read nothing yet.
  private func register(at watcher: BusName?) {
    isShown = watcher != nil
    isMenuRead = false
    guard let watcher, let name = daemon.connection.uniqueName else { return }
    publishedStatus = status
    publishedToolTip = toolTip
    daemon.connection.call(
      watcher, "/StatusNotifierWatcher", "org.kde.StatusNotifierWatcher",
      "RegisterStatusNotifierItem", name.rawValue, startsService: false
    ) { [log] (answer: Result<Void, BusError>) in
      guard case .failure(let error) = answer else { return }
      log.write(.warning, "The panel does not show the item: \(error.message)")
    }
  }

  /// Publishes what has changed, once for all changes in a turn of the loop.
  private func publish() {
    guard isShown else { return }
    daemon.connection.loop.enqueueOnce(isPublishing) { [unowned self] in
      // Fails only if the bus is gone, or has not read for long.
      try? publishItem()
      try? publishMenu()
    }
  }

  private func publishItem() throws {
    if status != publishedStatus {
      publishedStatus = status
      try item?.emit(TrayItemContract.newStatus, status)
    }
    if toolTip != publishedToolTip {
      publishedToolTip = toolTip
      try item?.emit(TrayItemContract.newToolTip)
    }
  }

  private func publishMenu() throws {
    let changes = menu.popChanges()
    guard isMenuRead else { return }
    if changes.isLayoutNew {
      try menuObject?.emit(TrayMenuContract.layoutUpdated, menu.revision, 0)
    }
    let described = changes.entries.map { (menu.id(of: $0), menu.properties(of: $0)) }
    guard !described.isEmpty else { return }
    try menuObject?.emit(
      TrayMenuContract.itemsPropertiesUpdated,
      described.sorted { $0.0 < $1.0 }.map { TrayMenuContract.Described($0, $1) }, [])
  }

  /// A panel reads the menu; from now on changes are published.
  private func beginReading() {
    guard !isMenuRead else { return }
    isMenuRead = true
    _ = menu.popChanges()
  }

  private func choose(_ action: TrayMenu.Action) {
    defer { token = nil }
    switch action {
    case .flip(let card):
      daemon.call(GameContract.flip, card) { [weak self] in self?.end($0.map { _ in }) }
    case .turnFaceDown:
      daemon.call(GameContract.conceal) { [weak self] in self?.end($0.map { _ in }) }
    case .practice, .play, .newGame: perform(action, token)
    }
  }

  private func end(_ call: Result<Void, BusError>) {
    guard case .failure(let error) = call else { return }
    log.write(.debug, "A call from the menu was refused: \(error.message)")
    refuse(error.reason(isStarting: false))
  }
}

// The item, as `TrayItemContract` declares it.
extension Tray {
  var status: String { menu.due > 0 ? "NeedsAttention" : "Active" }

  var toolTip: TrayItemContract.ToolTip {
    let title = menu.due > 0 ? PracticeState.toolTip(due: menu.due) : Notification.appName
    return TrayItemContract.ToolTip("", [], title, menu.headline.markupEscaped)
  }

  func provide(token: String) { self.token = token }

  func activate() { choose(menu.clickAction) }

  func activateSecond() { choose(.play) }
}

// The menu, as `TrayMenuContract` declares it.
extension Tray {
  func layout(
    of id: Int32, depth: Int32, _ names: [String]
  ) throws -> (UInt32, TrayMenuContract.Layout) {
    beginReading()
    let depth = depth < 0 ? .max : depth
    return (menu.revision, layout(of: try known(id), depth: depth, Set(names)))
  }

  func describe(_ ids: [Int32], _ names: [String]) -> [TrayMenuContract.Described] {
    beginReading()
    var seen: Set<Int32> = []
    let names = Set(names)
    let asked = ids.isEmpty ? menu.all.map(menu.id) : ids.filter { seen.insert($0).inserted }
    return asked.compactMap { id in
      menu.entry(of: id).map { TrayMenuContract.Described(id, properties(of: $0, names)) }
    }
  }

  func property(_ name: String, of id: Int32) throws -> Value {
    beginReading()
    guard let value = menu.properties(of: try known(id))[name] else {
      throw BusError.invalidArguments("The entry \(id) has no property “\(name.printable)”.")
    }
    return value
  }

  /// Returns the ids that are unknown; throws if all are.
  func handle(_ events: [TrayMenuContract.Event]) throws -> [Int32] {
    let unknown = try unknown(among: events.map(\.fields.0))
    for event in events where event.fields.1 == "clicked" {
      if let action = menu.entry(of: event.fields.0).flatMap(menu.action) { choose(action) }
    }
    return unknown
  }

  /// Returns the ids that are unknown; throws if all are.
  func unknown(among ids: [Int32]) throws -> [Int32] {
    let unknown = ids.filter { menu.entry(of: $0) == nil }
    if let id = unknown.first, unknown.count == ids.count { _ = try known(id) }
    return unknown
  }

  private func known(_ id: Int32) throws(BusError) -> TrayMenu.Entry {
    guard let entry = menu.entry(of: id) else {
      throw .invalidArguments("The menu has no entry \(id) any more.")
    }
    return entry
  }

  private func layout(
    of entry: TrayMenu.Entry, depth: Int32, _ names: Set<String>
  ) -> TrayMenuContract.Layout {
    let children = depth == 0 ? [] : menu.children(of: entry)
    return TrayMenuContract.Layout(
      menu.id(of: entry), properties(of: entry, names),
      children.map { Value(layout(of: $0, depth: depth - 1, names)) })
  }

  /// The named properties, or all if none are named.
  private func properties(
    of entry: TrayMenu.Entry, _ names: Set<String>
  ) -> TrayMenuContract.Properties {
    let properties = menu.properties(of: entry)
    return names.isEmpty ? properties : properties.filter { names.contains($0.key) }
  }
}
