import DBus
import MemorizeBus
import TestSupport
import Testing

/// A user's theme directories, a daemon that reads them, and a client that follows it.
final class ThemeSession: UserSession {
  /// The signals `Changed`, as `name change`.
  private(set) var changes: [String] = []
  /// Each published value of `Names`.
  private(set) var names: [[String]] = []

  /// Creates files, then starts the daemon.
  init(_ files: [String: String] = [:]) throws {
    try super.init { directory in
      for (path, text) in files { try directory.write(path, text) }
    }
    proxy.on(ThemesContract.changed) { [unowned self] in
      changes.append("\($0) \($1)")
    }
    proxy.onChange(of: ThemesContract.interface) { [unowned self] in
      if let value = $0[ThemesContract.names] { names.append(value) }
    }
    // The bus follows from here on.
    _ = try? proxy.callAndWait(ThemesContract.get, "Sea")
  }

  func path(_ path: String) -> String { bus.files.path(path) }

  func write(_ path: String, _ text: String) throws { try bus.files.write(path, text) }

  func text(_ path: String) throws -> String { try bus.files.text(path) }

  func remove(_ path: String) throws { try bus.files.remove(path) }

  func hears(_ change: String) -> Bool { waits { changes.contains(change) } }

  func waits(until isDone: () -> Bool) -> Bool { connection.loop.waits(until: isDone) }

  /// Writes a last theme and waits for it: everything before has then been published.
  func settle(_ name: String = "Last") throws {
    try write("data/memorize/themes/~\(name).themes", "\(name)\t\t\t\t🎃🎄\n")
    try #require(hears("\(name) added"))
  }

  func list() throws -> [[String: Value]] {
    try proxy.wire(ThemesContract.list.name, of: ThemesContract.interface.name)
  }

  func get(_ name: String) throws -> [String: Value] {
    try proxy.wire(ThemesContract.get.name, of: ThemesContract.interface.name, name)
  }

  func pairs(_ name: String, _ offset: UInt32 = 0, _ limit: UInt32 = 500) throws -> [ThemePair] {
    try proxy.callAndWait(ThemesContract.pairs, name, offset, limit)
  }

  func add(_ theme: [String: Value]) throws {
    try proxy.callAndWait(ThemesContract.add, theme)
  }

  func remove(theme name: String) throws {
    try proxy.callAndWait(ThemesContract.remove, name)
  }
}
